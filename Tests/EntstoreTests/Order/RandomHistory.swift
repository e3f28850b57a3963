import EntstoreModel

/// Events that no store would send: every fact at any time, about a few lineages and subjects, ties included.
struct RandomHistory {
  var random: Choices
  let lineages: [Lineage]
  private let tokens: [AccountToken] = ["ada", "bob", "carol", "0E2F1C6A-9B1D-4C55-8E0A-1234567890AB"]
  private static let products: [ProductID] = [.monthly, .yearly, .max, .season]
  private static let offsets: [TimeSpan] = [
    .seconds(0), .seconds(0), TimeSpan(milliseconds: 1), .seconds(-33), .seconds(90), .hours(2), .hours(-24),
  ]
  private var made = 0

  init(seed: UInt64, lineages count: Int = 8) { self.init(Choices(seed: seed), lineages: count) }

  init(_ random: Choices, lineages count: Int = 8) {
    self.random = random
    // Names that begin alike: a scan that goes too far would be seen.
    lineages = (0..<count).map { Lineage(canonical: String(repeating: "7", count: $0 % 4 + 1) + "\($0)") }
  }

  mutating func events(_ count: Int) -> [EventDraft] { (0..<count).map { _ in event() } }

  mutating func event() -> EventDraft {
    made += 1
    let signedAt = moment()
    var about: Set<Lineage> = []
    for _ in 0..<random.pick([1, 1, 1, 1, 1, 2, 3, 0]) { about.insert(random.pick(lineages)) }
    var draft = EventDraft.notice(
      EventID(canonical: "event-\(made)"), signedAt,
      rail: random.pick([.appStore, .appStore, .stripe, .playStore]),
      rank: random.chance(10) ? 1 : 0, raw: raw())
    draft.facts = about.sorted().map { said(of: $0).facts(signedAt: signedAt) }
    if !draft.facts.isEmpty, random.chance(20) {
      draft.facts[random.pick(draft.facts.indices)].purchase?.clock = moment()
    }
    return draft
  }

  mutating func moment() -> Instant {
    day(Int64(random.number(in: 0...30)) * 10) + random.pick(Self.offsets)
  }

  private mutating func raw() -> [RawSegment] {
    guard random.chance(30) else { return [] }
    let shared = UInt8(random.number(in: 1...4))
    return [.inline([UInt8(truncatingIfNeeded: made)]), .shared([shared, shared, shared])]
  }

  private mutating func said(of lineage: Lineage) -> Said {
    Said(
      lineage, random.chance(75) ? sale() : nil, random.chance(50) ? renewal() : nil,
      random.chance(60) ? random.pick(StoreStatus.allCases) : nil,
      because: random.chance(15) ? random.pick(ExpiryReason.allCases) : nil,
      ending: random.chance(4) ? random.pick([.takenBack, .ended(at: moment(), reason: .other)]) : nil,
      void: random.chance(3) ? VoidFact(purchase: "purchase-2", at: moment()) : nil)
  }

  private mutating func sale() -> Sale {
    let number = random.number(in: 1...6)
    let from = day(Int64(number) * 30) + random.pick(Self.offsets)
    var sale = Sale(
      number, random.pick(Self.products), from: from, to: random.chance(92) ? from + .days(30) : nil,
      kind: random.chance(80) ? .autoRenewable : random.pick(ProductKindOfSale.allCases),
      isRenewal: random.chance(50), token: random.chance(60) ? random.pick(tokens) : nil)
    if random.chance(12) { (sale.product, sale.kind, sale.to) = (.season, .nonRenewing, nil) }
    if random.chance(20) { sale = sale.restored(as: 100 + number) }
    if random.chance(15) { sale = sale.refunded(moment()) }
    if random.chance(10) { sale = sale.upgraded }
    if random.chance(15) {
      sale = random.chance(50) ? sale.familyShared(with: random.pick(["one", "other"])) : sale.familyShared
    }
    return sale
  }

  private mutating func renewal() -> RenewalFact {
    RenewalFact(
      product: random.chance(70) ? random.pick(Self.products) : nil,
      willAutoRenew: random.pick([true, true, false, nil]), renewalDate: random.chance(50) ? moment() : nil,
      graceUntil: random.chance(30) ? moment() : nil, isRetrying: random.chance(30))
  }
}
