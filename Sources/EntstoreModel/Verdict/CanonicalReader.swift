/// Reads the JSON that ``VerdictWriter`` writes, and nothing else: there is one spelling of each verdict.
///
/// Every step goes forward in bytes whose number is bounded, so hostile input costs no more than its length.
struct CanonicalReader {
  private let bytes: [UInt8]
  private let part: VerdictError.Part
  private var offset = 0

  init(_ bytes: [UInt8], part: VerdictError.Part) {
    self.bytes = bytes
    self.part = part
  }

  /// The error of the place that was reached.
  var failure: VerdictError { .notCanonical(part: part, offset: offset) }

  /// Takes exactly these bytes, or stays where it is.
  mutating func takes(_ expected: String) -> Bool {
    let length = expected.utf8.count
    guard bytes.count - offset >= length,
      bytes[offset..<(offset + length)].elementsEqual(expected.utf8)
    else { return false }
    offset += length
    return true
  }

  mutating func expect(_ expected: String) throws(VerdictError) {
    guard takes(expected) else { throw failure }
  }

  func expectEnd() throws(VerdictError) {
    guard offset == bytes.count else { throw failure }
  }

  mutating func bool() throws(VerdictError) -> Bool {
    if takes("true") { return true }
    try expect("false")
    return false
  }

  /// A whole number of 64 bits, without leading zeros.
  mutating func number() throws(VerdictError) -> Int64 {
    let start = offset
    if peek == UInt8(ascii: "-") { offset += 1 }
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), offset - start < 20 {
      offset += 1
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    // Whatever else may be read as this number would be another spelling of it.
    guard let number = Int64(text), "\(number)" == text else {
      offset = start
      throw failure
    }
    return number
  }

  mutating func instant() throws(VerdictError) -> Instant { Instant(epochMilliseconds: try number()) }

  /// A name, spelled as it is kept.
  mutating func identifier<Kind>(_: Identifier<Kind>.Type) throws(VerdictError) -> Identifier<Kind> {
    let start = offset
    let text = try text()
    guard let identifier = try? Identifier<Kind>(text), identifier.text.utf8.elementsEqual(text.utf8) else {
      offset = start
      throw failure
    }
    return identifier
  }

  /// A word of letters.
  mutating func word() throws(VerdictError) -> String {
    let start = offset
    let text = try text()
    let isWord = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard isWord, (1...32).contains(text.utf8.count) else {
      offset = start
      throw failure
    }
    return text
  }

  mutating func text() throws(VerdictError) -> String {
    try expect("\"")
    let start = offset
    var content: [UInt8] = []
    while true {
      guard let byte = peek, byte >= 0x20 else { throw failure }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        content.append(try escaped())
      } else {
        content.append(byte)
        offset += 1
      }
    }
    offset += 1
    let text = String(decoding: content, as: UTF8.self)
    // Repaired UTF-8 is other UTF-8.
    guard text.utf8.elementsEqual(content) else {
      offset = start
      throw failure
    }
    return text
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// A quote, a backslash, or a control character as \u00xx: what has no plain spelling.
  private mutating func escaped() throws(VerdictError) -> UInt8 {
    if takes("\\\"") { return UInt8(ascii: "\"") }
    if takes("\\\\") { return UInt8(ascii: "\\") }
    try expect("\\u00")
    guard let high = digit(at: offset), let low = digit(at: offset + 1), high < 2 else { throw failure }
    offset += 2
    return high << 4 | low
  }

  private func digit(at place: Int) -> UInt8? {
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return bytes[place] - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return bytes[place] - UInt8(ascii: "a") + 10
    default: return nil
    }
  }
}
