package import EntstoreModel

/// A development authority: root, intermediate and leaf with the extensions that Apple's have, and their
/// keys. What it signs is trusted by nobody who was not given its root.
package struct ForgeAuthority: Sendable {
  let root: Link
  let intermediate: Link
  let leaf: Link
  private let header: [UInt8]

  /// A certificate and its key.
  struct Link: Sendable {
    let certificate: Certificate
    let key: SigningKey
  }

  /// A new authority with new keys, whose certificates are all valid for the same time.
  ///
  /// - Parameter name: What its certificates' names begin with.
  package static func make(
    validFrom: Instant, validUntil: Instant, name: String = "entstore forge"
  ) throws(ForgeError) -> ForgeAuthority {
    let request = CertificateRequest(
      name: "\(name) root", isAuthority: true, validFrom: validFrom, validUntil: validUntil)
    let root = try link(request, by: nil)
    let intermediate = try link(.intermediate(request, "\(name) intermediate"), by: root)
    let leaf = try link(.leaf(request, "\(name) leaf"), by: intermediate)
    return ForgeAuthority(root: root, intermediate: intermediate, leaf: leaf)
  }

  init(root: Link, intermediate: Link, leaf: Link) {
    self.root = root
    self.intermediate = intermediate
    self.leaf = leaf
    header = ForgedHeader(certificates: [leaf, intermediate, root].map(\.certificate.der)).encoded
  }

  /// A new key and its certificate.
  static func link(_ request: CertificateRequest, by issuer: Link?) throws(ForgeError) -> Link {
    let key = try SigningKey.generate()
    let certificate = try request.signed(for: key, by: issuer.map { ($0.certificate, $0.key) })
    return Link(certificate: certificate, key: key)
  }

  /// The root in DER: what a store is given to trust.
  package var rootCertificate: [UInt8] { root.certificate.der }
  /// The intermediate in DER.
  package var intermediateCertificate: [UInt8] { intermediate.certificate.der }
  /// The leaf in DER.
  package var leafCertificate: [UInt8] { leaf.certificate.der }

  /// `payload` in a compact JWS that a verifier takes who trusts the root; with a `fault`, one that it
  /// refuses.
  ///
  /// - Parameter payload: The JSON to sign, as it is to stand in the JWS.
  package func jws(for payload: [UInt8], fault: ForgeFault? = nil) throws(ForgeError) -> [UInt8] {
    if let fault { return try faulty(payload, fault) }
    return try jws(header: header, payload: encodedBase64URL(payload), key: leaf.key)
  }

  /// The compact JWS of two parts that are base64url already.
  func jws(header: [UInt8], payload: [UInt8], key: SigningKey) throws(ForgeError) -> [UInt8] {
    let content = header + [UInt8(ascii: ".")] + payload
    return content + [UInt8(ascii: ".")] + encodedBase64URL(try raw(try key.signature(of: content)))
  }

  func raw(_ der: [UInt8]) throws(ForgeError) -> [UInt8] {
    guard let raw = RawSignature.raw(ofDER: der) else { throw .refusedByLibrary(step: "sign") }
    return raw
  }
}

extension CertificateRequest {
  static let intermediateMarker = "1.2.840.113635.100.6.2.1"
  static let leafMarker = "1.2.840.113635.100.6.11.1"

  /// An intermediate for as long as its root.
  static func intermediate(_ root: CertificateRequest, _ name: String) -> CertificateRequest {
    CertificateRequest(
      name: name, isAuthority: true, pathLength: 0, marker: intermediateMarker,
      validFrom: root.validFrom, validUntil: root.validUntil)
  }

  /// A leaf for as long as its root.
  static func leaf(_ root: CertificateRequest, _ name: String) -> CertificateRequest {
    CertificateRequest(
      name: name, isAuthority: false, marker: leafMarker, validFrom: root.validFrom,
      validUntil: root.validUntil)
  }
}
