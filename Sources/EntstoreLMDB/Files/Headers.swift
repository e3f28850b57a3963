/// The two headers of an LMDB file, each as far as it is readable.
struct Headers {
  private let first: Result<MetaPage, MetaPage.Fault>
  private let second: Result<MetaPage, MetaPage.Fault>

  private static let pageSizes = (12...16).map { 1 << $0 }

  init(of file: borrowing FileDescriptor, path: String) throws(LMDBError) {
    first = try Self.header(at: 0, of: file, path: path)
    // Where the first one does not say how long a page is, the second may be at any of these places.
    var second: Result<MetaPage, MetaPage.Fault> = .failure(.notAMetaPage)
    for pageBytes in (try? first.get()).map({ [$0.pageBytes] }) ?? Self.pageSizes {
      if case .success = second { break }
      second = try Self.header(at: pageBytes, of: file, path: path)
    }
    self.second = second
  }

  /// Those that are readable.
  var readable: [MetaPage] { [first, second].compactMap { try? $0.get() } }

  /// The tables of the last commit; `nil` where it is not certain which that was.
  func tables(of file: borrowing FileDescriptor, path: String) throws(LMDBError) -> TreeRecord? {
    guard readable.count == 2,
      try Soundness.areOfLastCommits(readable[0], readable[1], in: file, path: path)
    else { return nil }
    return MetaPage.newer(readable[0], readable[1]).tables
  }

  /// Both, of a file of so many bytes.
  ///
  /// - Throws: ``LMDBError/notAStore(path:)`` where nothing of an LMDB file is to be found, ``LMDBError/versionMismatch(path:)``;
  ///   ``LMDBError/truncated(path:expectedBytes:actualBytes:)`` or ``LMDBError/damaged(path:table:what:)`` for what was one.
  func both(
    of file: borrowing FileDescriptor, byteCount: Int, path: String
  ) throws(LMDBError) -> (MetaPage, MetaPage) {
    switch (first, second) {
    case (.success(let first), .success(let second)): return (first, second)
    case (.success(let header), .failure) where byteCount < 2 * header.pageBytes:
      throw .truncated(path: path, expectedBytes: 2 * header.pageBytes, actualBytes: byteCount)
    case (.success, .failure):
      throw .damaged(path: path, table: nil, what: "page 1, the second of its two headers, is not readable")
    case (.failure, .success):
      throw .damaged(path: path, table: nil, what: "page 0, the first of its two headers, is not readable")
    case (.failure(.otherVersion), _), (_, .failure(.otherVersion)): throw .versionMismatch(path: path)
    case (.failure, .failure):
      guard try Self.pageSize(of: file, byteCount: byteCount, path: path) != nil else {
        throw .notAStore(path: path)
      }
      throw .damaged(path: path, table: nil, what: "neither of its two headers, pages 0 and 1, is readable")
    }
  }

  /// The length of a page as the headers say it, or else as the pages do; `nil`: there is no page.
  func pageBytes(of file: borrowing FileDescriptor, byteCount: Int, path: String) throws(LMDBError) -> Int? {
    if let header = readable.first { return header.pageBytes }
    return try Self.pageSize(of: file, byteCount: byteCount, path: path)
  }

  /// A page knows its own number: what fits the first of them is the length of all.
  private static func pageSize(
    of file: borrowing FileDescriptor, byteCount: Int, path: String
  ) throws(LMDBError) -> Int? {
    var bytes = [UInt8](repeating: 0, count: Page.headerBytes)
    for offset in stride(from: 2 * pageSizes[0], to: byteCount, by: pageSizes[0]) {
      guard try file.fill(&bytes, at: offset, path: path) == bytes.count else { return nil }
      let page = Page(bytes: bytes)
      guard page.isBranch || page.isLeaf || page.valuePages != nil, page.number >= 2 else { continue }
      if let found = pageSizes.first(where: { page.number == UInt64(offset / $0) && offset % $0 == 0 }) {
        return found
      }
    }
    return nil
  }

  private static func header(
    at offset: Int, of file: borrowing FileDescriptor, path: String
  ) throws(LMDBError) -> Result<MetaPage, MetaPage.Fault> {
    var bytes = [UInt8](repeating: 0, count: MetaPage.byteCount)
    let count = try file.fill(&bytes, at: offset, path: path)
    do throws(MetaPage.Fault) {
      return .success(unsafe try MetaPage(bytes.span.extracting(first: count).bytes))
    } catch {
      return .failure(error)
    }
  }
}
