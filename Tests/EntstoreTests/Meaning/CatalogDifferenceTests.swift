import Entstore
import Testing

struct CatalogDifferenceTests {
  private typealias Answers = [String: [EntitlementKey: Access]]

  private static let keys: [EntitlementKey] = [
    "pro", "max", "pass", "com.example.pro.monthly", "com.example.pro.yearly", "com.example.max.monthly",
    "com.example.season",
  ]

  private func catalog(_ random: inout Choices) -> Catalog {
    var catalog = Catalog()
    let products: [ProductID] = [.monthly, .yearly, .max, .season]
    for key: EntitlementKey in ["pro", "max", "pass", "com.example.season"] where random.chance(70) {
      catalog.entitlements[key] = .init(
        products: [
          random.pick([.appStore, .stripe]): [random.pick(products)], .playStore: [random.pick(products)],
        ],
        includes: random.chance(40) ? [random.pick(["pro", "max", "pass"])] : [])
    }
    for product: ProductID in [.season, .max] where random.chance(70) {
      catalog.terms[product] = .days(Int64(random.number(in: 5...90)))
      if random.chance(50) { catalog.stacking.insert(product) }
    }
    return catalog
  }

  /// What each subject is told of each key; lineages that nobody owns by their own names.
  private func answers(_ store: EntitlementStore, _ subjects: [Subject], _ lineages: [Lineage]) throws
    -> Answers
  {
    try store.read { snapshot in
      var answers: Answers = [:]
      for key in Self.keys {
        for subject in subjects {
          answers[subject.text, default: [:]][key] = try snapshot.access(of: subject, to: key)
        }
        for lineage in lineages {
          guard let entitlement = try snapshot.entitlement(of: lineage), entitlement.subject == nil else {
            continue
          }
          answers["lineage \(lineage)", default: [:]][key] =
            [entitlement].access(to: key, at: snapshot.now, catalog: snapshot.catalogIndex).0
        }
      }
      return answers
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what a catalog would change is what it changes once it is set`(seed: UInt64) throws {
    let bench = try Bench()
    var history = RandomHistory(seed: seed, lineages: 10)
    let subjects: [Subject] = ["ada", "bob", "carol", "0e2f1c6a-9b1d-4c55-8e0a-1234567890ab"]
    try bench.store.write { _ = try $0.setCatalog(catalog(&history.random)) }
    try bench.append(history.events(150))
    try bench.store.write { _ = try $0.share(history.lineages[0], with: "carol") }
    for _ in 0..<6 {
      bench.clock.now = history.moment()
      let next = catalog(&history.random)
      var told: Answers = [:]
      var kinds: [AccessDifference.Kind] = []
      let before = try answers(bench.store, subjects, history.lineages)
      let summary = try bench.store.read { snapshot in
        try snapshot.differences(under: next) { subject in
          let name = subject.subject?.text ?? "lineage \(subject.lineage!)"
          #expect(told[name] == nil && !subject.differences.isEmpty)
          #expect(subject.differences.map(\.key) == subject.differences.map(\.key).sorted())
          for difference in subject.differences {
            #expect(difference.before == before[name]?[difference.key], "seed \(seed), \(name)")
            told[name, default: [:]][difference.key] = difference.after
          }
          kinds += Set(subject.differences.map(\.kind))
        }
      }
      try bench.store.write { _ = try $0.setCatalog(next) }
      let after = try answers(bench.store, subjects, history.lineages)
      for (name, answers) in after {
        for (key, access) in answers {
          let old = before[name]![key]!
          let isTold = told[name]?[key]
          let differs =
            old.isEntitled != access.isEntitled || old.status != access.status || old.until != access.until
            || old.entitledUntil != access.entitledUntil
          #expect((isTold != nil) == differs, "seed \(seed), \(name), \(key): \(old) -> \(access)")
          if let isTold { #expect(isTold == access, "seed \(seed), \(name), \(key)") }
        }
      }
      let held = Set(
        try bench.file().entries("entitlements").map { entry in
          entry.key.first == 0 ? entry.key : Array(entry.key.prefix { $0 != 0 })
        })
      #expect(summary.subjects == held.count, "seed \(seed)")
      #expect(summary.differing == told.count, "seed \(seed)")
      #expect(summary.gaining == kinds.count { $0 == .gains })
      #expect(summary.losing == kinds.count { $0 == .loses })
      #expect(summary.keeping == kinds.count { $0 == .keeps })
      #expect(try bench.store.verify().faults == [], "seed \(seed)")
    }
  }

  @Test func `asking what a catalog would change writes nothing, and works where nothing may be written`()
    throws
  {
    let bench = try Bench(now: day(1))
    try bench.append(.bought("a", day(0), by: "ada"))
    let before = try bench.everything()
    let path = bench.store.path
    bench.store.close()
    let store = try EntitlementStore(path: path, opening: .readOnly, clock: { day(1) })
    let next = Catalog(entitlements: ["pro": .init(products: [.appStore: [.monthly]])])
    var found: [SubjectDifferences] = []
    let summary = try store.read { try $0.differences(under: next) { found.append($0) } }
    #expect(found.map(\.subject) == ["ada"])
    #expect(found.first?.differences.map(\.key) == ["com.example.pro.monthly", "pro"])
    #expect(found.first?.differences.map(\.kind) == [.loses, .gains])
    #expect(summary.gaining == 1 && summary.losing == 1 && summary.keeping == 0)
    store.close()
    #expect(try StoreFile(path).entries("entitlements") == before["entitlements"])
    #expect(try StoreFile(path).entries("events") == before["events"])
  }

  @Test func `a new catalog reads and derives no lineage but those that last by what it changes`() throws {
    let bench = try Bench(now: day(20))
    let terms: [ProductID: TimeSpan] = [.season: .days(30), .max: .days(30)]
    try bench.store.write { _ = try $0.setCatalog(Catalog(terms: terms)) }
    try bench.append(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("b", day(1), lineage: "s3", by: "bob"),
      .bought("c", day(2), lineage: "s2", .max, by: "ada"))
    // Whoever derived this lineage would find its row damaged.
    let file = try bench.file()
    let row = try #require(try file.entries("entitlements").first { $0.key.suffix(2) == Array("s2".utf8) })
    try file.put([1, 2, 3], for: row.key, in: "entitlements")
    let others = try file.entries("entitlements").filter { $0.key != row.key }
    try bench.store.write {
      _ = try $0.setCatalog(
        Catalog(entitlements: ["pass": .init(products: [.appStore: [.season]], includes: [])], terms: terms))
    }
    #expect(try file.entries("entitlements").filter { $0.key != row.key } == others)
    try bench.store.write {
      _ = try $0.setCatalog(Catalog(terms: [.season: .days(40), .max: .days(9)], stacking: [.season]))
    }
    try file.put(row.value, for: row.key, in: "entitlements")
    #expect(try bench.store.access(of: "bob", to: "com.example.season").until == day(41))
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `a catalog that changes no term does not look at the events`() throws {
    let bench = try Bench(now: day(20))
    try bench.append(.season("a", day(0), lineage: "s1", by: "ada"))
    let file = try bench.file()
    let entry = try #require(try file.entries("timeline").first)
    try file.put([9], for: entry.key, in: "timeline")
    try bench.store.write {
      _ = try $0.setCatalog(Catalog(entitlements: ["pass": .init(products: [.appStore: [.season]])]))
    }
    #expect(throws: StoreError.self) {
      try bench.store.write { _ = try $0.setCatalog(Catalog(terms: [.season: .days(3)])) }
    }
    try file.put(entry.value, for: entry.key, in: "timeline")
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `products that nobody has bought are known, and a store without a purchase knows that too`()
    throws
  {
    let bench = try Bench(now: day(20))
    #expect(try bench.store.read { try $0.hasPurchases() } == false)
    try bench.append(.notice("n", day(0), Said("1", nil, .on, .active)))
    #expect(try bench.store.read { try $0.hasPurchases() } == false)
    try bench.append(.season("a", day(0), lineage: "s1", by: "ada"), .bought("b", day(1), by: "bob"))
    #expect(try bench.store.read { try $0.hasPurchases() })
    #expect(try bench.store.read { try $0.unsold([.season, .monthly, .max, "typo"]) } == [.max, "typo"])
  }

  @Test func `products that nothing says the end of are known`() throws {
    let bench = try Bench(now: day(20))
    func endless(_ catalog: Catalog) throws -> Set<ProductID> {
      try bench.store.read { try $0.productsWithoutTerm(under: catalog) }
    }
    #expect(try endless(Catalog()) == [])
    try bench.append(
      .season("a", day(0), lineage: "s1", by: "ada"), .season("c", day(2), lineage: "s2", by: "cy"),
      .bought("b", day(1), by: "bob"))
    #expect(try endless(Catalog()) == [.season])
    #expect(try endless(Catalog(terms: [.max: .days(3)])) == [.season])
    #expect(try endless(Catalog(terms: [.season: .days(3)])) == [])
  }

  @Test func `every catalog that was set is told in the order of the log`() throws {
    let bench = try Bench(now: day(20))
    let first = Catalog(terms: [.season: .days(3)])
    let second = Catalog(terms: [.season: .days(3)], stacking: [.season])
    try bench.store.write { _ = try $0.setCatalog(first) }
    try bench.append(.bought("b", day(1), by: "bob"))
    try bench.store.write { transaction in
      _ = try transaction.setPolicy(Policy(soak: .seconds(1)))
      _ = try transaction.setCatalog(second)
    }
    var told: [UInt64: Catalog] = [:]
    try bench.store.read { try $0.forEachCatalog { event, catalog in told[event.sequence] = catalog } }
    #expect(told == [1: first, 4: second])
  }
}
