public import EntstoreModel

/// A payload that the App Store signed, for one of the caller's apps and in the caller's environment. Only an
/// ``AppStoreVerifier`` makes one.
public struct VerifiedPayload: Sendable {
  /// What was signed, as it came: a compact JWS, or an object with two of them.
  public let bytes: [UInt8]
  /// A notification or a transaction.
  public let kind: SignedKind
  /// When it was signed. Of a transaction and its renewal info: when the renewal info was.
  public let signedAt: Instant
  /// The bundle id.
  public let app: String
  let object: JSONObject
  let parts: OpenedParts
  /// The signed texts that it is made of, in order; one but for a transaction with its renewal info.
  let texts: [[UInt8]]
}

/// The objects inside an event, taken out of their signed form where they had one.
struct OpenedParts {
  var transaction: JSONObject?
  var renewal: JSONObject?
  var appTransaction: JSONObject?
}
