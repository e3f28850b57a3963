import EntstoreDigest
import EntstoreModel

/// A leaf, an intermediate and a trusted root, of which everything is checked but the time.
struct VerifiedChain: Sendable {
  let key: VerifyingKey
  /// By role, in the order of ``CertificateRole``.
  let validity: [ClosedRange<Instant>]
  /// Of the leaf and of the intermediate.
  let serialNumbers: [String]

  /// Checks the certificates that the header of `text` carries.
  init(_ text: SignedText, trust: RootTrust) throws(VerificationError) {
    let field = text.field
    let header = try text.headerObject()
    let algorithm = header.value["alg"]?.string
    guard algorithm == "ES256" else { throw .algorithm(field: field, found: algorithm ?? "nothing") }
    // An extension that must be understood, and is not.
    if header.value["crit"] != nil {
      throw .malformedJSON(field: field, part: "header", reason: "crit is not understood")
    }
    guard let list = header.value["x5c"], list.isArray else {
      throw .malformed(field: field, reason: .noCertificates)
    }
    let elements = list.elements
    guard elements.count == 3 else { throw .certificateCount(field: field, found: elements.count) }
    var found: [Certificate] = []
    for (element, role) in zip(elements, CertificateRole.allCases) {
      guard let text = element.string, let der = CertificateText.decoded(Array(text.utf8)),
        let certificate = Certificate(der: der)
      else { throw .unreadableCertificate(field: field, role) }
      found.append(certificate)
    }
    try self.init(found[0], found[1], claimedRoot: found[2], trust: trust, field: field)
  }

  private init(
    _ leaf: Certificate, _ intermediate: Certificate, claimedRoot: Certificate, trust: RootTrust,
    field: String
  ) throws(VerificationError) {
    guard let root = trust.root(for: claimedRoot) else {
      throw .untrustedRoot(field: field, digest: hexadecimal(SHA256.digest(of: claimedRoot.der)))
    }
    if !root.isAuthority { throw .authorityFlag(field: field, .root) }
    if !intermediate.isAuthority { throw .authorityFlag(field: field, .intermediate) }
    if leaf.isAuthority { throw .authorityFlag(field: field, .leaf) }
    for (certificate, role) in [(leaf, CertificateRole.leaf), (intermediate, .intermediate)] {
      if let marker = role.marker, !certificate.hasExtension(marker) {
        throw .missingMarker(field: field, role)
      }
    }
    if !intermediate.isIssued(by: root) { throw .notIssuedByNext(field: field, .intermediate) }
    if !leaf.isIssued(by: intermediate) { throw .notIssuedByNext(field: field, .leaf) }
    if let fault = leaf.chainFault(intermediate: intermediate, root: root) {
      let role = CertificateRole.allCases[min(max(fault.depth, 0), 2)]
      throw .chain(field: field, role, reason: fault.reason)
    }
    guard let key = VerifyingKey(of: leaf) else { throw .unusableKey(field: field) }
    self.key = key
    validity = [leaf.validity, intermediate.validity, root.validity]
    serialNumbers = [leaf.serialNumber, intermediate.serialNumber]
  }

  /// Refuses a payload that was signed while one of the certificates was not valid.
  func check(at moment: Instant, field: String) throws(VerificationError) {
    for (range, role) in zip(validity, CertificateRole.allCases) where !range.contains(moment) {
      throw .notValid(field: field, role, at: moment)
    }
  }
}
