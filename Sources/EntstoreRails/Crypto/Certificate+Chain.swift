import COpenSSL

extension Certificate {
  /// Whether it may issue certificates: its basic constraints say so, and its key usage does not deny it.
  var isAuthority: Bool { unsafe X509_check_ca(pointer) == 1 }

  /// Whether it has an extension of this OID.
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = unsafe OBJ_txt2obj(identifier, 1) else { return false }
    defer { unsafe ASN1_OBJECT_free(object) }
    return unsafe X509_get_ext_by_OBJ(pointer, object, -1) >= 0
  }

  /// Whether `issuer` is named as its issuer and has signed it.
  func isIssued(by issuer: Certificate) -> Bool {
    defer { ERR_clear_error() }
    guard unsafe X509_check_issued(issuer.pointer, pointer) == X509_V_OK,
      let key = unsafe X509_get0_pubkey(issuer.pointer)
    else { return false }
    return unsafe X509_verify(pointer, key) == 1
  }

  /// Whether `other` has the same subject and the same key.
  func isSameAuthority(as other: Certificate) -> Bool {
    defer { ERR_clear_error() }
    guard
      unsafe X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_subject_name(other.pointer)) == 0,
      let key = unsafe X509_get0_pubkey(pointer),
      let otherKey = unsafe X509_get0_pubkey(other.pointer)
    else { return false }
    return unsafe EVP_PKEY_eq(key, otherKey) == 1
  }

  /// What libcrypto's own verification (RFC 5280, but for the time) has against the chain of this leaf, one
  /// intermediate and a trusted root; `nil`: nothing.
  func chainFault(intermediate: Certificate, root: Certificate) -> (depth: Int, reason: String)? {
    defer { ERR_clear_error() }
    let failed = (depth: 0, reason: "libcrypto could not check it")
    guard let store = unsafe X509_STORE_new() else { return failed }
    defer { unsafe X509_STORE_free(store) }
    guard let others = unsafe OPENSSL_sk_new_null() else { return failed }
    // It holds what belongs to `intermediate`, which lives on.
    defer { unsafe OPENSSL_sk_free(others) }
    guard let context = unsafe X509_STORE_CTX_new() else { return failed }
    defer { unsafe X509_STORE_CTX_free(context) }
    guard unsafe X509_STORE_add_cert(store, root.pointer) == 1,
      unsafe OPENSSL_sk_push(others, UnsafeRawPointer(intermediate.pointer)) == 1,
      unsafe X509_STORE_CTX_init(context, store, pointer, others) == 1
    else { return failed }
    // The time is each payload's own, and the chain outlives the payload.
    unsafe X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
    if unsafe X509_verify_cert(context) != 1 {
      let code = unsafe X509_STORE_CTX_get_error(context)
      let reason = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) }
      return unsafe (Int(X509_STORE_CTX_get_error_depth(context)), reason ?? "error \(code)")
    }
    let length = unsafe OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context))
    return length == 3 ? nil : (0, "its chain has \(length) certificates")
  }
}
