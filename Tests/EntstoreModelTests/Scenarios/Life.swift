import EntstoreModel

/// One thing that the store said of a lineage.
struct Notice: Sendable {
  var signedAt: Instant
  var rank: UInt8 = 0
  var facts: LineageFacts

  init(
    _ signedAt: Instant, rank: UInt8 = 0, _ bill: Bill? = nil, _ renewal: RenewalFact? = nil,
    _ status: StoreStatus? = nil, because reason: ExpiryReason? = nil, ending: EndingFact? = nil,
    void: VoidFact? = nil
  ) {
    self.signedAt = signedAt
    self.rank = rank
    self.facts = LineageFacts(
      lineage: Lineage(canonical: "lineage"), purchase: bill?.fact(signedAt: signedAt),
      renewal: renewal, status: status, expiryReason: reason, ending: ending, void: void)
  }
}

extension RenewalFact {
  /// Auto-renew is on.
  static let on = RenewalFact(willAutoRenew: true)
  /// Auto-renew is off.
  static let off = RenewalFact(willAutoRenew: false)
  /// The store tries to charge again.
  static let retrying = RenewalFact(willAutoRenew: true, isRetrying: true)
  /// The store tries to charge again, and asks to keep serving until `date`.
  static func grace(until date: Instant) -> RenewalFact {
    RenewalFact(willAutoRenew: true, graceUntil: date, isRetrying: true)
  }
  /// The current period is one of `product`, until `date`.
  static func period(_ product: ProductID, until date: Instant, on: Bool? = true) -> RenewalFact {
    RenewalFact(product: product, willAutoRenew: on, renewalDate: date)
  }
}

/// All that the store said of one lineage.
struct Life: Sendable {
  /// In the order written, which decides between notices of the same instant and rank.
  let events: [OracleEvent]
  var policy: Policy = .standard
  var terms: [ProductID: TimeSpan] = [:]

  init(events: [OracleEvent]) { self.events = events }

  init(@LifeBuilder _ notices: () -> [Notice]) {
    events = notices().enumerated().map { place, notice in
      OracleEvent(
        signedAt: notice.signedAt, rank: notice.rank,
        digest: [UInt8](repeating: 0, count: 15) + [UInt8(place)], facts: notice.facts)
    }
  }

  /// The same life under other terms for non-renewing subscriptions.
  func with(terms: [ProductID: TimeSpan]) -> Life {
    var life = self
    life.terms = terms
    return life
  }

  /// The same life under another policy.
  func with(policy: Policy) -> Life {
    var life = self
    life.policy = policy
    return life
  }

  /// The events in the total order.
  var ordered: [OracleEvent] { events.sorted { $0.precedes($1) } }

  var oracle: Oracle { Oracle(events: events, policy: policy, terms: terms) }
}

@resultBuilder
enum LifeBuilder {
  static func buildExpression(_ notice: Notice) -> [Notice] { [notice] }
  static func buildExpression(_ notices: [Notice]) -> [Notice] { notices }
  static func buildBlock(_ parts: [Notice]...) -> [Notice] { parts.flatMap(\.self) }
}
