import Entstore
import Testing

struct LapsedTests {
  @Test func `a key that has lapsed is answered with no access and the date on which it ended`() throws {
    let bench = try Bench(now: day(100))
    try bench.store.write {
      _ = try $0.setCatalog(
        Catalog(entitlements: [
          "pro": .init(products: [.appStore: [.monthly]], includes: ["basic"]), "basic": .init(),
        ]))
    }
    try bench.append(
      .notice("a", day(0), Said("1", .month(1, from: day(0), token: "ada"), .off, .active)),
      .notice("b", day(0), Said("2", Sale.month(1, from: day(0), token: "bob").refunded(day(4)), .off)))
    for key: EntitlementKey in ["pro", "basic"] {
      let (access, entitlement) = try bench.store.read { try $0.access(of: "ada", to: key, at: nil) }
      #expect(!access.isEntitled && access.status == .expired && access.entitledUntil == nil)
      #expect(entitlement?.summary.expiresAt == day(30))
      #expect(entitlement?.summary.purchasedAt == day(0))
      #expect(try bench.store.access(of: "ada", to: key) == access)
    }
    let listed = try bench.store.entitlements(of: "bob")
    #expect(listed.map(\.keys) == [["pro", "basic"]])
    #expect(listed.map(\.segment.isEntitled) == [false] && listed.map(\.segment.status) == [.refunded])
    #expect(listed.map(\.summary.expiresAt) == [day(30)])
  }

  /// The earlier one has the lineage that comes first, and ended for another reason.
  @Test func `of several purchases that have lapsed the one that ended last is told of`() throws {
    let bench = try Bench(now: day(100))
    let key: EntitlementKey = "com.example.pro.monthly"
    try bench.append(
      .notice("a", day(0), Said("1", .month(1, from: day(0), token: "ada"), .retrying, .expired)),
      .notice(
        "b", day(40), Said("2", .month(1, from: day(40), token: "ada"), .off, .expired, because: .voluntary)),
      .notice("c", day(20), Said("3", .month(1, from: day(20), token: "ada"), .retrying, .expired)))
    #expect(try bench.store.entitlements(of: "ada").map(\.lineage) == ["2", "3", "1"])
    let (access, entitlement) = try bench.store.read { try $0.access(of: "ada", to: key, at: nil) }
    #expect(access.reason == .voluntary && entitlement?.summary.expiresAt == day(70))
    #expect(try bench.store.access(of: "ada", to: key) == access)
    #expect(try bench.store.verdict(for: "ada").access(to: key, at: day(100)).reason == .voluntary)
  }
}
