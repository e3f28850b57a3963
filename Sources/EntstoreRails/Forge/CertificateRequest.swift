import COpenSSL
import EntstoreModel

/// What a development certificate is to say.
struct CertificateRequest {
  var name: String
  var isAuthority: Bool
  /// How many authorities may stand below this one; `nil`: as many as there are.
  var pathLength: Int?
  /// The marker extension, by its OID.
  var marker: String?
  var validFrom: Instant
  var validUntil: Instant

  /// The certificate of `key`, signed by an issuer's key; by its own where there is no issuer.
  func signed(
    for key: SigningKey, by issuer: (certificate: Certificate, key: SigningKey)?
  ) throws(ForgeError) -> Certificate {
    let refused = ForgeError.refusedByLibrary(step: "make a certificate")
    guard let made = unsafe X509_new() else { throw refused }
    let certificate = unsafe Certificate(owning: made)
    guard unsafe X509_set_version(made, 2) == 1, setSerial(of: certificate), setTimes(of: certificate),
      unsafe X509_set_pubkey(made, key.pointer) == 1, setName(of: certificate),
      unsafe X509_set_issuer_name(
        made, X509_get_subject_name(issuer?.certificate.pointer ?? made)) == 1,
      addExtensions(to: certificate, issuer: issuer?.certificate ?? certificate),
      unsafe X509_sign(made, (issuer?.key ?? key).pointer, EVP_sha256()) > 0
    else { throw refused }
    return certificate
  }

  /// A random number of 64 bits, as the rules of public authorities ask for.
  private func setSerial(of certificate: Certificate) -> Bool {
    guard let number = unsafe BN_new() else { return false }
    defer { unsafe BN_free(number) }
    guard unsafe BN_rand(number, 64, 0, 0) == 1 else { return false }
    return unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate.pointer)) != nil
  }

  private func setTimes(of certificate: Certificate) -> Bool {
    guard
      let start = unsafe ASN1_TIME_set(nil, Int(validFrom.epochMilliseconds / 1_000)),
      let end = unsafe ASN1_TIME_set(nil, Int(validUntil.epochMilliseconds / 1_000))
    else { return false }
    defer {
      unsafe ASN1_TIME_free(start)
      unsafe ASN1_TIME_free(end)
    }
    return unsafe X509_set1_notBefore(certificate.pointer, start) == 1
      && X509_set1_notAfter(certificate.pointer, end) == 1
  }

  private func setName(of certificate: Certificate) -> Bool {
    guard let subject = unsafe X509_get_subject_name(certificate.pointer) else { return false }
    let text = Array(name.utf8)
    return unsafe X509_NAME_add_entry_by_txt(
      subject, "CN", MBSTRING_FLAG, text, Int32(text.count), -1, 0) == 1
  }

  private func addExtensions(to certificate: Certificate, issuer: Certificate) -> Bool {
    let path = pathLength.map { ",pathlen:\($0)" } ?? ""
    var wanted: [(Int32, String)] = [
      (NID_basic_constraints, "critical,CA:" + (isAuthority ? "TRUE" + path : "FALSE")),
      (NID_key_usage, "critical," + (isAuthority ? "keyCertSign,cRLSign" : "digitalSignature")),
      (NID_subject_key_identifier, "hash"),
    ]
    // A root's own key needs no pointing at.
    if issuer !== certificate { wanted.append((NID_authority_key_identifier, "keyid:always")) }
    for (kind, value) in wanted where !add(kind, value, to: certificate, issuer: issuer) { return false }
    return marker.map { addMarker($0, to: certificate) } ?? true
  }

  private func add(
    _ kind: Int32, _ value: String, to certificate: Certificate, issuer: Certificate
  ) -> Bool {
    var context = unsafe X509V3_CTX()
    unsafe X509V3_set_ctx(&context, issuer.pointer, certificate.pointer, nil, nil, 0)
    guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, kind, value) else { return false }
    defer { unsafe X509_EXTENSION_free(made) }
    return unsafe X509_add_ext(certificate.pointer, made, -1) == 1
  }

  private func addMarker(_ identifier: String, to certificate: Certificate) -> Bool {
    guard let object = unsafe OBJ_txt2obj(identifier, 1) else { return false }
    defer { unsafe ASN1_OBJECT_free(object) }
    guard let content = unsafe ASN1_OCTET_STRING_new() else { return false }
    defer { unsafe ASN1_OCTET_STRING_free(content) }
    // The DER of NULL: the marker says nothing but that it is there.
    guard unsafe ASN1_OCTET_STRING_set(content, [5, 0], 2) == 1,
      let made = unsafe X509_EXTENSION_create_by_OBJ(nil, object, 0, content)
    else { return false }
    defer { unsafe X509_EXTENSION_free(made) }
    return unsafe X509_add_ext(certificate.pointer, made, -1) == 1
  }
}
