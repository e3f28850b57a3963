extension RawPayload {
  /// Decodes as far as there is base64url.
  ///
  /// Made for speed and lenient about spare bits: what does not encode to the same text again is found by whoever
  /// compares the two.
  ///
  /// - Returns: What was decoded, and where the run ends; `nil` if no bytes are so long in base64.
  static func base64URLRun(in text: ArraySlice<UInt8>, from start: Int) -> (bytes: [UInt8], end: Int)? {
    let run = text[start...]
    let table = values
    return unsafe run.withUnsafeBufferPointer { run in
      unsafe table.withUnsafeBufferPointer { values in
        var count = 0
        while count < run.count, unsafe values[Int(run[count])] < 64 { count += 1 }
        if count % 4 == 1 { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count / 4 * 3 + 2) { target, filled in
          var held: UInt32 = 0
          var bits: UInt32 = 0
          for place in 0..<count {
            held = unsafe held << 6 | UInt32(values[Int(run[place])])
            bits += 6
            if bits >= 8 {
              bits -= 8
              unsafe target[filled] = UInt8(truncatingIfNeeded: held >> bits)
              filled += 1
            }
          }
        }
        return (bytes, start + count)
      }
    }
  }

  /// The value of each byte; 255 for what is not in the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}
