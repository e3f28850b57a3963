/// Goes through trees of pages of an LMDB file, without the engine, and notes what cannot be right about them.
///
/// A page is gone into once, so that no circle holds anything up.
struct PageTree {
  let pageBytes: Int
  /// The pages that were reached.
  private(set) var reached: PageSet
  /// The first faults.
  private(set) var faults: [PageFault] = []
  /// The table that is gone through.
  var table: String?

  /// The engine's own bound for the depth of a tree.
  static let deepest = 32
  private static let listed = 20

  /// - Parameter bound: No page has this number, or a greater one.
  init(pageBytes: Int, below bound: UInt64) {
    self.pageBytes = pageBytes
    reached = PageSet(below: bound)
  }

  /// How the keys of a tree follow each other.
  enum Order {
    case bytes
    /// Numbers of 64 bits in the order of the machine, as in the tree of free pages.
    case numbers
  }

  /// Keys from the first on and before the end; the whole tree where neither is said.
  struct Keys {
    var first: [UInt8]?
    var end: [UInt8]?

    fileprivate func overlaps(_ other: Keys) -> Bool {
      precedes(first, other.end) && precedes(other.first, end)
    }

    private func precedes(_ first: [UInt8]?, _ end: [UInt8]?) -> Bool {
      guard let first, let end else { return true }
      return first.lexicographicallyPrecedes(end)
    }
  }

  /// Hands out the leaves of the tree in their order; what cannot be read is passed over.
  ///
  /// - Parameter keys: Pages that can hold none of these are not looked at.
  mutating func walk(
    from tree: TreeRecord, order: Order = .bytes, for keys: Keys = Keys(), of file: borrowing FileDescriptor,
    path: String, _ leaf: (inout PageTree, Page, [Page.Node]) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    if tree.root == Page.none { return }
    guard 1...Self.deepest ~= tree.depth else {
      return found("it should be \(tree.depth) pages deep, which no tree is")
    }
    try visit(tree.root, Keys(), order, for: keys, levels: tree.depth - 1, of: file, path: path, leaf)
  }

