import COpenSSL

/// A public key on the curve P-256, held by libcrypto. Verifying with it from several threads is safe.
@safe final class VerifyingKey: @unchecked Sendable {
  /// Ready to verify with this key, and only ever copied: preparing it looks up algorithms, which takes longer than
  /// all else around a verification.
  private let prepared: OpaquePointer

  /// The key of `certificate`; `nil` where it is on another curve, of another kind, or not for signatures.
  init?(of certificate: Certificate) {
    // Without the extension a key may be used for everything.
    guard unsafe X509_get_key_usage(certificate.pointer) & UInt32(KU_DIGITAL_SIGNATURE) != 0,
      let key = unsafe X509_get_pubkey(certificate.pointer)
    else { return nil }
    defer {
      unsafe EVP_PKEY_free(key)
      ERR_clear_error()
    }
    var name = [CChar](repeating: 0, count: 32)
    var count = 0
    let isNamed = unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1
    let group = name.prefix(count).map { UInt8(bitPattern: $0) }
    guard isNamed, group == Array("prime256v1".utf8), let context = unsafe EVP_MD_CTX_new() else {
      return nil
    }
    unsafe prepared = unsafe context
    guard unsafe EVP_DigestVerifyInit(context, nil, Self.sha256, nil, key) == 1 else { return nil }
  }

  deinit { unsafe EVP_MD_CTX_free(prepared) }

  /// Whether `signature`, in DER, is this key's over the SHA-256 of `content`.
  func verifies(_ signature: [UInt8], of content: ArraySlice<UInt8>) -> Bool {
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    guard unsafe EVP_MD_CTX_copy_ex(context, prepared) == 1 else { return false }
    return unsafe content.withUnsafeBufferPointer { text in
      unsafe EVP_DigestVerify(context, signature, signature.count, text.baseAddress, text.count) == 1
    }
  }

  /// Fetched once: looking an algorithm up takes locks that all threads share.
  nonisolated(unsafe) private static let sha256 = unsafe EVP_MD_fetch(nil, "SHA256", nil)
}
