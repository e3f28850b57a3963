import COpenSSL
import EntstoreModel

/// An X.509 certificate, read by libcrypto.
@safe final class Certificate: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes over `pointer`.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }

  /// Reads a certificate in DER; `nil` for anything else, and where something follows it.
  init?(der: [UInt8]) {
    let found: OpaquePointer? = unsafe der.withUnsafeBufferPointer { source in
      var start = source.baseAddress
      guard let parsed = unsafe d2i_X509(nil, &start, source.count) else { return nil }
      if unsafe start == source.baseAddress?.advanced(by: source.count) { return unsafe parsed }
      unsafe X509_free(parsed)
      return nil
    }
    ERR_clear_error()
    guard let pointer = unsafe found else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe X509_free(pointer) }

  /// The certificate in DER.
  var der: [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_X509(pointer, &start)
    guard count > 0, let found = unsafe start else { return [] }
    defer { unsafe CRYPTO_free(found, #fileID, #line) }
    return unsafe Array(UnsafeBufferPointer(start: found, count: Int(count)))
  }

  /// Whether the private key `key` is the one of this certificate.
  func isOf(_ key: SigningKey) -> Bool {
    defer { ERR_clear_error() }
    return unsafe X509_check_private_key(pointer, key.pointer) == 1
  }
}
