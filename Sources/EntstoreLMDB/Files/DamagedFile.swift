#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An LMDB file of which anything may be wrong, read page by page without the engine and never written.
package struct DamagedFile: ~Copyable {
  private let file: FileDescriptor
  private let path: String
  private let pageBytes: Int
  private let byteCount: Int
  /// The pages that the last commit reaches; none where the file does not say which commit that was.
  private let inUse: PageSet
  /// Pages that hold the middle of a value, and nothing else whatever they look like.
  private var insides: PageSet

  /// Where a value lies in the file.
  package struct Place: Hashable, Sendable {
    fileprivate let offset: Int
    fileprivate let byteCount: Int
    /// Whether the last commit has it. What earlier ones had stays on free pages until these are used again.
    package let isInUse: Bool
  }

  /// - Throws: ``LMDBError/notFoundFile(path:)``, ``LMDBError/isDirectory(path:)``, ``LMDBError/notAStore(path:)`` for what is
  ///   no file, or another failure to read.
  package init(path: String) throws(LMDBError) {
    let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
    let status = try file.status(path: path)
    if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: path) }
    if status.st_mode & S_IFMT != S_IFREG { throw .notAStore(path: path) }
    let byteCount = Int(status.st_size)
    let headers = try Headers(of: file, path: path)
    let pageBytes = try headers.pageBytes(of: file, byteCount: byteCount, path: path) ?? 4_096
    let pages = UInt64(byteCount / pageBytes)
    var tree = PageTree(pageBytes: pageBytes, below: pages)
    for tables in [try headers.tables(of: file, path: path)].compactMap(\.self) {
      for table in try tree.tables(under: tables, of: file, path: path) {
        try tree.walkTable(table, of: file, path: path)
      }
    }
    inUse = tree.reached
    insides = PageSet(below: pages)
    self.file = file
    self.path = path
    self.pageBytes = pageBytes
    self.byteCount = byteCount
  }

  /// Hands out whatever looks like an entry of some table, from the first page to the last.
  ///
  /// Where entries lie is told by their own bytes, not by the page that they are on: its header may be what is damaged.
  ///
  /// - Parameters:
  ///   - isWanted: Whether an entry of this key is looked at, before its value is read.
  ///   - body: Gets key, value and place; says whether it is an entry indeed. Within one no other is looked for.
  package mutating func forEachEntry(
    where isWanted: (RawSpan) -> Bool, _ body: (RawSpan, RawSpan, Place) throws -> Bool
  ) throws {
    for number in 0..<UInt64((byteCount + pageBytes - 1) / pageBytes) where !insides.contains(number) {
      let page = try file.beginning(of: number, of: pageBytes, path: path)
      let bytes = page.bytes
      var offset = Page.headerBytes
      while offset < bytes.count {
        let isEntry = try entry(at: offset, of: page, number: number, where: isWanted, body)
        // Entries begin at even places.
        offset = isEntry.map { ($0 + 1) & ~1 } ?? offset + 2
      }
    }
  }

  /// - Returns: Where the entry ends, if it is one.
  private mutating func entry(
    at offset: Int, of page: Page, number: UInt64, where isWanted: (RawSpan) -> Bool,
    _ body: (RawSpan, RawSpan, Place) throws -> Bool
  ) throws -> Int? {
    let bytes = page.bytes
    guard let node = page.node(at: offset, isBranch: false), node.isEntry,
      unsafe isWanted(bytes.span.bytes.extracting(node.key))
    else { return nil }
    // What another page should hold is on this one by mistake, and may be of any commit.
    let isInUse = page.number == number && inUse.contains(number)
    guard node.isElsewhere else {
      let place = Place(
        offset: Int(number) * pageBytes + node.value.lowerBound, byteCount: node.valueBytes, isInUse: isInUse)
      let isEntry = unsafe try body(
        bytes.span.bytes.extracting(node.key), bytes.span.bytes.extracting(node.value), place)
      return isEntry ? node.value.upperBound : nil
    }
    guard let value = try file.value(of: node, on: page, of: pageBytes, path: path),
      let first = page.valuePage(of: node)
    else { return nil }
    let place = Place(
      offset: Int(first) * pageBytes + Page.headerBytes, byteCount: value.count, isInUse: isInUse)
    guard unsafe try body(bytes.span.bytes.extracting(node.key), value.span.bytes, place) else { return nil }
    for inside in first..<first + UInt64((Page.headerBytes + value.count - 1) / pageBytes + 1) {
      _ = insides.insert(inside)
    }
    return node.value.upperBound
  }

  /// Whether what was found at `place` has turned out to be a part of another value.
  package func isInside(_ place: Place) -> Bool {
    place.offset % pageBytes != Page.headerBytes && insides.contains(UInt64(place.offset / pageBytes))
  }

  /// The value that was found at `place`.
  package func value(at place: Place) throws(LMDBError) -> [UInt8] {
    var value = [UInt8](repeating: 0, count: place.byteCount)
    let count = try file.fill(&value, at: place.offset, path: path)
    value.removeLast(value.count - count)
    return value
  }
}
