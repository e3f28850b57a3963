/// The bytes that `text` spells in hex digits; spaces and line ends count for nothing.
func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  for character in text where !character.isWhitespace {
    guard let digit = character.hexDigitValue else { preconditionFailure("\(character) is no hex digit") }
    if let first = high {
      bytes.append(first << 4 | UInt8(digit))
      high = nil
    } else {
      high = UInt8(digit)
    }
  }
  precondition(high == nil, "half a byte")
  return bytes
}

/// Two digits for each byte, as ``hex(_:)`` reads them.
func spelled(_ bytes: [UInt8]) -> String {
  bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(separator: " ")
}
