extension EventDraft {
  /// The payload exactly as it came; empty where the event has none.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var payload: [UInt8] { raw.bytes }
}

extension RawSegment {
  /// The bytes that this piece stands for.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var bytes: [UInt8] {
    switch self {
    case .inline(let bytes), .shared(let bytes): bytes
    case .base64url(let parts): encodedBase64URL(parts.bytes)
    }
  }

  /// How many bytes this piece stands for, without putting them together.
  package var byteCount: Int {
    switch self {
    case .inline(let bytes), .shared(let bytes): return bytes.count
    case .base64url(let parts):
      let (whole, rest) = parts.reduce(0) { $0 + $1.byteCount }.quotientAndRemainder(dividingBy: 3)
      return whole * 4 + (rest == 0 ? 0 : rest + 1)
    }
  }
}

extension [RawSegment] {
  /// The pieces put together.
  package var bytes: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(reduce(0) { $0 + $1.byteCount })
    for segment in self { all += segment.bytes }
    return all
  }
}

private let base64URLDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// Base64 in the alphabet of URLs, without padding (RFC 4648 §5).
func encodedBase64URL(_ bytes: [UInt8]) -> [UInt8] {
  let count = bytes.count / 3 * 4 + (bytes.count % 3 == 0 ? 0 : bytes.count % 3 + 1)
  // Every signed payload goes through here; checked subscripts would take three times as long.
  return unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
    unsafe base64URLDigits.withUnsafeBufferPointer { digits in
      var held: UInt32 = 0
      var bits: UInt32 = 0
      for byte in bytes {
        held = held << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          unsafe target[filled] = unsafe digits[Int(held >> bits & 63)]
          filled += 1
        }
      }
      if bits > 0 {
        unsafe target[filled] = unsafe digits[Int(held << (6 - bits) & 63)]
        filled += 1
      }
    }
  }
}
