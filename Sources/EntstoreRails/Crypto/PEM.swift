import COpenSSL

/// Certificates and keys as text.
enum PEM {
  static func text(of certificate: Certificate) throws(ForgeError) -> [UInt8] {
    unsafe try written { unsafe PEM_write_bio_X509($0, certificate.pointer) }
  }

  /// A private key, not encrypted.
  static func text(of key: SigningKey) throws(ForgeError) -> [UInt8] {
    unsafe try written { unsafe PEM_write_bio_PKCS8PrivateKey($0, key.pointer, nil, nil, 0, nil, nil) }
  }

  // Without a callback for the password libcrypto would ask at the terminal.

  /// The first certificate in `text`; `nil` where there is none.
  static func certificate(in text: [UInt8]) -> Certificate? {
    unsafe reading(text) { bio in
      guard let found = unsafe PEM_read_bio_X509(bio, nil, { _, _, _, _ in -1 }, nil) else { return nil }
      return unsafe Certificate(owning: found)
    }
  }

  /// The private key in `text`; `nil` where there is none, or an encrypted one.
  static func key(in text: [UInt8]) -> SigningKey? {
    unsafe reading(text) { bio in
      guard let found = unsafe PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
        return nil
      }
      return unsafe SigningKey(owning: found)
    }
  }

  static func written(_ write: (OpaquePointer) -> Int32) throws(ForgeError) -> [UInt8] {
    guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw .refusedByLibrary(step: "write PEM") }
    defer { unsafe BIO_free(bio) }
    guard unsafe write(bio) == 1 else { throw .refusedByLibrary(step: "write PEM") }
    var text = [UInt8](repeating: 0, count: Int(unsafe BIO_ctrl_pending(bio)))
    let count = unsafe BIO_read(bio, &text, Int32(text.count))
    guard count == text.count else { throw .refusedByLibrary(step: "write PEM") }
    return text
  }

  static func reading<Value>(_ text: [UInt8], _ read: (OpaquePointer) -> Value?) -> Value? {
    guard text.count <= 65_536 else { return nil }
    return unsafe text.withUnsafeBytes { bytes in
      guard let bio = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
      defer {
        unsafe BIO_free(bio)
        ERR_clear_error()
      }
      return unsafe read(bio)
    }
  }
}
