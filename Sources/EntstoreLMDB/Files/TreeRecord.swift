/// What a file says of one of its trees: of the list of free pages, of the list of tables, or of a table.
///
/// Source: `MDB_db` in mdb.c of LMDB 0.9.24, on 64-bit machines.
struct TreeRecord: Hashable {
  let flags: UInt16
  /// How many pages lead to each entry: of branches, and at the end the leaf.
  let depth: Int
  /// How many pages it takes, those of long values among them.
  let pages: UInt64
  let entries: UInt64
  /// The page that it begins with; ``Page/none`` for an empty one.
  let root: UInt64

  static let byteCount = 48

  /// - Parameter bytes: At least ``byteCount``.
  init(_ bytes: RawSpan) {
    func number(at offset: Int) -> UInt64 {
      unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    flags = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt16.self)
    depth = Int(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 6, as: UInt16.self))
    // Of branches, of leaves and of long values. Nothing vouches for these numbers.
    pages = number(at: 8) &+ number(at: 16) &+ number(at: 24)
    entries = number(at: 32)
    root = number(at: 40)
  }
}
