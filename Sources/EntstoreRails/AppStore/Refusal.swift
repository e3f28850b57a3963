public import EntstoreModel

/// Why a payload, or one event in it, is not taken. `field` is the path of what is wrong, empty for the whole
/// payload.
///
/// The remedy is in each case's description. None of them goes away by itself.
public enum Refusal: Error, Hashable, Sendable {
  /// There is nothing but white space.
  case empty
  /// The bytes from `offset` on are not UTF-8.
  case notUTF8(offset: Int)
  /// The text is UTF-16.
  case utf16
  /// The text is UTF-32.
  case utf32
  /// It begins with a control character: not text.
  case binary(offset: Int)
  /// There is a NUL byte in the text.
  case containsNUL(offset: Int)
  /// Arrays and objects are more than `limit` levels inside each other.
  case nestedTooDeeply(field: String, limit: Int)
  /// It states more than `limit` events. Those before are taken; what comes behind them was not read.
  case tooManyEvents(field: String, limit: Int)
  /// It is not JSON, or a field has a value of the wrong kind.
  case malformedJSON(field: String, reason: String)
  /// It should be a JSON Web Signature and is none.
  case malformedJWS(field: String, reason: JWSFault)
  /// It is signed, and there is neither a verifier nor anybody who vouches for it.
  case signatureNotVerified(field: String)
  /// It carries no signature, and nobody vouches for it.
  case notSigned(field: String)
  /// It is nothing that the App Store sends.
  case unknownShape(field: String, found: String)
  /// It is something that the App Store sends, and cannot be an event.
  case unsupported(field: String, kind: UnsupportedPayload)
  /// A field that the event cannot do without is absent, null or empty.
  case missing(field: String)
  /// A date is before March 1973 or after 2400, or no number.
  case implausibleDate(field: String, value: String)
  /// A text that identifies something cannot be kept.
  case unusableIdentifier(field: String, reason: IdentifierError)
  /// It belongs to the other environment of the store.
  case otherEnvironment(field: String, found: String, store: StoreEnvironment)
  /// It was made by a development tool, or by something never heard of.
  case foreignEnvironment(field: String, found: String)
  /// Two parts of one event contradict each other.
  case disagreement(field: String, found: String, expected: String)

  /// The signature, or what stands around it, does not make it the App Store's word for this store.
  case notVerified(VerificationError)

  /// Whether the same payload may be taken later. Never: what is wrong is in the payload or in how it is
  /// handed in.
  public var isRetryable: Bool { false }
}

/// What is wrong with a JSON Web Signature.
public enum JWSFault: Hashable, Sendable {
  /// It has so many parts between dots, and not three.
  case parts(Int)
  /// The named part is empty or no base64url.
  case base64(part: String)
  /// The header is no JSON object.
  case header
  /// The header names no certificates.
  case noCertificates
  /// The signed content is no JSON object.
  case payload
}

/// What the App Store makes that is no event, and what other stores send.
public enum UnsupportedPayload: Hashable, Sendable {
  /// A renewal info without its transaction.
  case renewalInfo
  /// What an app learns about itself, not about a purchase.
  case appTransaction
  /// A receipt, of the time before signed transactions.
  case receipt
  /// A notification of version 1.
  case notificationVersion1
  /// An event of Stripe's webhooks.
  case stripeEvent
  /// A Real-time Developer Notification of Google Play, in the message that carries it or taken out of it.
  case playNotification
}
