import COpenSSL

/// The two spellings of an ECDSA signature on P-256: r‖s in 64 bytes, as a JWS has it, and DER, as
/// libcrypto and certificates have it.
enum RawSignature {
  static let byteCount = 64

  /// The 64 bytes of a signature in DER; `nil` for anything else.
  static func raw(ofDER der: [UInt8]) -> [UInt8]? {
    unsafe der.withUnsafeBufferPointer { source in
      var start = source.baseAddress
      guard let signature = unsafe d2i_ECDSA_SIG(nil, &start, source.count) else { return nil }
      defer { unsafe ECDSA_SIG_free(signature) }
      var raw = [UInt8](repeating: 0, count: byteCount)
      let written = unsafe raw.withUnsafeMutableBufferPointer { target in
        let half = Int32(byteCount / 2)
        return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), target.baseAddress, half) == half
          && BN_bn2binpad(
            ECDSA_SIG_get0_s(signature), target.baseAddress?.advanced(by: byteCount / 2), half) == half
      }
      return written ? raw : nil
    }
  }

  /// The DER of a signature of exactly 64 bytes; `nil` for any other length. Says nothing about whether r and
  /// s are in range: libcrypto checks that with the key.
  static func der(ofRaw raw: [UInt8]) -> [UInt8]? {
    guard raw.count == byteCount, let signature = unsafe ECDSA_SIG_new() else { return nil }
    defer { unsafe ECDSA_SIG_free(signature) }
    let isSet = unsafe raw.withUnsafeBufferPointer { source in
      let half = Int32(byteCount / 2)
      let r = unsafe BN_bin2bn(source.baseAddress, half, nil)
      let s = unsafe BN_bin2bn(source.baseAddress?.advanced(by: byteCount / 2), half, nil)
      return unsafe ECDSA_SIG_set0(signature, r, s) == 1
    }
    guard isSet else { return nil }
    var start: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_ECDSA_SIG(signature, &start)
    guard count > 0, let found = unsafe start else { return nil }
    defer { unsafe CRYPTO_free(found, #fileID, #line) }
    return unsafe Array(UnsafeBufferPointer(start: found, count: Int(count)))
  }
}
