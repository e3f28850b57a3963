/// Base64 as it stands in a JWS: the URL alphabet, no padding, no spare bits. `nil` for anything else, so
/// that one content has one spelling.
func decodedBase64URL(_ text: ArraySlice<UInt8>) -> [UInt8]? {
  decode(text, alphabet: urlAlphabet)
}

/// Base64 as it stands in receipts: the first alphabet, padded or not, broken into lines or not.
func decodedBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
  var kept = ArraySlice(text.filter { !isWhiteSpace($0) })
  while kept.last == UInt8(ascii: "=") { kept.removeLast() }
  return decode(kept, alphabet: firstAlphabet)
}

private let urlAlphabet = table(UInt8(ascii: "-"), UInt8(ascii: "_"))
private let firstAlphabet = table(UInt8(ascii: "+"), UInt8(ascii: "/"))

/// The value of each byte; 255 for what is not in the alphabet.
private func table(_ last: UInt8, _ veryLast: UInt8) -> [UInt8] {
  var values = [UInt8](repeating: 255, count: 256)
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  for (value, byte) in (letters + [last, veryLast]).enumerated() { values[Int(byte)] = UInt8(value) }
  return values
}

private func decode(_ text: ArraySlice<UInt8>, alphabet: [UInt8]) -> [UInt8]? {
  if text.count % 4 == 1 { return nil }
  let source = text.span
  let values = alphabet.span
  var isValid = true
  let output = [UInt8](capacity: text.count / 4 * 3 + 2) { output in
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for index in source.indices {
      let value = values[Int(source[index])]
      if value == 255 {
        isValid = false
        return
      }
      held = held << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: held >> bits))
        held &= (1 << bits) - 1
      }
    }
    isValid = held == 0
  }
  return isValid ? output : nil
}

/// The base64url of `bytes`, without padding.
func encodedBase64URL(_ bytes: [UInt8]) -> [UInt8] {
  var output: [UInt8] = []
  output.reserveCapacity(bytes.count / 3 * 4 + 4)
  var held: UInt32 = 0
  var bits: UInt32 = 0
  for byte in bytes {
    held = held << 8 | UInt32(byte)
    bits += 8
    while bits >= 6 {
      bits -= 6
      output.append(urlLetters[Int(held >> bits & 63)])
    }
    held &= (1 << bits) - 1
  }
  if bits > 0 { output.append(urlLetters[Int(held << (6 - bits) & 63)]) }
  return output
}

private let urlLetters = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
