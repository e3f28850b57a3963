import CLMDB

/// The engine takes its own pages on trust. Here they are read beside it; call these inside of a read or write transaction, which
/// keeps the pages of the last commit from being used again.
extension LMDBEnvironment {
  /// What is wrong with the pages of the last commit, in words: each must lie where it says, be used once or be free, and hold
  /// the keys that lead to it, in their order.
  ///
  /// - Returns: Nothing for a sound file; at most some dozens of faults.
  /// - Complexity: O(*pages*), reading every page but those of long values.
  package func pageFaults() throws(LMDBError) -> [String] {
    try Soundness.pageFaults(of: shared.lockFile, path: shared.path)
  }

  /// Looks at the pages that lead to the keys from `first` on and before `end`, and at those that hold them.
  ///
  /// The engine finds nothing where the way to it is damaged. After this, what it does not find is not there.
  ///
  /// - Parameter entry: Gets each entry of those pages.
  /// - Throws: ``LMDBError/corrupted(path:operation:code:)``.
  /// - Complexity: O(log *n*) pages, and those that hold the keys.
  package func checkPages(
    of table: String, from first: [UInt8]? = nil, before end: [UInt8]? = nil,
    _ entry: (RawSpan, RawSpan) throws -> Void
  ) throws {
    let path = shared.path
    let meta = try Soundness.newestMeta(of: shared.lockFile, path: path)
    var tree = PageTree(pageBytes: meta.pageBytes, below: meta.lastPage + 1)
    let tables = try tree.tables(under: meta.mainRoot, of: shared.lockFile, path: path)
    var leaves: [(page: Page, nodes: [Page.Node])] = []
    if let record = tables.first(where: { $0.name == Array(table.utf8) }) {
      try tree.walk(
        from: record.root, for: .init(first: first, end: end), of: shared.lockFile, path: path
      ) { (_, page, nodes) throws(LMDBError) in leaves.append((page, nodes)) }
    } else {
      tree.found("the table \(table) is not there")
    }
    for (page, nodes) in leaves {
      for node in nodes {
        let value = try shared.lockFile.value(of: node, on: page, of: meta.pageBytes, path: path)
        let found = value ?? Array(page.bytes[node.value])
        try unsafe entry(page.bytes.span.bytes.extracting(node.key), found.span.bytes)
      }
    }
    if let fault = tree.faults.first {
      throw LMDBError.corrupted(path: path, operation: fault, code: MDB_CORRUPTED)
    }
  }
}
