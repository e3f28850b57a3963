/// The engine takes its own pages on trust. Here they are read beside it; call these inside of a read or write transaction, which
/// keeps the pages of the last commit from being used again.
extension LMDBEnvironment {
  /// What is wrong with the pages of the last commit: each must lie where it says, be used once or be free, and hold the keys
  /// that lead to it, in their order; and each table must have as many entries as it says.
  ///
  /// - Returns: Nothing for a sound file; at most some dozens of faults.
  /// - Complexity: O(*pages*), reading every page but those of long values.
  package func pageFaults() throws(LMDBError) -> [PageFault] {
    try Soundness.pageFaults(of: shared.lockFile, path: shared.path)
  }

  /// Makes sure that the trees and the free pages are as many pages as the file has, by what they say themselves.
  ///
  /// - Throws: ``LMDBError/damaged(path:table:what:)``.
  /// - Complexity: O(commits whose free pages are listed).
  package func checkAccount() throws(LMDBError) {
    try Soundness.checkAccount(of: shared.lockFile, path: shared.path)
  }

  /// Whether there is a trace of a commit behind the last one, until the next commit.
  ///
  /// It could not write its header and was never acknowledged; or that header's number has been damaged, and what was
  /// acknowledged then is not in the store.
  package func hasTraceBeyondLastCommit() throws(LMDBError) -> Bool {
    try Soundness.leadsBeyondLastCommit(of: shared.lockFile, path: shared.path)
  }

  /// Looks at the pages that lead to the keys from `first` on and before `end`, and at those that hold them; without either, at
  /// all of the table and whether it has as many entries as it says.
  ///
  /// The engine finds nothing where the way to it is damaged. After this, what it does not find is not there.
  ///
  /// - Parameter entry: Gets each entry of those pages.
  /// - Throws: ``LMDBError/damaged(path:table:what:)``.
  /// - Complexity: O(log *n*) pages, and those that hold the keys.
  package func checkPages(
    of table: String, from first: [UInt8]? = nil, before end: [UInt8]? = nil,
    _ entry: (RawSpan, RawSpan) throws -> Void
  ) throws {
    let path = shared.path
    let meta = try Soundness.newestMeta(of: shared.lockFile, path: path)
    var tree = PageTree(pageBytes: meta.pageBytes, below: meta.lastPage + 1)
    let tables = try tree.tables(under: meta.tables, of: shared.lockFile, path: path)
    tree.table = table
    if let record = tables.first(where: { $0.name == table }) {
      var entries: UInt64 = 0
      var failure: (any Error)?
      try tree.walk(
        from: record.tree, for: .init(first: first, end: end), of: shared.lockFile, path: path
      ) { (tree, page, nodes) throws(LMDBError) in
        entries += UInt64(nodes.count)
        for node in nodes where failure == nil {
          let value = try shared.lockFile.value(of: node, on: page, of: meta.pageBytes, path: path)
          let found = value ?? Array(page.bytes[node.value])
          do {
            try unsafe entry(page.bytes.span.bytes.extracting(node.key), found.span.bytes)
          } catch {
            failure = error
          }
        }
      }
      // A page that is wrong explains its values.
      if let fault = tree.faults.first { throw LMDBError(fault, in: path) }
      if let failure { throw failure }
      if first == nil, end == nil { tree.expect(entries, in: record.tree) }
    } else {
      tree.found("the table is not there")
    }
    if let fault = tree.faults.first { throw LMDBError(fault, in: path) }
  }
}

extension SharedEnvironment {
  /// Looks at the pages that list the tables.
  ///
  /// - Throws: ``LMDBError/damaged(path:table:what:)``.
  func checkTables() throws(LMDBError) {
    let meta = try Soundness.newestMeta(of: lockFile, path: path)
    var tree = PageTree(pageBytes: meta.pageBytes, below: meta.lastPage + 1)
    _ = try tree.tables(under: meta.tables, of: lockFile, path: path)
    if let fault = tree.faults.first { throw LMDBError(fault, in: path) }
  }
}
