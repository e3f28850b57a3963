/// Tells a whole LMDB file from one whose end is missing, without mapping it.
enum Soundness {
  /// Checks `file` from outside.
  ///
  /// A file that another process commits to meanwhile is looked at again; should that never end, its writer
  /// vouches for it.
  ///
  /// - Returns: False if the file is empty, which is how a new one begins.
  /// - Throws: ``LMDBError/notAStore(path:)``, ``LMDBError/versionMismatch(path:)``,
  ///   ``LMDBError/truncated(path:expectedBytes:actualBytes:)``; ``LMDBError/damaged(path:table:what:)`` where a header is not
  ///   readable, or the two do not belong together, so that the last commit might be taken for an older one; or a failure to read.
  /// - Complexity: O(1); O(free pages) for a file shorter than its last page, which may yet be sound.
  static func check(_ file: borrowing FileDescriptor, path: String) throws(LMDBError) -> Bool {
    var last: (transactionID: UInt64, byteCount: Int)?
    for _ in 0..<8 {
      if try Int(file.status(path: path).st_size) == 0 { return false }
      let (first, second) = try headers(of: file, path: path)
      let areSound = try areOfLastCommits(first, second, in: file, path: path)
      let meta = MetaPage.newer(first, second)
      // Taken after the header: the file only grows, and pages are written before the header that needs them.
      let byteCount = Int(try file.status(path: path).st_size)
      let missing = Int(meta.lastPage) + 1 - byteCount / meta.pageBytes
      if areSound, missing <= 0 { return true }
      // A transaction may take pages at the end of the file and free them again before it commits. They are never written, so
      // a sound file can be shorter than its last page: each missing page is free then.
      let there = UInt64(byteCount / meta.pageBytes)
      var tree = PageTree(pageBytes: meta.pageBytes, below: there)
      let free = try FreePages(under: meta.free, &tree, of: file, path: path)
      let isWhole =
        missing <= 0 || free.numbers.count(where: { $0 >= there && $0 <= meta.lastPage }) == missing
      if areSound, isWhole { return true }
      if let last, last == (meta.transactionID, byteCount) {
        if isWhole {
          throw .damaged(
            path: path, table: nil,
            what: "its two headers, pages 0 and 1, are not of commits that follow each other")
        }
        let expected = (Int(meta.lastPage) + 1) * meta.pageBytes
        throw .truncated(path: path, expectedBytes: expected, actualBytes: byteCount)
      }
      last = (meta.transactionID, byteCount)
    }
    return true
  }

  /// Whether the two headers are those of the last two commits, the first at the beginning of the file.
  ///
  /// A header whose number has become a greater one may still follow the other. What it leads to has its number as well: each commit
  /// lists the pages that it has freed under its own. Of the older header that is not asked: a commit that could not write its
  /// header leaves there what it would have led to, under the number from before.
  static func areOfLastCommits(
    _ first: MetaPage, _ second: MetaPage, in file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> Bool {
    guard MetaPage.areOfOneFile(first, second) else { return false }
    let newer = MetaPage.newer(first, second)
    let commit = try FreePages.lastCommit(of: newer, in: file, path: path)
    return commit.map { $0 == newer.transactionID } ?? true
  }

  /// What is wrong with the pages of the last commit; see ``LMDBEnvironment/pageFaults()``.
  static func pageFaults(of file: borrowing FileDescriptor, path: String) throws(LMDBError) -> [PageFault] {
    let meta = try newestMeta(of: file, path: path)
    var tree = PageTree(pageBytes: meta.pageBytes, below: meta.lastPage + 1)
    for header in 0..<2 as Range<UInt64> { tree.reachFree(header) }
    let free = try FreePages(under: meta.free, &tree, of: file, path: path)
    let freeTree = tree.reached.count - 2
    let tables = try tree.tables(under: meta.tables, of: file, path: path)
    let tableTree = tree.reached.count - freeTree - 2
    for table in tables { try tree.walkTable(table, of: file, path: path) }
    for page in free.numbers { tree.reachFree(page) }
    // A page that is not readable explains what is missing.
    guard tree.faults.isEmpty else { return tree.faults }
    tree.expect(free.lists, freeTree, in: meta.free, of: "the list of free pages")
    tree.expect(UInt64(tables.count), tableTree, in: meta.tables, of: "the list of tables")
    tree.expectEveryPage()
    return tree.faults
  }

  /// Whether the trees of the last commit and the free pages are as many pages as the file has, by what they say themselves.
  ///
  /// Each commit leaves it so. A tree whose record is damaged, or that of an earlier commit, would seem to be sound and to hold
  /// less.
  ///
  /// - Throws: ``LMDBError/damaged(path:table:what:)``.
  /// - Complexity: O(commits whose free pages are listed).
  static func checkAccount(of file: borrowing FileDescriptor, path: String) throws(LMDBError) {
    let meta = try newestMeta(of: file, path: path)
    var tree = PageTree(pageBytes: meta.pageBytes, below: meta.lastPage + 1)
    var account = 2 &+ meta.free.pages &+ meta.tables.pages
    account &+= try FreePages.count(under: meta.free, &tree, of: file, path: path)
    for table in try tree.tables(under: meta.tables, of: file, path: path) {
      account &+= table.tree.pages
    }
    if tree.faults.isEmpty, account != meta.lastPage + 1 {
      tree.found("its tables and free pages are \(account) pages together, and it has \(meta.lastPage + 1)")
    }
    if let fault = tree.faults.first { throw LMDBError(fault, in: path) }
  }

  /// The header of the last commit.
  static func newestMeta(of file: borrowing FileDescriptor, path: String) throws(LMDBError) -> MetaPage {
    let (first, second) = try settledHeaders(of: file, path: path)
    return MetaPage.newer(first, second)
  }

  /// The number of the last commit, for who knows that none is being written.
  static func lastTransactionID(of file: borrowing FileDescriptor, path: String) throws(LMDBError) -> UInt64 {
    let (first, second) = try headers(of: file, path: path)
    return MetaPage.newer(first, second).transactionID
  }

  /// Whether the header of the commit before leads to one behind the last: to one that could not write its header, and was never
  /// acknowledged; or to one that was, if the number in that header has changed since. The next commit writes over it.
  ///
  /// - Complexity: O(log *n*) pages.
  static func leadsBeyondLastCommit(
    of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> Bool {
    let (first, second) = try settledHeaders(of: file, path: path)
    let newer = MetaPage.newer(first, second)
    let older = newer == first ? second : first
    let commit = try FreePages.lastCommit(of: older, in: file, path: path)
    // Its pages may have been used again meanwhile.
    guard try settledHeaders(of: file, path: path) == (first, second), let commit else { return false }
    return commit > newer.transactionID
  }

  /// Both headers, neither of them while it is written.
  private static func settledHeaders(
    of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> (MetaPage, MetaPage) {
    var last: (MetaPage, MetaPage)?
    while true {
      let found = try headers(of: file, path: path)
      if let last, last == found { return found }
      last = found
    }
  }

  private static func headers(
    of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> (MetaPage, MetaPage) {
    let headers = try Headers(of: file, path: path)
    return try headers.both(of: file, byteCount: Int(file.status(path: path).st_size), path: path)
  }
}

extension FileDescriptor {
  /// Reads over `bytes` from its start; see ``read(_:at:path:)``.
  func fill(_ bytes: inout [UInt8], at offset: Int, path: String) throws(LMDBError) -> Int {
    var span = bytes.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { buffer throws(LMDBError) -> Int in
      try unsafe read(buffer, at: offset, path: path)
    }
  }
}
