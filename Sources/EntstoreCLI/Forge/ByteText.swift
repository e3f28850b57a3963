/// Text that is put together as bytes: a line of JSON costs no more than the copy of its parts.
extension [UInt8] {
  mutating func put(_ text: StaticString) {
    unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A number that is not negative, in decimal.
  mutating func put(_ number: Int64) {
    var divisor: Int64 = 1
    while number / divisor > 9 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// A version 4 UUID of these 128 bits, less the six that every such UUID has in common.
  mutating func putUUID(_ high: UInt64, _ low: UInt64) {
    putHexadecimal(high >> 32, digits: 8)
    append(UInt8(ascii: "-"))
    putHexadecimal(high >> 16, digits: 4)
    put("-4")
    putHexadecimal(high, digits: 3)
    append(UInt8(ascii: "-"))
    putHexadecimal(low >> 48 & 0x3fff | 0x8000, digits: 4)
    append(UInt8(ascii: "-"))
    putHexadecimal(low, digits: 12)
  }

  private mutating func putHexadecimal(_ word: UInt64, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: word >> (UInt64(place) * 4) & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
