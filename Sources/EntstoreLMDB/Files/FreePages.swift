/// Counts the free pages of an LMDB file that lie in a range of page numbers.
///
/// A transaction may take pages at the end of the file and free them again before it commits. They are never
/// written, so a sound file can be shorter than its last page: each missing page then stands in the tree of
/// free pages.
///
/// Source: `MDB_page`, `MDB_node`, `mdb_freelist_save` in mdb.c of LMDB 0.9.24.
struct FreePages {
  private let first: UInt64
  private let last: UInt64
  /// How many pages of the range are free.
  private(set) var count = 0

  init(from first: UInt64, through last: UInt64) {
    self.first = first
    self.last = last
  }

  private static let headerBytes = 16
  private static let nodeBytes = 8

  /// Counts the free pages listed under `page`. What cannot be read is not counted.
  mutating func collect(
    _ page: UInt64, depth: Int = 0, pageBytes: Int, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) {
    // A tree deeper than this is a circle.
    guard depth < 32, page <= last else { return }
    var bytes = [UInt8](repeating: 0, count: pageBytes)
    guard try file.fill(&bytes, at: Int(page) * pageBytes, path: path) == pageBytes else { return }
    let flags = bytes.load(UInt16.self, at: 10)
    let lower = Int(bytes.load(UInt16.self, at: 12))
    guard lower >= Self.headerBytes, lower <= pageBytes else { return }
    for slot in stride(from: Self.headerBytes, to: lower - 1, by: 2) {
      let node = Int(bytes.load(UInt16.self, at: slot))
      guard node + Self.nodeBytes <= pageBytes else { return }
      if flags & 0x01 != 0 {
        let child = bytes.load(UInt64.self, at: node) & 0xFFFF_FFFF_FFFF
        try collect(child, depth: depth + 1, pageBytes: pageBytes, of: file, path: path)
      } else if flags & 0x02 != 0 {
        try collectLeaf(bytes, at: node, pageBytes: pageBytes, of: file, path: path)
      }
    }
  }

  private mutating func collectLeaf(
    _ bytes: [UInt8], at node: Int, pageBytes: Int, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) {
    let valueBytes = Int(bytes.load(UInt32.self, at: node))
    let isElsewhere = bytes.load(UInt16.self, at: node + 4) & 0x01 != 0
    let start = node + Self.nodeBytes + Int(bytes.load(UInt16.self, at: node + 6))
    guard isElsewhere else {
      if start + valueBytes <= pageBytes { countList(bytes, from: start, byteCount: valueBytes) }
      return
    }
    guard start + 8 <= pageBytes else { return }
    let page = bytes.load(UInt64.self, at: start)
    guard page <= last, valueBytes / pageBytes <= last else { return }
    var value = [UInt8](repeating: 0, count: valueBytes)
    let read = try file.fill(&value, at: Int(page) * pageBytes + Self.headerBytes, path: path)
    if read == valueBytes { countList(value, from: 0, byteCount: valueBytes) }
  }

  private mutating func countList(_ bytes: [UInt8], from start: Int, byteCount: Int) {
    guard byteCount >= 8 else { return }
    let listed = Int(truncatingIfNeeded: min(bytes.load(UInt64.self, at: start), UInt64(byteCount / 8 - 1)))
    for index in 0..<listed {
      let page = bytes.load(UInt64.self, at: start + 8 * (index + 1))
      if page >= first && page <= last { count += 1 }
    }
  }
}

extension [UInt8] {
  fileprivate func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
    // Bounds are checked by the span.
    unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }
}
