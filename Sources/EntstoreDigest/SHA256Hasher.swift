import COpenSSL

/// SHA-256 of bytes that come piece by piece. Belongs to one thread at a time.
@safe
package struct SHA256Hasher: ~Copyable {
  private let context: OpaquePointer

  /// A hasher that has seen nothing.
  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    unsafe self.context = context
    let done = unsafe EVP_DigestInit_ex2(context, SHA256.algorithm.pointer, nil)
    precondition(done == 1, "libcrypto cannot compute SHA-256")
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Adds `bytes` to what was seen.
  package mutating func update(_ bytes: RawSpan) {
    let done = unsafe bytes.withUnsafeBytes { input in
      unsafe EVP_DigestUpdate(context, input.baseAddress, input.count)
    }
    precondition(done == 1, "libcrypto cannot compute SHA-256")
  }

  /// Adds `bytes` to what was seen.
  package mutating func update(_ bytes: [UInt8]) {
    unsafe update(bytes.span.bytes)
  }

  /// The digest of all that was seen: 32 bytes.
  package consuming func finish() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { output, count in
      let done = unsafe EVP_DigestFinal_ex(context, output.baseAddress, nil)
      precondition(done == 1, "libcrypto cannot compute SHA-256")
      count = SHA256.byteCount
    }
  }
}
