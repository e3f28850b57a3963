/// Base64 as it stands in a JWS: the URL alphabet, no padding, no spare bits. `nil` for anything else, so
/// that one content has one spelling.
func decodedBase64URL(_ text: ArraySlice<UInt8>) -> [UInt8]? {
  decode(text, by: urlAlphabet)
}

/// Whether `byte` is in the alphabet of ``decodedBase64URL(_:)``.
func isBase64URL(_ byte: UInt8) -> Bool { urlAlphabet[Int(byte)] & isForeign == 0 }

/// Base64 as it stands in receipts: the first alphabet, padded or not, broken into lines or not.
func decodedBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
  var kept = ArraySlice(text.filter { !isWhiteSpace($0) })
  while kept.last == UInt8(ascii: "=") { kept.removeLast() }
  return decode(kept, by: firstAlphabet)
}

private let urlAlphabet = alphabet(UInt8(ascii: "-"), UInt8(ascii: "_"))
private let firstAlphabet = alphabet(UInt8(ascii: "+"), UInt8(ascii: "/"))

/// Marks what is not in an alphabet, in the byte that no digit has a part in.
private let isForeign = UInt32(1).bigEndian

/// What each byte stands for as the first of four digits, then as the second, the third and the fourth: its part
/// of their three bytes, in the order in which these lie in memory.
private func alphabet(_ last: UInt8, _ veryLast: UInt8) -> [UInt32] {
  var parts = [UInt32](repeating: isForeign, count: 4 * 256)
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  for (value, byte) in (letters + [last, veryLast]).enumerated() {
    for place in 0..<4 { parts[place * 256 + Int(byte)] = (UInt32(value) << (26 - 6 * place)).bigEndian }
  }
  return parts
}

private func decode(_ text: ArraySlice<UInt8>, by alphabet: [UInt32]) -> [UInt8]? {
  let (quads, rest) = text.count.quotientAndRemainder(dividingBy: 4)
  if rest == 1 { return nil }
  var seen: UInt32 = 0
  var spare: UInt32 = 0
  // Every signed payload goes through here; checked subscripts would take several times as long.
  let output = unsafe [UInt8](unsafeUninitializedCapacity: quads * 3 + 4) { output, filled in
    unsafe text.withUnsafeBufferPointer { text in
      unsafe alphabet.withUnsafeBufferPointer { parts in
        func part(_ place: Int, of quad: Int) -> UInt32 {
          unsafe parts[place &* 256 &+ Int(text[quad &* 4 &+ place])]
        }
        let target = UnsafeMutableRawBufferPointer(output)
        for quad in 0..<quads {
          let bytes = part(0, of: quad) | part(1, of: quad) | part(2, of: quad) | part(3, of: quad)
          seen |= bytes
          // The byte behind the three is written over by what comes next.
          unsafe target.storeBytes(of: bytes, toByteOffset: quad &* 3, as: UInt32.self)
        }
        filled = quads * 3
        if rest > 0 {
          let bytes = part(0, of: quads) | part(1, of: quads) | (rest == 3 ? part(2, of: quads) : 0)
          seen |= bytes
          spare = bytes.bigEndian << (8 * UInt32(rest - 1))
          unsafe target.storeBytes(of: bytes, toByteOffset: filled, as: UInt32.self)
          filled += rest - 1
        }
      }
    }
  }
  return seen & isForeign == 0 && spare == 0 ? output : nil
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
