import COpenSSL

/// SHA-256, for names of things that must not collide. Safe to use from many threads at once.
package enum SHA256 {
  /// The length of a digest, in bytes.
  package static let byteCount = 32

  /// The digest of `bytes`: 32 bytes. O(*n*) for *n* bytes.
  package static func digest(of bytes: RawSpan) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
        let done = unsafe EVP_Digest(
          input.baseAddress, input.count, output.baseAddress, nil, algorithm.pointer, nil)
        precondition(done == 1, "libcrypto cannot compute SHA-256")
        count = byteCount
      }
    }
  }

  /// The digest of `bytes`: 32 bytes. O(*n*) for *n* bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    unsafe digest(of: bytes.span.bytes)
  }

  /// Fetched once: `EVP_sha256()` makes libcrypto look the algorithm up anew for every digest.
  static let algorithm = Algorithm()

  /// libcrypto's SHA-256, never freed and never changed, so any thread may use it.
  @safe
  struct Algorithm: @unchecked Sendable {
    let pointer: OpaquePointer

    init() {
      guard let fetched = unsafe EVP_MD_fetch(nil, "SHA256", nil) else {
        preconditionFailure("libcrypto has no SHA-256; check its provider configuration")
      }
      unsafe pointer = fetched
    }
  }
}
