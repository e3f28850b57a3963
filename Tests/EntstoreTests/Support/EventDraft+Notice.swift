import EntstoreModel

/// What one event says of one lineage.
struct Said: Sendable {
  var lineage: Lineage
  var sale: Sale?
  var renewal: RenewalFact?
  var status: StoreStatus?
  var reason: ExpiryReason?
  var ending: EndingFact?
  var void: VoidFact?

  init(
    _ lineage: Lineage = "1000", _ sale: Sale? = nil, _ renewal: RenewalFact? = nil,
    _ status: StoreStatus? = nil, because reason: ExpiryReason? = nil, ending: EndingFact? = nil,
    void: VoidFact? = nil
  ) {
    self.lineage = lineage
    self.sale = sale
    self.renewal = renewal
    self.status = status
    self.reason = reason
    self.ending = ending
    self.void = void
  }

  func facts(signedAt: Instant) -> LineageFacts {
    LineageFacts(
      lineage: lineage, purchase: sale?.copy(signedAt: signedAt), renewal: renewal, status: status,
      expiryReason: reason, ending: ending, void: void)
  }
}

extension EventDraft {
  /// An event that says all of `said`, its copies signed when it was.
  static func notice(
    _ id: EventID, _ signedAt: Instant, _ said: Said..., rail: Rail = .appStore, rank: UInt8 = 0,
    environment: StoreEnvironment = .production, app: AppID? = nil, raw: [RawSegment] = []
  ) -> EventDraft {
    EventDraft(
      rail: rail, id: id, signedAt: signedAt, rank: rank, label: EventLabel(type: "NOTICE"),
      environment: environment, app: app, provenance: .vouched,
      facts: said.map { $0.facts(signedAt: signedAt) }, raw: raw)
  }

  /// A first purchase of thirty days from `signedAt` on.
  static func bought(
    _ id: EventID, _ signedAt: Instant, lineage: Lineage = "1000", _ product: ProductID = .monthly,
    by token: AccountToken?
  ) -> EventDraft {
    .notice(id, signedAt, Said(lineage, .month(1, product, from: signedAt, token: token), .on, .active))
  }

  /// A catalog in force, under an id of the test's choosing.
  static func catalog(_ id: EventID, _ signedAt: Instant, _ catalog: Catalog) -> EventDraft {
    EventDraft(
      rail: .local, id: id, signedAt: signedAt, label: EventLabel(type: "CATALOG"),
      environment: .production, provenance: .local, act: .catalog(catalog))
  }
}
