/// One of the two headers of an LMDB file, as far as it tells whether the file is whole.
///
/// Read here, before LMDB maps the file: LMDB trusts it, and a page missing behind the end of a map is a
/// signal.
///
/// Source: `MDB_page`, `MDB_meta` in mdb.c of LMDB 0.9.24, on 64-bit machines.
struct MetaPage: Hashable {
  let pageBytes: Int
  let lastPage: UInt64
  let transactionID: UInt64
  /// The tree that lists the free pages, and the one that lists the tables.
  let free: TreeRecord
  let tables: TreeRecord

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
    free = TreeRecord(bytes.extracting(40..<88))
    tables = TreeRecord(bytes.extracting(88..<136))
    lastPage = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 136, as: UInt64.self)
    transactionID = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 144, as: UInt64.self)
    // The keys of the one are numbers, and beside that stands whether the file has a folder to itself.
    guard lastPage < Page.bound, free.flags & ~0x4000 == 0x08, tables.flags == 0 else { throw .notAMetaPage }
  }

  /// Whether these can be the two headers of one file, the first at its beginning.
  ///
  /// Commits take turns: each writes over the header of the one before the last. Until the first, both are of none.
  static func areOfOneFile(_ first: MetaPage, _ second: MetaPage) -> Bool {
    if first.pageBytes != second.pageBytes { return false }
    if first.transactionID == 0 && second.transactionID == 0 { return true }
    let (later, earlier) = (
      max(first.transactionID, second.transactionID), min(first.transactionID, second.transactionID)
    )
    return later - earlier == 1 && first.transactionID % 2 == 0
  }

  /// The one that the engine goes by.
  static func newer(_ first: MetaPage, _ second: MetaPage) -> MetaPage {
    second.transactionID > first.transactionID ? second : first
  }
}
