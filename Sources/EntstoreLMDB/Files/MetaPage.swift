/// One of the two headers of an LMDB file, as far as it tells whether the file is whole.
///
/// Read here, before LMDB maps the file: LMDB trusts it, and a page missing behind the end of a map is a
/// signal.
///
/// Source: `MDB_page`, `MDB_meta`, `MDB_db` in mdb.c of LMDB 0.9.24, on 64-bit machines.
struct MetaPage {
  let pageBytes: Int
  let lastPage: UInt64
  let transactionID: UInt64
  /// The root of the tree of free pages; nil if no page is free.
  let freeRoot: UInt64?

  static let byteCount = 152

  enum Fault: Error {
    case notAMetaPage
    case otherVersion
  }

  /// Parses the first ``byteCount`` bytes of a page.
  init(_ bytes: RawSpan) throws(Fault) {
    guard bytes.byteCount >= Self.byteCount,
      unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 10, as: UInt16.self) & 0x08 != 0,
      unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt32.self) == 0xBEEF_C0DE
    else { throw .notAMetaPage }
    guard unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 20, as: UInt32.self) == 1 else {
      throw .otherVersion
    }
    pageBytes = Int(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 40, as: UInt32.self))
    guard (256...65536).contains(pageBytes), pageBytes.nonzeroBitCount == 1 else { throw .notAMetaPage }
    let root = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 80, as: UInt64.self)
    freeRoot = root == .max ? nil : root
    lastPage = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 136, as: UInt64.self)
    transactionID = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 144, as: UInt64.self)
    guard lastPage < 1 << 47 else { throw .notAMetaPage }
  }
}
