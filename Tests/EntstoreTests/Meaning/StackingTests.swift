import Entstore
import Testing

struct StackingTests {
  private static func terms(_ days: Int64, stacks: Bool = true) -> Catalog {
    Catalog(terms: [.season: .days(days)], stacking: stacks ? [.season] : [])
  }

  private func bench(_ drafts: EventDraft..., now: Int64 = 12) throws -> Bench {
    let bench = try Bench(now: day(now))
    try bench.store.write { _ = try $0.setCatalog(Self.terms(30)) }
    try bench.append(drafts)
    return bench
  }

  private func end(_ bench: Bench, _ subject: Subject = "ada") throws -> Instant? {
    let access = try bench.store.access(of: subject, to: "com.example.season")
    #expect(try bench.store.verify().faults == [])
    return access.isEntitled ? access.entitledUntil : nil
  }

  @Test func `a season bought while the first runs goes on behind its end, by choice of the catalog`() throws
  {
    let bench = try bench(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("b", day(10), lineage: "s2", by: "ada"))
    #expect(try end(bench) == day(60))
    try bench.store.write { _ = try $0.setCatalog(Self.terms(30, stacks: false)) }
    #expect(try end(bench) == day(40))
    try bench.store.write { _ = try $0.setCatalog(Self.terms(20)) }
    #expect(try end(bench) == day(40))
    try bench.store.write { _ = try $0.setCatalog(Self.terms(5)) }
    #expect(try end(bench) == day(15))
    #expect(try bench.store.rebuild().faults == [])
  }

  @Test func `another subject's season moves nothing, until it changes hands`() throws {
    let bench = try bench(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("b", day(10), lineage: "s2", by: "bob"))
    #expect(try end(bench) == day(30))
    #expect(try end(bench, "bob") == day(40))
    try bench.store.write { _ = try $0.transfer("s1", to: "bob") }
    #expect(try end(bench) == nil)
    #expect(try end(bench, "bob") == day(60))
    try bench.store.write { _ = try $0.transfer("s2", to: "ada") }
    #expect(try end(bench) == day(40))
    #expect(try end(bench, "bob") == day(30))
    #expect(try bench.store.rebuild().faults == [])
  }

  @Test func `a season that is shared counts for its owner only`() throws {
    let bench = try bench(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("b", day(10), lineage: "s2", by: "bob"))
    try bench.store.write { _ = try $0.share("s1", with: "bob") }
    #expect(try end(bench, "bob") == day(40))
    try bench.append(.season("c", day(11), lineage: "s3", by: "ada"))
    #expect(try end(bench) == day(60))
    #expect(try end(bench, "bob") == day(40))
    let rows = try bench.store.entitlements(of: "bob").map(\.lineage)
    #expect(Set(rows) == ["s1", "s2"])
  }

  @Test func `a refund of the first lets the second begin where the first ended`() throws {
    let bench = try bench(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("b", day(10), lineage: "s2", by: "ada"),
      .notice("c", day(12), Said("s1", Sale.season(from: day(0)).refunded(day(11)))))
    #expect(try end(bench) == day(41))
  }

  @Test func `at an instant of the past it lasts as long as was said then`() throws {
    let bench = try bench(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("b", day(10), lineage: "s2", by: "ada"))
    bench.clock.now = day(21)
    try bench.append(.notice("c", day(20), Said("s1", Sale.season(from: day(0)).refunded(day(19)))))
    func until(_ instant: Instant?, knownAt: Instant? = nil) throws -> Instant? {
      try bench.store.read { snapshot in
        try snapshot.access(of: "ada", to: "com.example.season", at: instant, knownAt: knownAt).0
          .entitledUntil
      }
    }
    #expect(try until(nil) == day(49))
    #expect(try until(day(25)) == day(49))
    #expect(try until(day(15)) == day(60))
    #expect(try until(day(5)) == day(30))
    #expect(try until(day(21), knownAt: day(15)) == day(60))
  }

  @Test(arguments: Scenario.stacking)
  func `in any order seasons leave a sound store in which a rebuild finds nothing`(_ scenario: Scenario)
    throws
  {
    let shelf = try Shelf()
    try forEachPermutation(of: scenario.events.count) { order in
      // Of these a third is enough; that all leave the same bytes is tested elsewhere.
      guard order.reduce(0, { $0 * 7 + $1 }) % 3 == 0 else { return }
      _ = try shelf.tables(order.map { scenario.events[$0] }, catalog: scenario.catalog)
      try #require(try shelf.store.verify().faults == [], "order \(order)")
      let before = try shelf.file.entries("entitlements")
      try #require(try shelf.store.rebuild().faults == [], "order \(order)")
      try #require(try shelf.file.entries("entitlements") == before, "order \(order)")
    }
  }

  @Test func `a claim that the policy lets move sees what its own transaction has said`() throws {
    let bench = try bench(.season("a", day(0), lineage: "s1", by: nil), now: 40)
    try bench.store.write { transaction in
      _ = try transaction.setIdentityPolicy(IdentityPolicy(restore: .transferIfLapsed))
      _ = try transaction.claim("s1", for: "ada")
    }
    let outcome = try bench.store.write { transaction in
      // With an earlier season before it, the claimed one still runs on day 40.
      try transaction.append(.season("b", day(-5), lineage: "s0", by: "ada"))
      return try transaction.claim("s1", for: "eve")
    }
    #expect(outcome == .conflict(holder: "ada"))
    #expect(try bench.store.verify().faults == [])
  }
}
