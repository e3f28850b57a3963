import Entstore
import Testing

/// Purchases that stack are counted over all that one subject holds, so whoever comes to hold one changes the others' rows.
struct HolderStackingTests {
  private static let catalog = Catalog(terms: [.season: .days(20)], stacking: [.season])

  private func season(_ id: Int, _ lineage: Lineage, by token: AccountToken?) -> EventDraft {
    let start = day(Int64(id % 9))
    return .notice(
      EventID(canonical: "s\(id)"), start + .seconds(Int64(id)),
      Said(lineage, Sale(id, .season, from: start, to: nil, kind: .nonRenewing, token: token)))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `whoever comes to hold what stacks, every row is what a rebuild makes it`(seed: UInt64) throws {
    print("seed \(seed)")
    let bench = try Bench(now: day(12))
    try bench.store.write { _ = try $0.setCatalog(Self.catalog) }
    var random = Choices(seed: seed)
    let subjects: [Subject] = ["A", "B", "t"]
    let lineages: [Lineage] = ["1", "2", "3", "4"]
    for step in 1...40 {
      let (lineage, subject) = (random.pick(lineages), random.pick(subjects))
      switch random.number(in: 0...7) {
      case 0...2: try bench.append(season(step, lineage, by: random.pick(["t", "u", nil])))
      case 3: _ = try bench.store.claim(lineage, for: subject)
      case 4: try bench.store.transfer(lineage, to: subject)
      case 5: try bench.store.share(lineage, with: subject)
      case 6:
        do { try bench.map(random.pick(["t", "u"]), subject) } catch StoreError.tokenTaken {}
      default: try bench.setIdentity(random.pick(RestorePolicy.allCases), knownTokensOnly: random.chance(50))
      }
    }
    #expect(try bench.store.verify().faults == [], "seed \(seed)")
    let everything = try bench.everything()
    #expect(try bench.store.rebuild().faults == [], "seed \(seed)")
    #expect(try bench.everything() == everything, "seed \(seed)")
  }

  @Test func `binding late gives what early binding would have given, also to what stacks`() throws {
    var states: [[String: [StoreFile.Entry]]] = []
    for isEarly in [true, false] {
      let bench = try Bench(now: day(12))
      try bench.store.write { _ = try $0.setCatalog(Self.catalog) }
      if isEarly { for lineage in ["1", "2"] as [Lineage] { _ = try bench.store.claim(lineage, for: "A") } }
      try bench.append(season(1, "1", by: nil), season(2, "2", by: nil))
      if !isEarly { for lineage in ["1", "2"] as [Lineage] { _ = try bench.store.claim(lineage, for: "A") } }
      states.append(try bench.derived("lineages", "entitlements", "deadlines"))
      #expect(try bench.store.access(of: "A", to: "com.example.season").entitledUntil == day(41))
    }
    #expect(states[0] == states[1])
  }
}
