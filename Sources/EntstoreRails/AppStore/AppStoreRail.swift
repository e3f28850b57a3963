public import EntstoreModel

/// The App Store's payloads, made into events.
public struct AppStoreRail: Sendable {
  /// The environment whose events are taken; all others are refused.
  public let environment: StoreEnvironment

  /// A rail into stores of `environment`.
  public init(environment: StoreEnvironment) {
    self.environment = environment
  }

  /// Everything that one payload (one line, one document) states, in order.
  ///
  /// Finds out by shape what the payload is: a webhook's body; a signed notification or transaction; a
  /// decoded one, in which parts may still be signed; a transaction and its renewal info together; a response
  /// of the notification, transaction or refund history, of the transaction info or the subscription status;
  /// a JSON array of any of these. An empty list states nothing and is no error.
  ///
  /// Signatures are not checked: what is taken is taken on the caller's word, and every draft says so.
  ///
  /// - Parameter vouched: The caller answers for where the payload came from. Without it every event is
  /// refused.
  /// - Returns: For each event a draft, or the reason why it is refused. One bad event costs no other.
  /// - Complexity: O(*n*) for *n* bytes; nesting is bounded and never recursed into before it is.
  public func events(in payload: UnverifiedPayload, vouched: Bool) -> [Result<EventDraft, Refusal>] {
    PayloadReader(
      normalizer: Normalizer(environment: environment), admission: vouched ? .vouched : .nothing
    ).events(in: payload.bytes)
  }

  /// Everything that one payload (one line, one document) states and the App Store signed, in order.
  ///
  /// Takes the shapes that ``events(in:vouched:)`` takes, and believes in them only what passes `verifier`:
  /// what is decoded already is refused, and so is the status of a status response, which nobody signs.
  /// Every draft says that it was verified.
  ///
  /// - Precondition: `verifier` is of this rail's environment.
  /// - Returns: For each event a draft, or the reason why it is refused. One bad event costs no other.
  /// - Complexity: O(*n*) for *n* bytes, and the verification of each signature.
  public func events(
    in payload: UnverifiedPayload, verifier: AppStoreVerifier
  ) -> [Result<EventDraft, Refusal>] {
    precondition(verifier.environment == environment, "a verifier of another environment")
    return PayloadReader(
      normalizer: Normalizer(environment: environment), admission: .verified(verifier)
    ).events(in: payload.bytes)
  }

  /// The event that a verified payload is.
  ///
  /// - Precondition: A verifier of this rail's environment made it.
  /// - Throws: A field that the event needs is absent or unusable, though signed.
  public func event(of payload: VerifiedPayload) throws(Refusal) -> EventDraft {
    try Normalizer(environment: environment).draft(of: payload, at: Place())
  }
}
