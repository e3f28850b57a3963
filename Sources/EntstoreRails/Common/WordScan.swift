/// Looks for bytes in eight at a time, the first of them lowest, and marks them with their high bits.
///
/// A byte above one that is marked rightly may be marked too, so only the lowest mark counts.
enum WordScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Marks what a JSON string does not hold as it is: quotation marks, backslashes and control characters.
  @inline(__always)
  static func notPlain(_ word: UInt64) -> UInt64 {
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C)) & highs
  }

  /// Marks each `byte`.
  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 { zeros(word ^ ones &* UInt64(byte)) & highs }

  /// Marks where a byte of `first` is `a` and the one in its place in `second` is `b`.
  @inline(__always)
  static func pairs(_ first: UInt64, _ a: UInt8, _ second: UInt64, _ b: UInt8) -> UInt64 {
    zeros((first ^ ones &* UInt64(a)) | (second ^ ones &* UInt64(b))) & highs
  }

  /// Has a high bit set if not all bytes are ASCII without NUL.
  @inline(__always)
  static func oddity(_ word: UInt64) -> UInt64 { (word | (word &- ones)) & highs }

  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}

extension ArraySlice<UInt8> {
  /// Where the first `byte` is, looked for in eight at a time.
  func place(of byte: UInt8) -> Int? {
    let bytes = unsafe span.bytes
    var offset = 0
    while offset &+ 8 <= count {
      let found = WordScan.marks(of: byte, in: unsafe bytes.uncheckedWord(at: offset))
      if found != 0 { return startIndex + offset + found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    return self[(startIndex + offset)...].firstIndex(of: byte)
  }
}

extension RawSpan {
  /// The eight bytes from `offset` on, the first of them lowest. That there are so many is the caller's business.
  @unsafe @inline(__always)
  func uncheckedWord(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}

extension [UInt8] {
  /// The bytes of the array.
  var rawSpan: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}
