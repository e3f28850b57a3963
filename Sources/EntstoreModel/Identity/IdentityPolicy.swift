/// How a store finds out whose a purchase is: values of the store, changed by an act in its log.
public struct IdentityPolicy: Hashable, Sendable {
  /// What a submit or claim does that disagrees with who holds the lineage.
  public var restore: RestorePolicy
  /// Whether a token that is not known leaves its lineage unbound; otherwise it is a subject of its own.
  public var knownTokensOnly: Bool

  /// The defaults, changed where named.
  public init(restore: RestorePolicy = .keep, knownTokensOnly: Bool = false) {
    self.restore = restore
    self.knownTokensOnly = knownTokensOnly
  }

  /// The defaults.
  public static let standard = IdentityPolicy()
}

/// What a submit or claim does that disagrees with who holds the lineage. Raw values are stored bytes.
public enum RestorePolicy: UInt8, Hashable, Sendable, CaseIterable {
  /// The holder keeps it; the conflict is recorded and the caller told. A stolen transaction gains nothing.
  case keep = 1
  /// It moves to whoever asks, but to each subject once: two devices that restore in turn do not send it back and forth.
  case transfer = 2
  /// As ``transfer``, while the lineage opens nothing; otherwise as ``keep``.
  case transferIfLapsed = 3
}
