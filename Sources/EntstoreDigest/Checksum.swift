import CXXHash

/// Checksums against accidents: a torn write, a flipped bit. They prove nothing against a person.
package enum Checksum {
  /// XXH3-64 of `span`. For several pieces, give each the checksum of those before it as its seed.
  ///
  /// The value is the same on every platform and in every version of the library. O(*n*) for *n* bytes.
  package static func xxh3(_ span: RawSpan, seed: UInt64 = 0) -> UInt64 {
    unsafe span.withUnsafeBytes { input in
      unsafe XXH3_64bits_withSeed(input.baseAddress, input.count, seed)
    }
  }
}
