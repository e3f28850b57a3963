/// The pages of an LMDB file that its tree of free pages lists.
///
/// Source: `mdb_freelist_save` in mdb.c of LMDB 0.9.24.
struct FreePages {
  /// In the order of the tree, each as often as it is listed.
  private(set) var numbers: [UInt64] = []
  /// How many lists they stand in.
  private(set) var lists: UInt64 = 0

  /// Lists the free pages under `record`. What cannot be read is passed over.
  ///
  /// - Parameter tree: Learns which pages the tree itself takes.
  init(
    under record: TreeRecord, _ tree: inout PageTree, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) {
    try tree.walk(from: record, order: .numbers, of: file, path: path) {
      (tree, page, nodes) throws(LMDBError) in
      for node in nodes {
        guard node.isElsewhere else {
          append(page.bytes[node.value], &tree)
          continue
        }
        try tree.reachValue(of: node, on: page, of: file, path: path)
        if let value = try file.value(of: node, on: page, of: tree.pageBytes, path: path) {
          append(value[...], &tree)
        }
      }
    }
  }

  /// A list is its length and as many numbers.
  private mutating func append(_ list: ArraySlice<UInt8>, _ tree: inout PageTree) {
    lists += 1
    let list = Array(list)
    let count = list.count >= 8 ? list.load(UInt64.self, at: 0) : .max
    guard count <= list.count / 8 - 1 else { return tree.found("a list of free pages is not readable") }
    for index in 1..<Int(count) + 1 { numbers.append(list.load(UInt64.self, at: 8 * index)) }
  }
}

extension FreePages {
  /// How many pages the lists under `record` say that they have.
  static func count(
    under record: TreeRecord, _ tree: inout PageTree, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> UInt64 {
    var count: UInt64 = 0
    try tree.walk(from: record, order: .numbers, of: file, path: path) {
      (tree, page, nodes) throws(LMDBError) in
      for node in nodes {
        if let number = page.valuePage(of: node) {
          let head = try file.page(number, of: tree.pageBytes, path: path)
          count &+= head?.bytes.load(UInt64.self, at: Page.headerBytes) ?? 0
        } else if node.value.count >= 8 {
          count &+= page.bytes.load(UInt64.self, at: node.value.lowerBound)
        }
      }
    }
    return count
  }

  /// The last commit that has freed pages, which each one does that leaves anything behind: the greatest key of the tree.
  ///
  /// - Returns: `nil` where the tree is empty or not readable.
  /// - Complexity: O(log *n*) pages.
  static func lastCommit(
    of meta: MetaPage, in file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> UInt64? {
    var number = meta.free.root
    for _ in 0..<PageTree.deepest where number != Page.none {
      guard let page = try file.page(number, of: meta.pageBytes, path: path), page.number == number,
        let last = page.nodes?.last
      else { return nil }
      if page.isLeaf {
        return last.key.count == 8 ? page.bytes.load(UInt64.self, at: last.key.lowerBound) : nil
      }
      number = last.child
    }
    return nil
  }
}

extension FileDescriptor {
  /// Reads a value that stands on pages of its own; `nil` if they are not in the file, or begin with another one's.
  func value(
    of node: Page.Node, on page: Page, of pageBytes: Int, path: String
  ) throws(LMDBError) -> [UInt8]? {
    guard let number = page.valuePage(of: node),
      let head = try self.page(number, of: pageBytes, path: path), head.number == number,
      let pages = head.valuePages, pages <= Int(try status(path: path).st_size) / pageBytes,
      Page.headerBytes + node.valueBytes <= pages * pageBytes
    else { return nil }
    var value = [UInt8](repeating: 0, count: node.valueBytes)
    let count = try fill(&value, at: Int(number) * pageBytes + Page.headerBytes, path: path)
    return count == value.count ? value : nil
  }
}
