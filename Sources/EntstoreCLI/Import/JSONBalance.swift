/// How deep inside JSON the reading is: enough to find where a document ends.
struct JSONBalance {
  private(set) var depth = 0
  private(set) var isInString = false
  private var isEscaped = false
  private var hasBegun = false

  mutating func take(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      hasBegun = true
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }

  /// A document has begun and is complete, or closes more than it opened.
  var isBalanced: Bool { hasBegun && depth <= 0 && !isInString }
  /// A document has begun and goes on behind a line break; inside a string there is none in JSON.
  var isOpen: Bool { hasBegun && depth > 0 && !isInString }
}
