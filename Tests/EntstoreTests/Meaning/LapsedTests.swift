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
}
