/// Looks for bytes in eight at a time, the first of them lowest.
///
/// The tests of ``plainEnd(_:)`` may also mark bytes above one that they mark rightly, so only the lowest mark counts.
enum WordScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// How many of the bytes a JSON string holds as they are, before the first quotation mark, backslash or control
  /// character; 8 for all.
  static func plainEnd(_ word: UInt64) -> Int {
    let controls = (word &- ones &* 0x20) & ~word
    let found = (controls | zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C)) & highs
    return found.trailingZeroBitCount / 8
  }

  /// Not zero where a byte of `first` is `a` and the one in its place in `second` is `b`.
  static func pairs(_ first: UInt64, _ a: UInt8, _ second: UInt64, _ b: UInt8) -> UInt64 {
    zeros((first ^ ones &* UInt64(a)) | (second ^ ones &* UInt64(b))) & highs
  }

  /// Has a high bit set if not all bytes are ASCII without NUL.
  static func oddity(_ word: UInt64) -> UInt64 { (word | (word &- ones)) & highs }

  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}

extension RawSpan {
  /// The eight bytes from `offset` on, the first of them lowest. That there are so many is the caller's business.
  @unsafe
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
