import Entstore
import EntstoreCodec
import Testing

struct AccessTests {
  private let monthly: EntitlementKey = "com.example.pro.monthly"

  @Test func `nothing is open to a subject or by a key never seen`() throws {
    let bench = try Bench(now: day(1))
    #expect(try bench.store.access(of: "ada", to: monthly) == .none)
    try bench.append(.bought("a", day(0), by: "ada"))
    #expect(try bench.store.access(of: "ada", to: "other") == .none)
    #expect(try bench.store.access(of: "eve", to: monthly) == .none)
    #expect(try bench.store.read { try $0.entitlement(of: "404") } == nil)
  }

  @Test func `access ends at an instant, not after it`() throws {
    let bench = try Bench()
    try bench.append(.notice("a", day(0), Said("1", .month(1, from: day(0), token: "ada"), .off, .active)))
    for (now, isOpen) in [
      (day(30) - .seconds(0), false), (Instant(epochMilliseconds: day(30).epochMilliseconds - 1), true),
    ] {
      bench.clock.now = now
      #expect(try bench.store.access(of: "ada", to: monthly).isEntitled == isOpen)
    }
  }

  @Test func `a clock behind the store's asks at the newest signed date`() throws {
    let bench = try Bench(now: day(-100))
    try bench.append(.bought("a", day(0), by: "ada"))
    #expect(try bench.store.access(of: "ada", to: monthly).isEntitled)
    let (full, _) = try bench.store.read { try $0.access(of: "ada", to: monthly, at: nil, knownAt: day(0)) }
    #expect(full.isEntitled)
  }

  @Test func `access goes on where another lineage carries it`() throws {
    let bench = try Bench(now: day(1))
    func off(_ id: EventID, _ lineage: Lineage, from: Int64) -> EventDraft {
      .notice(id, day(0), Said(lineage, .month(1, from: day(from), token: "ada"), .off, .active))
    }
    try bench.append(off("a", "1", from: 0), off("b", "2", from: -5), off("c", "3", from: 25))
    var access = try bench.store.access(of: "ada", to: monthly)
    #expect(access.until == day(55))
    #expect(access.entitledUntil == day(55))
    try bench.append(
      .notice(
        "d", day(0), Said("4", Sale(1, .monthly, from: day(0), to: nil, kind: .nonConsumable, token: "ada"))))
    access = try bench.store.access(of: "ada", to: monthly)
    #expect(access.until == nil)
    #expect(access.entitledUntil == nil)
    #expect(access.reason == .lifetime)
  }

  @Test func `where nothing carries it on, access ends with the tail`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(.bought("a", day(0), by: "ada"))
    let access = try bench.store.access(of: "ada", to: monthly)
    #expect(access.until == day(30))
    #expect(access.entitledUntil == day(30) + .hours(2))
  }

  @Test func `the past is told as it was said then, and as it was known here then`() throws {
    let bench = try Bench(now: day(3))
    try bench.append(.bought("a", day(0), by: "ada"))
    bench.clock.now = day(20)
    try bench.append(
      .notice("b", day(10), Said("1000", Sale.month(1, from: day(0), token: "ada").refunded(day(10)))))
    func status(at instant: Instant?, knownAt: Instant? = nil) throws -> AccessStatus {
      try bench.store.read { snapshot in
        try snapshot.access(of: "ada", to: monthly, at: instant, knownAt: knownAt).0.status
      }
    }
    #expect(try status(at: nil) == .refunded)
    #expect(try status(at: day(5)) == .active)
    #expect(try status(at: day(-1)) == .none)
    #expect(try status(at: day(12)) == .refunded)
    #expect(try status(at: day(12), knownAt: day(15)) == .active)
    #expect(try status(at: nil, knownAt: day(19)) == .active)
    #expect(try status(at: nil, knownAt: day(20)) == .refunded)
    #expect(try status(at: day(5), knownAt: day(2)) == .none)
    #expect(try status(at: nil, knownAt: day(2)) == .none)
    // When it came is in the event alone: where that is gone, nobody knows what was known. The log does not end with it.
    try bench.append(.bought("c", day(19), lineage: "2", by: "bob"))
    try bench.file().remove(Key.event(2), from: "events")
    #expect(try status(at: nil) == .refunded)
    let error = try storeError { _ = try status(at: nil, knownAt: day(19)) }
    guard case .damaged("events", .missing("event 2")) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `the answer read in place is the answer worked out in full`(seed: UInt64) throws {
    let bench = try Bench()
    var history = RandomHistory(seed: seed, lineages: 12)
    var keys: [EntitlementKey] = ["pro", "max", "none", "com.example.pro.monthly", "com.example.season"]
    if seed % 3 != 0 {
      let catalog = Catalog(
        entitlements: [
          "pro": .init(products: [.appStore: [.monthly, .yearly], .stripe: [.monthly]]),
          "max": .init(products: [.appStore: [.max]], includes: ["pro"]),
          "com.example.season": .init(products: [.playStore: [.max, .monthly]], includes: ["max"]),
        ], terms: [.season: .days(45)])
      try bench.store.write { _ = try $0.setCatalog(catalog) }
    } else {
      keys.append("com.example.max.monthly")
    }
    try bench.append(history.events(120))
    for _ in 0..<150 {
      bench.clock.now = history.moment()
      let subject: Subject = history.random.pick([
        "ada", "bob", "carol", "0e2f1c6a-9b1d-4c55-8e0a-1234567890ab",
      ])
      let key = history.random.pick(keys)
      try bench.store.read { snapshot in
        let inPlace = try snapshot.access(of: subject, to: key)
        let (full, _) = try snapshot.access(of: subject, to: key, at: nil)
        let by = try snapshot.entitlements(of: subject).access(
          to: key, at: snapshot.now, catalog: snapshot.catalogIndex)
        #expect(inPlace == full, "seed \(seed), \(subject), \(key), \(snapshot.now)")
        #expect(full == by.0)
        guard !inPlace.isEntitled else { return }
        let rivals = try snapshot.entitlements(of: subject).filter {
          $0.keys.contains(key) && $0.segment.status == inPlace.status
        }
        let latest = rivals.map { $0.summary.expiresAt ?? .greatest }.max()
        let ends = rivals.filter { ($0.summary.expiresAt ?? .greatest) == latest }
        #expect(by.1.map { $0.summary.expiresAt ?? .greatest } == latest, "seed \(seed)")
        if latest != nil { #expect(ends.contains { $0.segment.reason == inPlace.reason }, "seed \(seed)") }
      }
    }
  }
}
