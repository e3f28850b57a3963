import EntstoreModel

/// One event of one lineage, with the key that orders it.
struct OracleEvent: Hashable, Sendable {
  var signedAt: Instant
  var rank: UInt8 = 0
  /// Sixteen bytes that stand for the digest of (rail, event id).
  var digest: [UInt8]
  var facts: LineageFacts

  /// §2: the total order (signedAt, rank, digest).
  func precedes(_ other: OracleEvent) -> Bool {
    if signedAt != other.signedAt { return signedAt < other.signedAt }
    if rank != other.rank { return rank < other.rank }
    return digest.lexicographicallyPrecedes(other.digest)
  }
}

/// What a lineage is worth at an instant.
struct OracleAnswer: Hashable, Sendable {
  var status: AccessStatus
  var isEntitled: Bool
  var product: ProductID?
  var reason: AccessReason

  /// §4: no purchase at T.
  static let none = OracleAnswer(status: .none, isEntitled: false, product: nil, reason: .none)
}

/// The written rules, read aloud: slow, one lineage, one instant at a time.
///
/// It keeps every copy it has ever seen and works everything out anew for each question, so that there is
/// nothing in it that could be right by accident in one order of events and wrong in another.
struct Oracle {
  /// In the total order.
  let events: [OracleEvent]
  let policy: Policy
  /// The terms of non-renewing subscriptions, from the catalog.
  let terms: [ProductID: TimeSpan]
  /// All that is known once every event and every copy counts.
  private let everything: OracleState

  init(events: [OracleEvent], policy: Policy = .standard, terms: [ProductID: TimeSpan] = [:]) {
    self.events = events.sorted { $0.precedes($1) }
    self.policy = policy
    self.terms = terms
    self.everything = Self.fold(self.events, asOf: .greatest, policy: policy, terms: terms)
  }

  /// The newest instant that any event or copy was signed at: from here on nothing is left out.
  var horizon: Instant? {
    events.flatMap { [$0.signedAt] + ($0.facts.purchase.map { [$0.clock] } ?? []) }.max()
  }

  func answer(at instant: Instant) -> OracleAnswer {
    guard let horizon, instant < horizon else { return everything.answer(at: instant) }
    return Self.fold(events, asOf: instant, policy: policy, terms: terms).answer(at: instant)
  }
}
