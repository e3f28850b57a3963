import Entstore
import Testing

/// The store in memory: a list of events, folded anew for every answer. Slow, with nothing to keep in step.
struct ReferenceModel {
  private(set) var log: [LoggedEvent] = []
  private var known: Set<EventPosition> = []
  /// Who holds what after the last event.
  private var answers: [Lineage: HolderOracle.Answer] = [:]
  var catalog = Catalog()
  var policy = Policy.standard
  let environment = StoreEnvironment.production

  /// What an event comes to; `nil`: refused.
  mutating func append(_ draft: EventDraft, at now: Instant) -> Receipt? {
    let lineages = draft.facts.map(\.lineage)
    guard draft.environment == environment, Instant.plausible.contains(draft.signedAt),
      Set(lineages).count == lineages.count
    else { return nil }
    if known.contains(draft.place), let before = log.first(where: { $0.draft.place == draft.place }) {
      return Receipt(sequence: before.sequence, outcome: .duplicate)
    }
    known.insert(draft.place)
    var kept = draft
    kept.receivedAt = now
    log.append(LoggedEvent(sequence: UInt64(log.count + 1), receivedAt: now, draft: kept))
    switch draft.act {
    case .catalog(let latest): catalog = latest
    case .policy(let latest): policy = latest
    case .identity, .account, .custody, .grant, .grantRevoked, .erasure, nil: break
    }
    let oracle = HolderOracle(log)
    for lineage in oracle.lineages { answers[lineage] = oracle.answer(for: lineage) }
    let applies = draft.act != nil || draft.facts.contains(where: \.canOpenOrClose)
    return Receipt(sequence: UInt64(log.count), outcome: applies ? .applied : .recorded)
  }

  /// Those that a store has spoken of.
  var lineages: Set<Lineage> { Set(log.flatMap { $0.draft.facts.map(\.lineage) }) }
  /// Those, and the ones that somebody has asked for.
  var allLineages: Set<Lineage> { Set(answers.keys) }

  /// The events about `lineage` in fold order.
  private func events(of lineage: Lineage) -> [(event: LoggedEvent, facts: LineageFacts)] {
    log.compactMap { event in event.draft.facts.first { $0.lineage == lineage }.map { (event, $0) } }
      .sorted { $0.event.draft.place < $1.event.draft.place }
  }

  private func fold(
    _ lineage: Lineage, asOf: Instant? = nil, knownAt: Instant? = nil
  ) -> LineageFold {
    var fold = ownFold(lineage, asOf: asOf, knownAt: knownAt)
    if catalog.stacking.isEmpty { return fold }
    let owner = holders(of: lineage)[0]
    let together = owner == nil ? [lineage] : lineages.filter { holders(of: $0)[0] == owner }
    var earlier: [StackedPurchase] = []
    for other in together {
      earlier += ownFold(other, asOf: asOf, knownAt: knownAt).stackedPurchases(in: other)
    }
    earlier.sort { ($0.begunAt, $0.lineage, $0.id) < ($1.begunAt, $1.lineage, $1.id) }
    for (place, purchase) in earlier.enumerated() where purchase.lineage == lineage {
      fold.starts[purchase.id] = start(of: place, among: earlier)
    }
    return fold
  }

  /// A purchase waits for the latest end of those of its product before it.
  private func start(of place: Int, among purchases: [StackedPurchase]) -> Instant {
    let purchase = purchases[place]
    let ends = purchases.indices.prefix(place).filter { purchases[$0].product == purchase.product }.map {
      min(
        start(of: $0, among: purchases).advanced(by: catalog.terms[purchase.product]!),
        purchases[$0].cutAt ?? Instant(epochMilliseconds: .max))
    }
    return max(purchase.begunAt, ends.max() ?? purchase.begunAt)
  }

  private func ownFold(
    _ lineage: Lineage, asOf: Instant?, knownAt: Instant?
  ) -> LineageFold {
    var fold = LineageFold(context: FoldContext(policy: policy, catalog: catalog), asOf: asOf)
    for (event, facts) in events(of: lineage) where knownAt.map({ event.receivedAt <= $0 }) ?? true {
      fold.apply(facts, at: event.draft.place)
    }
    return fold
  }

  func owner(of lineage: Lineage) -> Subject? { answers[lineage]?.owner }

  /// For whom `lineage` opens, the owner or nobody first.
  func holders(of lineage: Lineage) -> [Subject?] {
    [owner(of: lineage)] + (answers[lineage]?.members ?? [])
  }

  func entitlements(
    of subject: Subject?, now: Instant, at instant: Instant? = nil, knownAt: Instant? = nil
  ) -> [Entitlement] {
    lineages.sorted().filter { holders(of: $0).contains(subject) }.map { lineage in
      let whole = fold(lineage)
      let isPast = instant.map { $0 < whole.horizon! || mayWait(whole) } ?? false
      let told = isPast || knownAt != nil ? fold(lineage, asOf: instant, knownAt: knownAt) : whole
      return Entitlement(
        subject: subject, lineage: lineage, rail: events(of: lineage).last!.event.draft.rail,
        schedule: told.schedule(from: isPast || knownAt != nil ? instant : nil), summary: told.summary,
        at: instant ?? now, catalog: CatalogIndex(catalog))
    }
    .filter { $0.segment.status != .none }.bestFirst()
  }

  private func mayWait(_ fold: LineageFold) -> Bool {
    let products = fold.schedule().segments.map(\.product) + [fold.summary.product]
    return products.contains { $0.map(catalog.stacking.contains) ?? false }
  }

  func access(of subject: Subject, to key: EntitlementKey, now: Instant) -> Access {
    entitlements(of: subject, now: now).access(to: key, at: now, catalog: CatalogIndex(catalog)).0
  }

  /// Newest first.
  func history(where isMeant: (EventDraft) -> Bool) -> [LoggedEvent] {
    log.filter { isMeant($0.draft) }.sorted { $0.draft.place > $1.draft.place }
  }

  var deadlineCount: Int {
    lineages.reduce(0) { $0 + (fold($1).schedule().segments.count - 1) * holders(of: $1).count }
  }
}

extension LineageFacts {
  fileprivate var canOpenOrClose: Bool {
    if let purchase, purchase.kind != .consumable { return true }
    return renewal != nil || status != nil || ending != nil || void != nil
  }
}
