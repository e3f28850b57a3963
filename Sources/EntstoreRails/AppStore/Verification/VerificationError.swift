public import EntstoreModel

/// The check that a payload does not pass. `field` is the path of the signed text, or of the field in it;
/// empty for the whole payload.
public enum VerificationError: Error, Hashable, Sendable {
  /// It is longer than anything that the App Store signs.
  case tooLarge(field: String, byteCount: Int, limit: Int)
  /// It is no JSON Web Signature in compact form.
  case malformed(field: String, reason: JWSFault)
  /// The header or the payload is not the JSON that is expected.
  case malformedJSON(field: String, part: String, reason: String)
  /// It is signed in another way than ES256.
  case algorithm(field: String, found: String)
  /// There are not exactly three certificates.
  case certificateCount(field: String, found: Int)
  /// A certificate is not X.509 in base64.
  case unreadableCertificate(field: String, CertificateRole)
  /// The root is none that is trusted. A name never makes trust.
  case untrustedRoot(field: String, digest: String)
  /// A certificate may issue others and should not, or should and may not.
  case authorityFlag(field: String, CertificateRole)
  /// A certificate lacks Apple's marker extension.
  case missingMarker(field: String, CertificateRole)
  /// A certificate is not signed by the next.
  case notIssuedByNext(field: String, CertificateRole)
  /// A certificate breaks another rule of RFC 5280: path length, critical extensions, and so on.
  case chain(field: String, CertificateRole, reason: String)
  /// The leaf's key is not on P-256, or not for signatures.
  case unusableKey(field: String)
  /// A certificate was not valid when the payload was signed.
  case notValid(field: String, CertificateRole, at: Instant)
  /// The embedder denies a certificate, by its serial number.
  case denied(field: String, CertificateRole, serialNumber: String)
  /// The signature has not 64 bytes.
  case signatureLength(field: String, found: Int)
  /// The signature is not that of the leaf's key over these bytes.
  case signature(field: String)
  /// It is signed well, and nothing that the App Store signs.
  case unknownKind(field: String)
  /// It is of another kind than its place asks for.
  case wrongKind(field: String, found: SignedKind, expected: SignedKind)
  /// A renewal info alone names no app; an app transaction alone states no purchase.
  case standsAlone(field: String, SignedKind)
  /// A part that must be signed is not.
  case notSigned(field: String)
  /// A field is absent that identifies or dates the payload.
  case missing(field: String)
  /// A date is before March 1973 or after 2400, or no number.
  case implausibleDate(field: String, value: String)
  /// It is about an app that is not among the store's.
  case otherApp(field: String, found: String)
  /// It is about another app at Apple.
  case otherAppAppleID(field: String, found: String)
  /// It belongs to another environment than the store; Xcode's payloads belong to none.
  case otherEnvironment(field: String, found: String, store: StoreEnvironment)
  /// Two signed parts of one payload contradict each other.
  case disagreement(field: String, found: String, expected: String)

  /// Whether the same payload may be taken later. Never: a forgery stays one.
  public var isRetryable: Bool { false }
}

/// Why a verifier cannot be made.
public enum VerifierSetupError: Error, Hashable, Sendable {
  /// No app is named; name the bundle ids whose payloads are to be taken.
  case noApps
  /// The root at this index is no certificate, neither in DER nor in PEM.
  case unreadableRoot(index: Int)
  /// The root at this index may not issue certificates.
  case rootIsNoAuthority(index: Int)
}