  /// The tables that are listed under `record`.
  mutating func tables(
    under record: TreeRecord, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> [Page.Table] {
    var tables: [Page.Table] = []
    try walk(from: record, of: file, path: path) { (tree, page, nodes) throws(LMDBError) in
      for node in nodes {
        guard let table = page.table(in: node) else {
          tree.found("page \(page.number), which lists the tables, has an entry that is no table")
          continue
        }
        tables.append(table)
        if !tree.reached.isBelowBound(table.tree.root), table.tree.root != Page.none {
          tree.found(
            "page \(page.number) says that the table \(table.name) begins on page \(table.tree.root), which is not there"
          )
        }
      }
    }
    return tables
  }

  /// Goes through a table, with the values that stand on pages of their own.
  mutating func walkTable(
    _ table: Page.Table, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) {
    self.table = table.name
    defer { self.table = nil }
    let before = (faults: faults.count, pages: reached.count)
    var entries: UInt64 = 0
    try walk(from: table.tree, of: file, path: path) { (tree, page, nodes) throws(LMDBError) in
      entries += UInt64(nodes.count)
      for node in nodes where node.isElsewhere {
        try tree.reachValue(of: node, on: page, of: file, path: path)
      }
    }
    // A page that is not readable explains what is missing.
    if faults.count == before.faults { expect(entries, reached.count - before.pages, in: table.tree) }
  }

  /// Notes where a tree has not as many entries, or pages, as its record says.
  mutating func expect(_ entries: UInt64, _ pages: UInt64? = nil, in tree: TreeRecord, of name: String = "it")
  {
    if entries != tree.entries {
      found("\(name) has \(entries) entries, and should have \(tree.entries)")
    } else if let pages, pages != tree.pages {
      found("\(name) takes \(pages) pages, and should take \(tree.pages)")
    }
  }

  /// Notes which pages were not reached, where all should have been.
  mutating func expectEveryPage() {
    for page in reached.missing(Self.listed) { found("page \(page) is neither in use nor listed as free") }
  }

  /// The pages of a value that `node` of a leaf says stands elsewhere.
  mutating func reachValue(
    of node: Page.Node, on page: Page, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) {
    guard let first = page.valuePage(of: node) else { return }
    // A value that is written over by a shorter one keeps its pages.
    guard let head = try file.page(first, of: pageBytes, path: path), head.number == first,
      let count = head.valuePages, Page.headerBytes + node.valueBytes <= count * pageBytes
    else {
      return found("page \(first) is not the beginning of a long value, as page \(page.number) says it is")
    }
    for number in first..<first + UInt64(count) where !reached.insert(number) {
      return found(notUsable(number, "page \(page.number)"))
    }
  }

  /// A page that is said to be free.
  mutating func reachFree(_ page: UInt64) {
    guard !reached.insert(page) else { return }
    found(
      reached.isBelowBound(page)
        ? "page \(page) is listed as free, and is in use or listed twice"
        : "page \(page) is listed as free, and is not there")
  }

  mutating func found(_ what: String) {
    if faults.count < Self.listed { faults.append(PageFault(table: table, what: what)) }
  }

  private func notUsable(_ page: UInt64, _ other: String) -> String {
    reached.isBelowBound(page)
      ? "\(other) leads to page \(page), which another page leads to as well"
      : "\(other) leads to page \(page), which is not there"
  }

  private mutating func visit(
    _ number: UInt64, from parent: UInt64? = nil, _ bounds: Keys, _ order: Order, for wanted: Keys,
    levels: Int, of file: borrowing FileDescriptor, path: String,
    _ leaf: (inout PageTree, Page, [Page.Node]) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    guard reached.insert(number) else {
      return found(notUsable(number, parent.map { "page \($0)" } ?? "its beginning"))
    }
    guard let page = try file.page(number, of: pageBytes, path: path) else {
      return found("page \(number) is not there: the file ends before it")
    }
    guard page.number == number else { return found("page \(number) \(page.appearance)") }
    guard let nodes = page.nodes else {
      return found("page \(number) is not readable: its entries are not where it says")
    }
    // It may be whole: that of another place, or of this one from when its table was smaller.
    guard page.isBranch == (levels > 0) else {
      let (has, should) = page.isBranch ? ("leads to", "have") : ("has", "lead to")
      return found("page \(number) \(has) entries, and should \(should) some")
    }
    if nodes.isEmpty { return found("page \(number) has no entries, and should have some") }

    // A branch's first key stands for all that is less than its second.
    let keys = nodes.enumerated().map { index, node in
      page.isBranch && index == 0 ? bounds.first ?? [] : order.comparable(page.bytes[node.key])
    }
    if !isInOrder(keys, within: bounds) { found("the keys on page \(number) are not in their order") }
    guard page.isBranch else { return try leaf(&self, page, nodes) }
    for (index, node) in nodes.enumerated() {
      let below = Keys(
        first: index == 0 ? bounds.first : keys[index],
        end: index + 1 < keys.count ? keys[index + 1] : bounds.end)
      if !below.overlaps(wanted) { continue }
      try visit(
        node.child, from: number, below, order, for: wanted, levels: levels - 1, of: file, path: path, leaf)
    }
  }

  private func isInOrder(_ keys: [[UInt8]], within bounds: Keys) -> Bool {
    if let first = bounds.first, keys[0].lexicographicallyPrecedes(first) { return false }
    if let end = bounds.end, !keys[keys.count - 1].lexicographicallyPrecedes(end) { return false }
    return zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }
}

extension PageTree.Order {
  /// The key as bytes that compare as the keys do.
  fileprivate func comparable(_ key: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .bytes: Array(key)
    case .numbers: key.reversed()
    }
  }
}

extension FileDescriptor {
  /// Reads a page; `nil` if the file ends before its end.
  func page(_ number: UInt64, of pageBytes: Int, path: String) throws(LMDBError) -> Page? {
    guard number < Page.bound else { return nil }
    let page = try beginning(of: number, of: pageBytes, path: path)
    return page.bytes.count == pageBytes ? page : nil
  }

  /// Reads what there is of a page.
  func beginning(of number: UInt64, of pageBytes: Int, path: String) throws(LMDBError) -> Page {
    var bytes = [UInt8](repeating: 0, count: pageBytes)
    let count = try fill(&bytes, at: Int(number) * pageBytes, path: path)
    bytes.removeLast(pageBytes - count)
    return Page(bytes: bytes)
  }
}
