/// The content of base64 in the alphabet of URLs, without padding and without spare bits; `nil` for every other spelling.
func decodedBase64URL(_ text: ArraySlice<UInt8>) -> [UInt8]? {
  guard text.count % 4 != 1 else { return nil }
  var output: [UInt8] = []
  output.reserveCapacity(text.count / 4 * 3 + 2)
  var held: UInt32 = 0
  var bits: UInt32 = 0
  for byte in text {
    guard let value = value(of: byte) else { return nil }
    held = held << 6 | value
    bits += 6
    if bits >= 8 {
      bits -= 8
      output.append(UInt8(held >> bits))
      held &= 1 << bits - 1
    }
  }
  return held == 0 ? output : nil
}

private func value(of digit: UInt8) -> UInt32? {
  switch digit {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
  case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
  case UInt8(ascii: "-"): 62
  case UInt8(ascii: "_"): 63
  default: nil
  }
}
