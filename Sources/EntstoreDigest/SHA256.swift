import COpenSSL

/// SHA-256, computed by libcrypto (`EVP_Digest`).
package enum SHA256 {
  /// The length of a digest in bytes.
  package static let byteCount = 32

  /// The digest of `bytes`.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    digest(of: unsafe bytes.span.bytes)
  }

  /// The digest of `bytes`.
  package static func digest(of bytes: RawSpan) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
      let done = unsafe bytes.withUnsafeBytes { source in
        unsafe EVP_Digest(source.baseAddress, source.count, digest.baseAddress, nil, algorithm, nil)
      }
      // It fails only where libcrypto has no SHA-256 at all, and then nothing here can go on.
      precondition(done == 1, "libcrypto offers no SHA-256")
      count = byteCount
    }
  }

  /// Fetched once: looking an algorithm up costs more than a short digest.
  nonisolated(unsafe) private static let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil)
}
