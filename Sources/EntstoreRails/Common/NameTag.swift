/// A number of a member's name that tells most other names apart from it: its length and three of its bytes.
enum NameTag {
  @inline(__always)
  static func of(count: Int, _ byte: (Int) -> UInt8) -> UInt32 {
    if count == 0 { return 0 }
    return UInt32(truncatingIfNeeded: count) << 24 | UInt32(byte(0)) << 16
      | UInt32(byte(count / 2)) << 8 | UInt32(byte(count - 1))
  }

  /// Known to the compiler wherever `name` is.
  @inline(__always)
  static func of(_ name: StaticString) -> UInt32 {
    of(count: name.utf8CodeUnitCount) { unsafe name.utf8Start[$0] }
  }
}
