import EntstoreModel

extension VerificationError: CustomStringConvertible {
  /// One sentence: the check that failed, and for which certificate or field.
  public var description: String {
    switch self {
    case .tooLarge(let field, let count, let limit):
      "\(subject(field)) has \(count) bytes, and no signed payload has more than \(limit)"
    case .malformed(let field, let reason): "\(subject(field)) is no signed payload: \(reason)"
    case .malformedJSON(let field, let part, let reason):
      "the \(part) of \(subject(field)) is not the JSON that is expected: \(excerpt(reason, 200))"
    case .algorithm(let field, let found):
      "\(subject(field)) is signed with \(excerpt(found)); only ES256 is taken"
    case .certificateCount(let field, let found):
      "\(subject(field)) carries \(found) certificate\(found == 1 ? "" : "s"), and needs three"
    case .unreadableCertificate(let field, let role):
      "the \(role) certificate of \(subject(field)) cannot be read"
    case .untrustedRoot(let field, let digest):
      "the root certificate of \(subject(field)) is not trusted (SHA-256 \(digest))"
    case .authorityFlag(let field, let role):
      role == .leaf
        ? "the leaf certificate of \(subject(field)) is one that issues certificates"
        : "the \(role) certificate of \(subject(field)) may not issue certificates"
    case .missingMarker(let field, let role):
      "the \(role) certificate of \(subject(field)) lacks Apple's extension \(role.marker ?? "")"
    case .notIssuedByNext(let field, let role):
      "the \(role) certificate of \(subject(field)) is not signed by the next"
    case .chain(let field, let role, let reason):
      "the \(role) certificate of \(subject(field)) is refused: \(excerpt(reason, 200))"
    case .unusableKey(let field): "the leaf certificate of \(subject(field)) has no key for ES256"
    case .notValid(let field, let role, let moment):
      "the \(role) certificate of \(subject(field)) was not valid when it was signed "
        + "(\(moment.epochMilliseconds))"
    case .denied(let field, let role, let number):
      "the \(role) certificate of \(subject(field)) is denied, by its serial number \(number)"
    case .signatureLength(let field, let found):
      "the signature of \(subject(field)) has \(found) byte\(found == 1 ? "" : "s"), and needs 64"
    case .signature(let field): "the signature of \(subject(field)) is not that of its certificate"
    case .unknownKind(let field):
      "\(subject(field)) is neither a notification nor a transaction nor a renewal info"
    case .wrongKind(let field, let found, let expected):
      "\(subject(field)) is signed as a \(found.rawValue), where a \(expected.rawValue) belongs"
    case .standsAlone(let field, let kind):
      kind == .renewalInfo
        ? "\(subject(field)) is \(UnsupportedPayload.renewalInfo)"
        : "\(subject(field)) is \(UnsupportedPayload.appTransaction)"
    case .notSigned(let field): "\(subject(field)) carries no signature"
    case .missing(let field): "\(field) is missing"
    case .implausibleDate(let field, let value): "\(field) is \(excerpt(value)): no date of a sale"
    case .otherApp(let field, let found):
      "\(field) is \(excerpt(found)), which is not among the store's apps; add it if it is yours"
    case .otherAppAppleID(let field, let found):
      "\(field) is \(excerpt(found)), another app than the one that is configured"
    case .otherEnvironment(let field, let found, let store):
      "\(excerpt(found)) event in a \(store) store (\(field)); keep each environment in its own store"
    case .disagreement(let field, let found, let expected):
      "\(field) is \(excerpt(found)), and the rest of the payload says \(excerpt(expected))"
    }
  }

  private func subject(_ field: String) -> String { field.isEmpty ? "the payload" : field }
}

extension VerifierSetupError: CustomStringConvertible {
  /// One sentence: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .noApps: "no app is named; name the bundle ids whose payloads are to be taken"
    case .unreadableRoot(let index): "root \(index + 1) is no certificate, neither in DER nor in PEM"
    case .rootIsNoAuthority(let index): "root \(index + 1) may not issue certificates"
    }
  }
}
