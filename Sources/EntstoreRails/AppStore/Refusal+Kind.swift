public import EntstoreModel

extension Refusal {
  /// What it is counted as.
  public var kind: RefusalKind {
    switch self {
    case .otherEnvironment, .foreignEnvironment: .wrongEnvironment
    case .signatureNotVerified: .notVerified
    case .notSigned: .unsigned
    case .implausibleDate: .implausibleDate
    case .empty, .notUTF8, .utf16, .utf32, .binary, .containsNUL, .nestedTooDeeply, .tooManyEvents,
      .malformedJSON,
      .malformedJWS, .missing, .unusableIdentifier:
      .malformed
    case .unknownShape, .unsupported, .disagreement: .other
    case .notVerified(let error): error.kind
    }
  }
}

extension VerificationError {
  /// What it is counted as.
  public var kind: RefusalKind {
    switch self {
    case .otherEnvironment: .wrongEnvironment
    case .otherApp, .otherAppAppleID: .wrongApp
    case .notSigned: .unsigned
    case .implausibleDate: .implausibleDate
    case .tooLarge, .malformed, .malformedJSON, .missing: .malformed
    case .algorithm, .certificateCount, .unreadableCertificate, .untrustedRoot, .authorityFlag,
      .missingMarker,
      .notIssuedByNext, .chain, .unusableKey, .notValid, .denied, .signatureLength, .signature:
      .notVerified
    case .unknownKind, .wrongKind, .standsAlone, .disagreement: .other
    }
  }
}
