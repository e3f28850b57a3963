import COpenSSL

/// Bytes from the system's cryptographic random source, through libcrypto (`RAND_bytes`).
package enum RandomBytes {
  /// `count` bytes that nobody can foresee.
  ///
  /// - Throws: ``DigestError/noRandomness``: the source is not ready; nothing weaker takes its place.
  package static func make(count: Int) throws(DigestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else { throw .noRandomness }
    return bytes
  }
}

/// What can go wrong here.
package enum DigestError: Error, Hashable, Sendable {
  /// The system's random source is not ready.
  case noRandomness
  /// The compressed bytes are not what was written.
  case notDecompressible
  /// They would grow beyond the limit.
  case tooLarge(limit: Int)
  /// The library refused to compress; it is out of memory.
  case notCompressible
}
