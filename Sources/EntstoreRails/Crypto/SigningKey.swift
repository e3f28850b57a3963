import COpenSSL

/// A private key on the curve P-256, held by libcrypto. Signing with it from several threads is safe.
@safe final class SigningKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes over `pointer`.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// A new key that nobody has seen.
  static func generate() throws(ForgeError) -> SigningKey {
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
      throw .refusedByLibrary(step: "make a key")
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1,
      unsafe EVP_PKEY_generate(context, &key) == 1, let made = unsafe key
    else { throw .refusedByLibrary(step: "make a key") }
    return unsafe SigningKey(owning: made)
  }

  /// The signature of `bytes` in DER, over the digest that is named.
  func signature(of bytes: [UInt8], digest: String = "SHA256") throws(ForgeError) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw .refusedByLibrary(step: "sign") }
    defer { unsafe EVP_MD_CTX_free(context) }
    // The longest signature of P-256 in DER has 72 bytes.
    var output = [UInt8](repeating: 0, count: 80)
    var count = output.count
    guard unsafe EVP_DigestSignInit_ex(context, nil, digest, nil, nil, pointer, nil) == 1,
      unsafe EVP_DigestSign(context, &output, &count, bytes, bytes.count) == 1
    else { throw .refusedByLibrary(step: "sign") }
    return Array(output.prefix(count))
  }

  /// The public key in DER.
  func publicKey() throws(ForgeError) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_PUBKEY(pointer, &start)
    guard count > 0, let found = unsafe start else { throw .refusedByLibrary(step: "write a key") }
    defer { unsafe CRYPTO_free(found, #fileID, #line) }
    return unsafe Array(UnsafeBufferPointer(start: found, count: Int(count)))
  }
}
