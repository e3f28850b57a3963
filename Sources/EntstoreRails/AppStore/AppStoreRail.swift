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
    PayloadReader(normalizer: Normalizer(environment: environment), vouched: vouched)
      .events(in: payload.bytes)
  }
}
