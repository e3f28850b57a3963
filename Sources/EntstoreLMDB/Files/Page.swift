/// One page of an LMDB file, read without the engine. Nothing vouches for it: every place in it is checked.
///
/// Source: `MDB_page`, `MDB_node`, `MDB_db` in mdb.c of LMDB 0.9.24, on 64-bit machines.
struct Page {
  /// Fewer than a page has where the file ends before.
  let bytes: [UInt8]

  static let headerBytes = 16
  private static let nodeBytes = 8

  /// Where it was written to.
  var number: UInt64 { bytes.load(UInt64.self, at: 0) }
  private var flags: UInt16 { bytes.load(UInt16.self, at: 10) }
  var isBranch: Bool { flags == 0x01 }
  var isLeaf: Bool { flags == 0x02 }

  /// How many pages a value on pages of its own takes, if this is the first of them.
  var valuePages: Int? { flags == 0x04 ? Int(bytes.load(UInt32.self, at: 12)) : nil }

  /// An entry: of a branch, the key from which on a page below begins; of a leaf, a key and its value.
  struct Node {
    let key: Range<Int>
    /// Of a leaf: where the value stands, or the number of the page that it stands on.
    let value: Range<Int>
    /// The length of the value, wherever it stands.
    let valueBytes: Int
    private let flags: UInt16

    fileprivate init(key: Range<Int>, value: Range<Int>, valueBytes: Int, flags: UInt16) {
      self.key = key
      self.value = value
      self.valueBytes = valueBytes
      self.flags = flags
    }

    /// From its own header to where the next one may begin, which is at an even place.
    fileprivate var all: Range<Int> { key.lowerBound - Page.nodeBytes..<(value.upperBound + 1) & ~1 }

    /// Whether the value stands on pages of its own.
    var isElsewhere: Bool { flags & 0x01 != 0 }
    /// Whether it is a key and its value, wherever that stands, and nothing of the engine's own.
    var isEntry: Bool { flags & ~0x01 == 0 && !key.isEmpty }
    /// Whether the value says where a table begins.
    var isTable: Bool { flags & 0x02 != 0 }
    /// Of a branch: the page below.
    var child: UInt64 { UInt64(valueBytes) | UInt64(flags) << 32 }
  }

  /// What looks like an entry at `offset`, whether or not the page says that one is there; `nil` where none can be.
  func node(at offset: Int, isBranch: Bool) -> Node? {
    guard offset >= Self.headerBytes, offset + Self.nodeBytes <= bytes.count else { return nil }
    // Length of the value in 32 bits, flags and length of the key in 16 each.
    let head = bytes.load(UInt64.self, at: offset)
    let valueBytes = Int(head & 0xFFFF_FFFF)
    let flags = UInt16(truncatingIfNeeded: head >> 32)
    let key = offset + Self.nodeBytes..<offset + Self.nodeBytes + Int(head >> 48)
    let inPage = isBranch ? 0 : flags & 0x01 != 0 ? 8 : valueBytes
    guard key.upperBound + inPage <= bytes.count else { return nil }
    return Node(
      key: key, value: key.upperBound..<key.upperBound + inPage, valueBytes: valueBytes, flags: flags)
  }

  /// What it looks like to whoever expected another page, in words.
  var appearance: String {
    if bytes.allSatisfy({ $0 == 0 }) { return "is all zeros" }
    return isBranch || isLeaf || valuePages != nil
      ? "is marked as page \(number): it was overwritten, or written to the wrong place"
      : "is not a page of a store: it was overwritten"
  }

  /// Its entries, in their order; `nil` where what it says of them cannot be right.
  var nodes: [Node]? {
    guard isBranch || isLeaf else { return nil }
    let end = Int(bytes.load(UInt16.self, at: 12))
    let first = Int(bytes.load(UInt16.self, at: 14))
    guard end >= Self.headerBytes, end <= first, first <= bytes.count, end % 2 == 0 else { return nil }
    var nodes: [Node] = []
    for slot in stride(from: Self.headerBytes, to: end, by: 2) {
      let offset = Int(bytes.load(UInt16.self, at: slot))
      guard offset >= first, let node = node(at: offset, isBranch: isBranch) else { return nil }
      nodes.append(node)
    }
    // They fill the end of the page, in whatever order, with no gap between them.
    var place = first
    for node in nodes.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
      guard node.all.lowerBound == place else { return nil }
      place = node.all.upperBound
    }
    return place == bytes.count ? nodes : nil
  }

  /// The first of the pages that a value stands on.
  func valuePage(of node: Node) -> UInt64? {
    node.isElsewhere ? bytes.load(UInt64.self, at: node.value.lowerBound) : nil
  }

  struct Table {
    let name: String
    let tree: TreeRecord
  }

  /// The record of a table; `nil` for another entry, or where the record cannot be one of this engine's plain tables.
  func table(in node: Node) -> Table? {
    guard node.isTable, node.value.count == TreeRecord.byteCount else { return nil }
    let tree = unsafe TreeRecord(bytes.span.bytes.extracting(node.value))
    return tree.flags == 0 ? Table(name: String(decoding: bytes[node.key], as: UTF8.self), tree: tree) : nil
  }

  /// No page has this number: with the largest pages the file would be longer than one can say.
  static let bound: UInt64 = 1 << 46

  /// What stands for no page: the root of an empty table.
  static let none = UInt64.max
}

extension [UInt8] {
  func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
    // Bounds are checked by the span.
    unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }
}

/// Numbers of pages below a bound, a bit for each.
struct PageSet {
  private var words: [UInt64]
  private(set) var count: UInt64 = 0
  private let bound: UInt64

  init(below bound: UInt64) {
    self.bound = bound
    words = [UInt64](repeating: 0, count: Int(bound / 64 + 1))
  }

  func contains(_ page: UInt64) -> Bool {
    page < bound && words[Int(page / 64)] & 1 << (page % 64) != 0
  }

  func isBelowBound(_ page: UInt64) -> Bool { page < bound }

  /// The first numbers that are not in it.
  func missing(_ most: Int) -> [UInt64] { Array((0..<bound).lazy.filter { !contains($0) }.prefix(most)) }

  /// - Returns: False if it is in the set already, or beyond the bound.
  mutating func insert(_ page: UInt64) -> Bool {
    guard page < bound, !contains(page) else { return false }
    words[Int(page / 64)] |= 1 << (page % 64)
    count += 1
    return true
  }
}
