import EntstoreModel

extension Refusal {
  /// What is wrong with a JSON, for whoever says of which.
  var reason: String {
    if case .malformedJSON(_, let reason) = self { reason } else { description }
  }
}

extension Refusal: CustomStringConvertible {
  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .empty: "there is nothing in it"
    case .notUTF8(let offset): "it is not UTF-8 text: byte \(offset) is invalid"
    case .utf16: "it is UTF-16 text; save it as UTF-8"
    case .utf32: "it is UTF-32 text; save it as UTF-8"
    case .binary: "it is binary, not text; decompress or export it first"
    case .containsNUL(let offset): "it contains a NUL byte, at \(offset)"
    case .nestedTooDeeply(let field, let limit):
      "\(subject(field)) is nested more than \(limit) levels deep"
    case .tooManyEvents(let field, let limit):
      "\(subject(field)) has more than \(limit) events in it, and those behind were not read; hand them in by themselves"
    case .malformedJSON(let field, let reason):
      "\(subject(field)) is not the JSON that is expected: \(excerpt(reason, 200))"
    case .malformedJWS(let field, let reason): "\(subject(field)) is no signed payload: \(reason)"
    case .signatureNotVerified(let field):
      "\(subject(field)) is signed, and nothing was given to verify it with; name the store's apps, or vouch for it"
    case .notSigned(let field):
      "\(subject(field)) carries no signature; vouch for it if you know where it came from"
    case .notVerified(let error): error.description
    case .unknownShape(let field, let found):
      "\(subject(field)) is \(excerpt(found, 200)): nothing that the App Store sends"
    case .unsupported(let field, let kind): "\(subject(field)) is \(kind)"
    case .missing(let field): "\(field) is missing"
    case .implausibleDate(let field, let value):
      "\(field) is \(excerpt(value)): \(dateRemedy(value))"
    case .unusableIdentifier(let field, let reason): "\(field) cannot be kept: \(reason)"
    case .otherEnvironment(let field, let found, let store):
      "\(excerpt(found)) event in a \(store) store (\(field)); keep each environment in its own store"
    case .foreignEnvironment(let field, let found):
      "\(excerpt(found)) event (\(field)); a store takes Production or Sandbox, as it was created"
    case .disagreement(let field, let found, let expected):
      "\(field) is \(excerpt(found)), and the rest of the event says \(excerpt(expected))"
    }
  }

  private func subject(_ field: String) -> String { field.isEmpty ? "it" : field }

  private func dateRemedy(_ value: String) -> String {
    guard let number = Int64(value) else { return "dates are milliseconds since 1970" }
    if number >= Instant.plausible.upperBound.epochMilliseconds { return "that is beyond the year 2400" }
    return number > 100_000_000
      ? "that is seconds; dates are milliseconds since 1970" : "that is no date of a sale"
  }
}

extension JWSFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .parts(let count): "it has \(count) part\(count == 1 ? "" : "s") between dots, and needs three"
    case .base64(let part): "its \(part) is not base64url"
    case .header: "its header is no JSON object"
    case .noCertificates: "its header names no certificates (x5c), so nobody can ever verify it"
    case .payload: "what is signed in it is no JSON object"
    }
  }
}

extension UnsupportedPayload: CustomStringConvertible {
  public var description: String {
    switch self {
    case .renewalInfo:
      "a renewal info alone, which names no app; hand in the notification it belongs to, "
        + "or {\"signedTransactionInfo\": …, \"signedRenewalInfo\": …}"
    case .appTransaction: "an app transaction, which states no purchase; hand in the transactions"
    case .receipt:
      "a receipt of the old kind; hand in the signed transactions of Get Transaction History"
    case .notificationVersion1:
      "a notification of version 1; choose version 2 in App Store Connect"
    case .stripeEvent: "a Stripe event; only what the App Store sends is understood"
    case .playNotification: "a notification of Google Play; only what the App Store sends is understood"
    }
  }
}

/// At most `limit` characters of a text that somebody else wrote, without what would move a terminal's
/// cursor.
func excerpt(_ text: String, _ limit: Int = 60) -> String {
  let start = text.unicodeScalars.prefix(limit).map { scalar in
    scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
  }
  return String(start) + (text.unicodeScalars.count > limit ? "…" : "")
}
