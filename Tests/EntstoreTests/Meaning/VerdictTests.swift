import Entstore
import Testing

/// What the store hands out to surfaces that cannot ask it.
struct VerdictTests {
  private let pro: EntitlementKey = "com.example.pro.monthly"
  private let policy = OfflinePolicy.standard
  private let tick = TimeSpan(milliseconds: 1)

  /// A trial of seven days from the day on, after which nothing will be charged.
  private func trial(_ number: Int64 = 0) -> Sale {
    Sale(1, from: day(number), to: day(number + 7), token: "ann").trial
  }

  // The four rows of docs/offline.md: what is known, and whether the store can be asked.

  @Test func `an expired trial and a store that answers: closed`() throws {
    let bench = try Bench(now: day(8))
    try bench.append(.notice("a", day(0), Said("1000", trial(), .off, .active)))
    let verdict = try bench.store.verdict(for: "ann")
    #expect(verdict.hasEverPaid == false)
    #expect(!verdict.access(to: pro, at: day(8)).isEntitled)
    #expect(verdict.access(to: pro, at: day(8)).status == .expired)
  }

  @Test func `an expired trial, never paid, and a store that cannot be asked: closed`() throws {
    let bench = try Bench(now: day(3))
    try bench.append(.notice("a", day(0), Said("1000", trial(), .off, .active)))
    let verdict = try bench.store.verdict(for: "ann")
    #expect(verdict.access(to: pro, at: day(7) - tick).isEntitled)
    for late in [day(7), day(8), day(400)] { #expect(!verdict.access(to: pro, at: late).isEntitled) }
  }

  @Test func `an active subscription and a store that cannot be asked: open`() throws {
    let bench = try Bench(now: day(3))
    try bench.append(.bought("a", day(0), by: "ann"))
    let verdict = try bench.store.verdict(for: "ann")
    for late in [day(3), day(20), day(30) - tick] { #expect(verdict.access(to: pro, at: late).isEntitled) }
  }

  @Test func `an expired trial of somebody who has paid, and no store to ask: open to the bound`() throws {
    // The trial became a subscription.
    let converted = try Bench(now: day(9))
    try converted.append(
      .notice("a", day(0), Said("1000", trial(), .on, .active)),
      .notice("b", day(7), Said("1000", trial().renewed, .off, .active)))
    // The trial is another one, of somebody who has paid before.
    let other = try Bench(now: day(60))
    try other.append(
      .notice("a", day(0), Said("1000", .month(1, from: day(0), token: "ann"), .off, .active)),
      .notice("b", day(58), Said("2000", trial(58), .off, .active)))
    for (bench, end) in [(converted, day(37)), (other, day(65))] {
      let verdict = try bench.store.verdict(for: "ann")
      let bound = end + policy.extendsBy
      #expect(verdict.hasEverPaid)
      #expect(!verdict.isExtended(pro, at: end - tick))
      #expect(verdict.isExtended(pro, at: end))
      #expect(verdict.access(to: pro, at: bound - tick).entitledUntil == bound)
      #expect(!verdict.access(to: pro, at: bound).isEntitled)
    }
  }

  @Test func `who was closed when the verdict was issued stays closed, though they have paid`() throws {
    let bench = try Bench(now: day(40))
    try bench.append(.notice("a", day(0), Said("1000", .month(1, from: day(0), token: "ann"), .off, .active)))
    let verdict = try bench.store.verdict(for: "ann")
    #expect(verdict.hasEverPaid)
    for late in [day(40), day(41), day(35)] { #expect(!verdict.access(to: pro, at: late).isEntitled) }
  }

  @Test func `a trial with a renewal ahead has the store's own leeway, and no more`() throws {
    let bench = try Bench(now: day(3))
    try bench.append(.notice("a", day(0), Said("1000", trial(), .on, .active)))
    let verdict = try bench.store.verdict(for: "ann")
    let end = day(7) + Policy.standard.renewalLeeway
    #expect(verdict.access(to: pro, at: end - tick).isEntitled)
    #expect(!verdict.access(to: pro, at: end).isEntitled)
  }

  @Test func `a verdict of somebody never seen names no key and asks for a day's patience`() throws {
    let bench = try Bench(now: day(3))
    let verdict = try bench.store.verdict(for: "nobody")
    #expect(verdict.keys.isEmpty && !verdict.hasEverPaid)
    #expect(verdict.issuedAt == day(3) && verdict.askAgainAt == day(4))
    #expect(verdict.access(to: pro, at: day(3)) == .none)
  }

  @Test func `a verdict speaks of the store's environment, its clock, and the bounds asked for`() throws {
    let bench = try Bench(now: day(3) + .seconds(1), environment: .sandbox)
    let offline = OfflinePolicy(extendsBy: .days(2), asksWithin: .hours(1))
    let verdict = try bench.store.verdict(for: "ann", offline: offline)
    #expect(verdict.environment == .sandbox && verdict.issuedAt == bench.clock.now)
    #expect(verdict.offline == offline && verdict.askAgainAt == bench.clock.now + .hours(1))
  }

  @Test func `a verdict of an earlier instant says what was known then`() throws {
    let bench = try Bench(now: day(50))
    let sale = Sale(1, from: day(0), to: day(7), token: "ann").trial
    try bench.append(
      .notice("a", day(0), Said("1000", sale, .on, .active)),
      .notice("b", day(7), Said("1000", sale.renewed, .on, .active)),
      .notice("c", day(20), Said("1000", sale.renewed.refunded(day(20)), .off)))
    func verdict(_ instant: Instant) throws -> Verdict {
      try bench.store.read { try $0.verdict(for: "ann", at: instant) }
    }
    #expect(try verdict(day(3)).hasEverPaid == false)
    #expect(try verdict(day(8)).hasEverPaid)
    #expect(try verdict(day(8)).access(to: pro, at: day(36)).isEntitled)
    #expect(try verdict(day(20)).hasEverPaid == false)
    #expect(try !verdict(day(20)).access(to: pro, at: day(20)).isEntitled)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a verdict answers as the store does, as long as its schedule lasts`(seed: UInt64) throws {
    var random = Choices(seed: seed)
    let now = day(Int64(random.number(in: 30...100)))
    let bench = try Bench(now: now)
    try bench.store.write { try $0.setCatalog(Self.catalog) }
    for number in 0..<random.number(in: 1...4) {
      var sale = Sale.month(
        1, random.pick([.monthly, .yearly, .max]), from: day(Int64(random.number(in: 0...60))), token: "ann")
      if random.chance(30) { sale = sale.trial }
      for renewal in 0..<random.number(in: 1...3) {
        let said = Said(
          Lineage(canonical: "\(number)"), random.chance(10) ? sale.refunded(sale.from + .days(3)) : sale,
          random.pick([.on, .off, .retrying, .grace(until: (sale.to ?? now) + .days(5))]),
          random.pick([.active, .active, .billingRetry, .grace, .expired]))
        try bench.append(.notice(EventID(canonical: "\(number)-\(renewal)"), sale.from, said))
        sale = sale.renewed
      }
    }
    let verdict = try bench.store.verdict(for: "ann")
    let entitlements = try bench.store.entitlements(of: "ann")
    let ends = entitlements.flatMap { $0.schedule.segments.compactMap(\.until) }.filter { $0 > now }
    for key in ["pro", "basic", "com.example.max.monthly"] as [EntitlementKey] {
      for instant in [now] + ends.flatMap({ [$0 - tick, $0] }) where instant >= now {
        bench.clock.now = instant
        let (answer, truth) = (
          verdict.access(to: key, at: instant), try bench.store.access(of: "ann", to: key)
        )
        if verdict.isExtended(key, at: instant) {
          #expect(!truth.isEntitled && verdict.hasEverPaid, "seed \(seed)")
        } else {
          #expect(
            (answer.isEntitled, answer.status, answer.reason) == (
              truth.isEntitled, truth.status, truth.reason
            ),
            "seed \(seed), \(key)")
          #expect(answer.entitledUntil == truth.entitledUntil, "seed \(seed), \(key)")
        }
      }
    }
  }

  private static let catalog = Catalog(entitlements: [
    "pro": .init(products: [.appStore: [.monthly, .yearly]], includes: ["basic"]),
    "basic": .init(products: [:]),
  ])
}
