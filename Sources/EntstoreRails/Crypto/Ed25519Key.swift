import COpenSSL

/// An Ed25519 key, held by libcrypto. Using it from several threads is safe.
@safe final class Ed25519Key: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Takes over `pointer`; `nil`, and it is freed, for a key of another kind.
  private init?(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
    guard unsafe EVP_PKEY_is_a(pointer, "ED25519") == 1 else { return nil }
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// A new private key that nobody has seen; `nil` where libcrypto refuses.
  static func generate() -> Ed25519Key? {
    defer { ERR_clear_error() }
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "ED25519", nil) else { return nil }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe EVP_PKEY_generate(context, &key) == 1,
      let made = unsafe key
    else { return nil }
    return unsafe Ed25519Key(owning: made)
  }

  /// The private key in PEM; `nil` where there is none, an encrypted one, or one of another kind.
  static func privateKey(pem text: [UInt8]) -> Ed25519Key? {
    // Without a callback for the password libcrypto would ask at the terminal.
    unsafe PEM.reading(text) { bio in
      guard let found = unsafe PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
        return nil
      }
      return unsafe Ed25519Key(owning: found)
    }
  }

  /// The public key in PEM; `nil` where there is none or one of another kind.
  static func publicKey(pem text: [UInt8]) -> Ed25519Key? {
    unsafe PEM.reading(text) { bio in
      guard let found = unsafe PEM_read_bio_PUBKEY(bio, nil, { _, _, _, _ in -1 }, nil) else { return nil }
      return unsafe Ed25519Key(owning: found)
    }
  }

  /// The public key of these 32 bytes; `nil` for any other number of them.
  static func publicKey(raw: [UInt8]) -> Ed25519Key? {
    defer { ERR_clear_error() }
    guard raw.count == 32,
      let found = unsafe EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, raw, raw.count)
    else { return nil }
    return unsafe Ed25519Key(owning: found)
  }

  /// The private key as PKCS#8 in PEM, not encrypted.
  func privatePEM() throws(ForgeError) -> [UInt8] {
    unsafe try PEM.written { unsafe PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
  }

  /// The public key in PEM.
  func publicPEM() throws(ForgeError) -> [UInt8] {
    unsafe try PEM.written { unsafe PEM_write_bio_PUBKEY($0, pointer) }
  }

  /// The 32 bytes of the public key; `nil` where libcrypto refuses.
  var rawPublicKey: [UInt8]? {
    var output = [UInt8](repeating: 0, count: 32)
    var count = output.count
    let isThere = unsafe EVP_PKEY_get_raw_public_key(pointer, &output, &count) == 1
    ERR_clear_error()
    return isThere && count == output.count ? output : nil
  }

  /// The signature of `message`, 64 bytes; `nil` where libcrypto refuses.
  func signature(of message: [UInt8]) -> [UInt8]? {
    guard let context = unsafe EVP_MD_CTX_new() else { return nil }
    defer {
      unsafe EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    var output = [UInt8](repeating: 0, count: 64)
    var count = output.count
    // Ed25519 names no digest: it has its own.
    guard unsafe EVP_DigestSignInit_ex(context, nil, nil, nil, nil, pointer, nil) == 1,
      unsafe EVP_DigestSign(context, &output, &count, message, message.count) == 1, count == output.count
    else { return nil }
    return output
  }

  /// Whether `signature` is this key's over `message`.
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == 64, let context = unsafe EVP_MD_CTX_new() else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    guard unsafe EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, pointer, nil) == 1 else { return false }
    return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
