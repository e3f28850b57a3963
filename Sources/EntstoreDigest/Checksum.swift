import CXXHash

/// Checksums against accident, not against intent: XXH3 of libxxhash.
package enum Checksum {
  /// XXH3-64 of `bytes` under `seed`; a checksum of several pieces takes the one before as its seed.
  package static func xxh3(_ bytes: RawSpan, seed: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits_withSeed($0.baseAddress, $0.count, seed) }
  }
}
