import Entstore
import EntstoreModel

/// The store in memory: a list of events, folded anew for every answer. Slow, with nothing to keep in step.
struct ReferenceModel {
  private(set) var log: [LoggedEvent] = []
  /// Where each event of the log stands; an erased one does not say it itself any more.
  private var places: [EventPosition] = []
  /// What stands at each place that is taken: an event of the log, or nothing that an erasure would let in.
  private var known: [EventPosition: UInt64?] = [:]
  /// Whether an erasure changes events that are still to come.
  private(set) var awaitsRedacted = false
  /// Who holds what after the last event.
  private var answers: [Lineage: HolderOracle.Answer] = [:]
  var catalog = Catalog()
  var policy = Policy.standard
  let environment = StoreEnvironment.production

  /// What an event comes to.
  enum Outcome: Equatable {
    case refused
    case taken(Receipt)
    /// It is known, though it is not in the log, or not as it was.
    case known
  }

  mutating func append(_ draft: EventDraft, at now: Instant) -> Outcome {
    let lineages = draft.facts.map(\.lineage)
    guard draft.environment == environment, Instant.plausible.contains(draft.signedAt),
      Set(lineages).count == lineages.count
    else { return .refused }
    if let before = known[draft.place] {
      return before.map { .taken(Receipt(sequence: $0, outcome: .duplicate)) } ?? .known
    }
    var kept = draft
    kept.receivedAt = now
    add(LoggedEvent(sequence: UInt64(log.count + 1), receivedAt: now, draft: kept), at: draft.place)
    let applies = draft.act != nil || draft.facts.contains(where: \.canOpenOrClose)
    return .taken(Receipt(sequence: UInt64(log.count), outcome: applies ? .applied : .recorded))
  }

  private mutating func add(_ event: LoggedEvent, at place: EventPosition) {
    known[place] = .some(event.sequence)
    log.append(event)
    places.append(place)
    switch event.draft.act {
    case .catalog(let latest): catalog = latest
    case .policy(let latest): policy = latest
    case .erasure(let erasure):
      for place in erasure.erased where known[place] == nil { known[place] = .some(nil) }
      if erasure.redacted.contains(where: { known[$0.position] == nil }) { awaitsRedacted = true }
    case .identity, .account, .custody, .grant, .grantRevoked, nil: break
    }
  }

  /// Takes the word of a store for what is left of the same events after an erasure.
  mutating func relearn(_ kept: [LoggedEvent]) {
    log = kept
  }

  /// Works out who holds what.
  mutating func settle() {
    let oracle = HolderOracle(log)
    answers = [:]
    for lineage in oracle.lineages { answers[lineage] = oracle.answer(for: lineage) }
  }

  /// Those that something was said of.
  var lineages: Set<Lineage> { Set(log.flatMap { $0.draft.said.map(\.lineage) }) }
  /// Those, and the ones that somebody has asked for.
  var allLineages: Set<Lineage> { Set(answers.keys) }

  /// The events about `lineage` in fold order.
  private func events(
    of lineage: Lineage
  ) -> [(event: LoggedEvent, facts: LineageFacts, place: EventPosition)] {
    zip(log, places).compactMap { event, place in
      event.draft.said.first { $0.lineage == lineage }.map { (event, $0, place) }
    }
    .sorted { $0.place < $1.place }
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
    var starts: [Instant] = []
    for (place, purchase) in earlier.enumerated() {
      starts.append(start(of: place, among: earlier, starts))
      if purchase.lineage == lineage { fold.starts[purchase.id] = starts[place] }
    }
    return fold
  }

  /// A purchase waits for the latest end of those of its product before it.
  private func start(of place: Int, among purchases: [StackedPurchase], _ starts: [Instant]) -> Instant {
    let purchase = purchases[place]
    let ends = purchases.indices.prefix(place).filter { purchases[$0].product == purchase.product }.map {
      min(
        starts[$0].advanced(by: catalog.terms[purchase.product]!),
        purchases[$0].cutAt ?? Instant(epochMilliseconds: .max))
    }
    return max(purchase.begunAt, ends.max() ?? purchase.begunAt)
  }

  private func ownFold(
    _ lineage: Lineage, asOf: Instant?, knownAt: Instant?
  ) -> LineageFold {
    var fold = LineageFold(context: FoldContext(policy: policy, catalog: catalog), asOf: asOf)
    for (event, facts, place) in events(of: lineage)
    where knownAt.map({ event.receivedAt <= $0 }) ?? true {
      fold.apply(facts, at: place)
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
        subject: subject, lineage: lineage, rail: events(of: lineage).last!.event.draft.foldedRail,
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
    zip(log, places).filter { isMeant($0.0.draft) }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  var deadlineCount: Int {
    lineages.reduce(0) { $0 + (fold($1).schedule().segments.count - 1) * holders(of: $1).count }
  }
}

extension EventDraft {
  /// What it says of lineages, where it is the gift of one too.
  fileprivate var said: [LineageFacts] {
    switch act {
    case .grant(let grant): [grant.facts(clock: signedAt)]
    case .grantRevoked(let revocation): [revocation.facts]
    case .catalog, .policy, .identity, .account, .custody, .erasure, nil: facts
    }
  }

  fileprivate var foldedRail: Rail {
    switch act {
    case .grant, .grantRevoked: .grant
    case .catalog, .policy, .identity, .account, .custody, .erasure, nil: rail
    }
  }
}

extension LineageFacts {
  fileprivate var canOpenOrClose: Bool {
    if let purchase, purchase.kind != .consumable { return true }
    return renewal != nil || status != nil || ending != nil || void != nil
  }
}
