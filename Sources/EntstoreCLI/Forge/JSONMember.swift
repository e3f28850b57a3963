/// The place of the member `name` of the object at `place`; `nil` where there is none.
///
/// - Precondition: `text` is JSON, and an object stands at `place`.
/// - Complexity: O(*n*) for the object's *n* bytes; nesting costs no stack.
func member(_ name: String, ofObjectAt place: Range<Int>, in text: [UInt8]) -> Range<Int>? {
  var scan = MemberScan(text: text, position: place.lowerBound + 1)
  while let key = scan.nextKey() {
    let value = scan.value()
    if text[key].elementsEqual(name.utf8) { return value }
  }
  return nil
}

/// Steps over the parts of an object whose text is known to be JSON.
private struct MemberScan {
  let text: [UInt8]
  var position: Int

  /// The place of the next member's name without its quotes; `nil` at the end of the object.
  mutating func nextKey() -> Range<Int>? {
    skip { isSpace($0) || $0 == UInt8(ascii: ",") }
    guard text[position] == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    skipString()
    return start..<position - 1
  }

  /// The place of the value behind a name.
  mutating func value() -> Range<Int> {
    skip { isSpace($0) || $0 == UInt8(ascii: ":") }
    let start = position
    var depth = 0
    repeat {
      switch text[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
      case let byte where isSpace(byte): position += 1
      default: skip { !isSpace($0) && !Self.closing.contains($0) }
      }
    } while depth > 0
    return start..<position
  }

  private mutating func skipString() {
    position += 1
    while text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while isSkipped(text[position]) { position += 1 }
  }

  private static let closing: [UInt8] = Array(",]}".utf8)
}

private func isSpace(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
}
