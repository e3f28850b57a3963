import Entstore
import EntstoreCodec
import Testing

struct OwnerTests {
  private let monthly: EntitlementKey = "com.example.pro.monthly"

  private func lineage(_ bench: Bench, _ lineage: Lineage) throws -> LineageRecord {
    let entry = try bench.file().entries("lineages").first { $0.key == Key.lineage(lineage) }
    let payload = try #require(entry).payload
    return try LineageRecord(payload.rawSpan)
  }

  @Test func `the token that is earliest in fold order owns, and the others are kept as doubts`() throws {
    let bench = try Bench(now: day(31))
    let first = Sale.month(1, from: day(0))
    try bench.append(
      .notice("c", day(30), Said("1000", first.renewed.by("carol"), .on, .active)),
      .notice("b", day(20), Said("1000", first.by("bob"))))
    #expect(
      try lineage(bench, "1000")
        == LineageRecord(Holding(owner: "bob", evidence: .unknownToken, otherTokens: ["carol"])))
    try bench.append(.notice("a", day(0), Said("1000", first.by("ada"))))
    #expect(
      try lineage(bench, "1000")
        == LineageRecord(
          Holding(owner: "ada", evidence: .unknownToken, otherTokens: ["bob", "carol"])))
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a late earlier token moves row and deadlines, and at no instant do two hold them`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("b", day(2), by: "bob"))
    #expect(try bench.store.access(of: "bob", to: monthly).isEntitled)
    try bench.append(.notice("a", day(1), Said("1000", .month(1, from: day(1), token: "ada"))))
    #expect(try bench.store.access(of: "ada", to: monthly).isEntitled)
    #expect(try bench.store.access(of: "bob", to: monthly) == .none)
    #expect(try bench.store.entitlements(of: "bob") == [])
    let file = try bench.file()
    #expect(try file.entries("entitlements").count == 1)
    for entry in try file.entries("deadlines") {
      let key = entry.key
      #expect(try Key.deadline(key.rawSpan).subject == "ada")
    }
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a family share opens nothing to whomever its token names`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(
      .notice("a", day(0), Said("1000", Sale.month(1, from: day(0), token: "ada").familyShared, .on)))
    #expect(try bench.store.access(of: "ada", to: monthly) == .none)
    #expect(try lineage(bench, "1000") == LineageRecord(Holding()))
    let unbound = try bench.store.read { try $0.entitlements(of: nil) }
    #expect(unbound.map(\.lineage) == ["1000"])
    #expect(unbound.first?.segment.isEntitled == true)
    #expect(unbound.first?.subject == nil)
  }

  @Test func `lineages of nobody are listed, best first, until a token comes`() throws {
    let bench = try Bench(now: day(10))
    try bench.append(
      .bought("a", day(0), lineage: "1", by: nil), .bought("b", day(5), lineage: "2", by: nil),
      .bought("c", day(1), lineage: "3", by: "ada"))
    #expect(try bench.store.read { try $0.entitlements(of: nil).map(\.lineage) } == ["2", "1"])
    let early = try bench.store.read { try $0.entitlement(of: "2") }
    try bench.append(.notice("d", day(6), Said("2", .month(1, from: day(5), token: "ada"))))
    #expect(try bench.store.read { try $0.entitlements(of: nil).map(\.lineage) } == ["1"])
    #expect(try bench.store.entitlements(of: "ada").map(\.lineage) == ["2", "3"])
    #expect(try bench.store.entitlements(of: "ada")[0].schedule == early?.schedule)
  }

  @Test func `a subject of UUID shape is the same in either case`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(.bought("a", day(0), by: "0E2F1C6A-9B1D-4C55-8E0A-1234567890AB"))
    let lower: Subject = "0e2f1c6a-9b1d-4c55-8e0a-1234567890ab"
    #expect(try bench.store.access(of: lower, to: monthly).isEntitled)
    #expect(try bench.store.access(of: "0E2f1C6A-9b1D-4C55-8E0A-1234567890Ab", to: monthly).isEntitled)
    try bench.append(.bought("b", day(0), lineage: "2", by: "Ada"))
    #expect(try bench.store.access(of: "ada", to: monthly) == .none)
  }

  @Test func `names that begin alike never share a row`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(
      .bought("a", day(0), lineage: "1", by: "u"), .bought("b", day(0), lineage: "11", .max, by: "u1"),
      .bought("c", day(0), lineage: "u1", .yearly, by: "u\u{1}"))
    #expect(try bench.store.entitlements(of: "u").map(\.lineage) == ["1"])
    #expect(try bench.store.entitlements(of: "u1").map(\.lineage) == ["11"])
    #expect(try bench.store.entitlements(of: "u\u{1}").map(\.lineage) == ["u1"])
    #expect(
      try bench.store.read { try $0.history(of: "1" as Lineage, limit: 9).events.map(\.draft.id) } == ["a"])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `the longest names fit every key`() throws {
    let bench = try Bench(now: day(1))
    let long = String(repeating: "ü", count: 100)
    try bench.append(.bought("a", day(0), lineage: Lineage(long), ProductID(long), by: AccountToken(long)))
    #expect(try bench.store.access(of: Subject(long), to: EntitlementKey(long)).isEntitled)
    #expect(try bench.store.verify().isSound)
  }
}
