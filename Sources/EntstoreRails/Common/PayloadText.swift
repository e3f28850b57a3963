/// Bytes that are known to be UTF-8 text without NUL, and where in them the text begins and ends.
///
/// Says what else they are where they are not: a wrong file is the commonest mistake, and "invalid JSON"
/// helps nobody.
struct PayloadText {
  let bytes: [UInt8]
  /// Without white space around it, and without a UTF-8 byte order mark. Never empty.
  let range: Range<Int>

  /// Checks `bytes`. O(*n*).
  init(_ bytes: [UInt8]) throws(Refusal) {
    let mark = bytes.first ?? 0 < 0x80 ? [] : bytes.prefix(3)
    if Self.isUTF32(bytes) { throw .utf32 }
    if mark.starts(with: [0xFE, 0xFF]) || mark.starts(with: [0xFF, 0xFE]) { throw .utf16 }
    var start = mark == [0xEF, 0xBB, 0xBF] ? 3 : 0
    var end = bytes.count
    while start < end, isWhiteSpace(bytes[start]) { start += 1 }
    while end > start, isWhiteSpace(bytes[end - 1]) { end -= 1 }
    if start == end { throw .empty }
    // UTF-16 without a mark shows itself in its first two bytes.
    if end - start > 1, (bytes[start] == 0) != (bytes[start + 1] == 0) { throw .utf16 }
    if bytes[start] < 0x20 { throw .binary(offset: start) }
    if !Self.isPlain(bytes) { try Self.check(bytes) }
    self.bytes = bytes
    self.range = start..<end
  }

  /// By its mark; or without one by its first character, which is ASCII where it is JSON or signed.
  private static func isUTF32(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4, bytes.prefix(4).count(where: { $0 == 0 }) > 1 else { return false }
    let start = Array(bytes.prefix(4))
    return start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF]
      || start[1...] == [0, 0, 0] && start[0] != 0 || start[..<3] == [0, 0, 0] && start[3] != 0
  }

  /// Whether all is ASCII without NUL, as nearly everything is.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    let text = bytes.rawSpan
    var oddities: UInt64 = 0
    var place = 0
    while place + 8 <= bytes.count {
      oddities |= WordScan.oddity(unsafe text.uncheckedWord(at: place))
      place += 8
    }
    return oddities == 0 && bytes[place...].allSatisfy { 1..<0x80 ~= $0 }
  }

  private static func check(_ bytes: [UInt8]) throws(Refusal) {
    let fault: Int? = {
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span)
        return nil
      } catch {
        return error.byteOffsets.lowerBound
      }
    }()
    if let fault { throw .notUTF8(offset: fault) }
    if let offset = bytes.firstIndex(of: 0) { throw .containsNUL(offset: offset) }
  }

  /// The first byte of the text.
  var first: UInt8 { bytes[range.lowerBound] }
}

/// JSON's white space, which is also what stands around a line.
func isWhiteSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}
