import Entstore
import Testing

struct SettingsTests {
  private func access(_ bench: Bench, _ key: EntitlementKey) throws -> Bool {
    let access = try bench.store.access(of: "ada", to: key)
    let (full, _) = try bench.store.read { try $0.access(of: "ada", to: key, at: nil) }
    #expect(access == full)
    return access.isEntitled
  }

  @Test func `any of a key's products opens it, and whatever includes it`() throws {
    let bench = try Bench(now: day(1))
    try bench.store.write { transaction in
      _ = try transaction.setCatalog(
        Catalog(entitlements: [
          "pro": .init(products: [.appStore: [.monthly, .yearly]]),
          "max": .init(products: [.appStore: [.max]], includes: ["pro"]),
          "ultra": .init(products: [.stripe: [.max]], includes: ["max"]),
        ]))
    }
    try bench.append(.bought("a", day(0), .yearly, by: "ada"))
    #expect(try access(bench, "pro"))
    #expect(try !access(bench, "max"))
    try bench.append(.bought("b", day(0), lineage: "2", .max, by: "ada"))
    #expect(try access(bench, "max"))
    #expect(try !access(bench, "ultra"))
    #expect(try !access(bench, "com.example.max.monthly"))
    #expect(try bench.store.entitlements(of: "ada").first { $0.lineage == "2" }?.keys == ["max", "pro"])
  }

  @Test func `a product that the catalog does not name for its store is its own key`() throws {
    let bench = try Bench(now: day(1))
    try bench.store.write { transaction in
      _ = try transaction.setCatalog(Catalog(entitlements: ["pro": .init(products: [.stripe: [.monthly]])]))
    }
    try bench.append(.bought("a", day(0), by: "ada"), .bought("b", day(0), lineage: "2", "other", by: "ada"))
    #expect(try access(bench, "com.example.pro.monthly"))
    #expect(try access(bench, "other"))
    #expect(try !access(bench, "pro"))
  }

  @Test func `a catalog's terms derive again what lasts by them, and nothing else`() throws {
    let bench = try Bench(now: day(50))
    try bench.append(
      .notice(
        "a", day(0), Said("1", Sale(1, .season, from: day(0), to: nil, kind: .nonRenewing, token: "ada"))),
      .bought("b", day(49), lineage: "2", by: "ada"))
    #expect(try !access(bench, "com.example.season"))
    let other = try bench.file().entries("entitlements").last
    for (days, isOpen) in [(100, true), (50, false), (51, true)] as [(Int64, Bool)] {
      let receipt = try bench.store.write { transaction in
        try transaction.setCatalog(Catalog(terms: [.season: .days(days)]))
      }
      #expect(receipt?.outcome == .applied)
      #expect(try access(bench, "com.example.season") == isOpen, "\(days)")
      #expect(try bench.store.verify().isSound)
    }
    #expect(try bench.file().entries("entitlements").last == other)
    let again = try bench.store.write { try $0.setCatalog(Catalog(terms: [.season: .days(51)])) }
    #expect(again == nil)
    #expect(try bench.store.counts().events == 5)
  }

  @Test func `a policy derives every row again, in the transaction that sets it`() throws {
    let bench = try Bench(now: day(30) + .hours(5))
    try bench.append(.bought("a", day(0), by: "ada"))
    #expect(try !access(bench, "com.example.pro.monthly"))
    try bench.store.write { transaction in
      _ = try transaction.append(.bought("b", day(0), lineage: "2", .yearly, by: "ada"))
      try transaction.setPolicy(Policy(renewalLeeway: .hours(6)))
    }
    #expect(try access(bench, "com.example.pro.monthly"))
    #expect(try access(bench, "com.example.pro.yearly"))
    #expect(try bench.store.access(of: "ada", to: "com.example.pro.monthly").until == day(30) + .hours(6))
    #expect(try bench.store.verify().isSound)
    #expect(try bench.store.write { try $0.setPolicy(Policy(renewalLeeway: .hours(6))) } == nil)
    try bench.store.write { _ = try $0.setPolicy(.standard) }
    #expect(try !access(bench, "com.example.pro.monthly"))
  }

  @Test func `settings are those of the log after a rebuild and after opening again`() throws {
    let bench = try Bench(now: day(1))
    let catalog = Catalog(entitlements: ["pro": .init(products: [.appStore: [.monthly]])])
    try bench.store.write { transaction in
      try transaction.setCatalog(Catalog(entitlements: ["old": .init(products: [.appStore: [.monthly]])]))
      try transaction.setCatalog(catalog)
      try transaction.setPolicy(Policy(soak: .seconds(10)))
    }
    try bench.append(.bought("a", day(0), by: "ada"))
    #expect(try bench.store.rebuild().isSound)
    bench.store.close()
    let again = try EntitlementStore(path: bench.store.path, opening: .existing)
    #expect(try again.read { $0.catalog } == catalog)
    #expect(try again.read { $0.policy } == Policy(soak: .seconds(10)))
  }

  @Test func `once apps are named, events of others are refused, and events of no app are not`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(.notice("a", day(0), Said("1", nil, .on), app: "com.example.any"))
    try bench.store.write { transaction in
      try transaction.allow(apps: ["com.example.a"])
      try transaction.allow(apps: ["com.example.b", "com.example.a"])
    }
    #expect(try bench.store.read { try $0.apps() } == ["com.example.a", "com.example.b"])
    try bench.append(
      .notice("b", day(0), Said("1", nil, .on), app: "com.example.b"),
      .notice("c", day(0), Said("1", nil, .on)))
    #expect(throws: StoreError.self) {
      try bench.append(.notice("d", day(0), Said("1", nil, .on), app: "com.example.any"))
    }
  }
}
