import EntstoreModel
import Testing

/// The schedules of a verdict beside the answers that the store gives from the lineages themselves.
struct MergeTests {
  private static let catalogs = [
    Catalog(),
    Catalog(entitlements: [
      "pro": .init(products: [.appStore: [.monthly, .lifetime]], includes: ["basic"]),
      "basic": .init(products: [.appStore: [.max], .stripe: [.monthly]]),
    ]),
  ]

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a verdict's schedules say what the store would answer at every instant`(block: UInt64) {
    for seed in block * 20..<(block + 1) * 20 { compare(seed: seed) }
  }

  private func compare(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let catalog = CatalogIndex(random.pick(Self.catalogs))
    let folds = (0..<Int.random(in: 1...4, using: &random)).map { number in
      RealFold(HistoryMaker.small(seed: seed * 8 + UInt64(number))).fold
    }
    let rails = folds.map { _ in random.pick([Rail.appStore, .appStore, .stripe]) }
    let schedules = folds.map { $0.schedule() }
    let boundaries = schedules.flatMap { $0.segments.compactMap(\.until) }
    let start = random.pick([day(0), day(20), day(70)] + boundaries)
    let merged = KeySchedule.merging(
      folds.indices.map {
        LineageFuture(rail: rails[$0], schedule: schedules[$0], expiresAt: folds[$0].summary.expiresAt)
      }, from: start, catalog: catalog)

    func store(_ key: EntitlementKey, _ instant: Instant) -> Access {
      folds.indices.map { place in
        Entitlement(
          subject: "ann", lineage: Lineage(canonical: "\(place)"), rail: rails[place],
          schedule: schedules[place], summary: folds[place].summary, at: instant, catalog: catalog)
      }.access(to: key, at: instant, catalog: catalog).0
    }
    let asked = Set(merged.keys).union(["pro", "basic", "never-sold"])
    let instants = Set([start] + boundaries.flatMap { [$0 - .tick, $0, $0 + .tick] }).filter { $0 >= start }
    for key in asked {
      for instant in instants {
        let (answer, truth) = (merged[key]?.access(at: instant) ?? .none, store(key, instant))
        #expect(answer.isEntitled == truth.isEntitled, "seed \(seed), \(key) at \(told(instant))")
        #expect(answer.status == truth.status, "seed \(seed), \(key) at \(told(instant))")
        #expect(answer.reason == truth.reason, "seed \(seed), \(key) at \(told(instant))")
        #expect(answer.entitledUntil == truth.entitledUntil, "seed \(seed), \(key) at \(told(instant))")
        guard let until = answer.until else { continue }
        let (before, after) = (store(key, until - .tick), store(key, until))
        #expect(
          (before.status, before.reason) == (truth.status, truth.reason), "seed \(seed), \(key)")
        #expect(
          (after.isEntitled, after.status, after.reason) != (truth.isEntitled, truth.status, truth.reason),
          "seed \(seed), \(key): until \(told(until)) nothing changes")
      }
    }
  }

  @Test func `one lineage carries on where another ends`() {
    func future(_ end: Instant) -> LineageFuture {
      LineageFuture(
        rail: .appStore,
        schedule: Schedule(segments: [
          Segment(until: end, status: .active, isEntitled: true, product: .monthly, reason: .paid),
          Segment(until: nil, status: .expired, isEntitled: false, product: .monthly, reason: .lapsed),
        ]), expiresAt: end)
    }
    let merged = KeySchedule.merging(
      [future(day(30)), future(day(50)), future(day(40))], from: day(5), catalog: CatalogIndex(Catalog()))
    #expect(
      merged == [
        EntitlementKey(canonical: "com.example.pro.monthly"): KeySchedule([.open(day(50)), .closed()])
      ])
  }

  @Test func `a key that only the past opened is in no verdict`() {
    let schedule = Schedule(segments: [
      Segment(until: day(5), status: .active, isEntitled: true, product: .max, reason: .paid),
      Segment(until: nil, status: .active, isEntitled: true, product: .lifetime, reason: .lifetime),
    ])
    let future = LineageFuture(rail: .appStore, schedule: schedule, expiresAt: nil)
    let catalog = CatalogIndex(Catalog())
    let (max, lifetime): (EntitlementKey, EntitlementKey) = (
      "com.example.max.monthly", "com.example.lifetime"
    )
    #expect(
      KeySchedule.merging([future], from: day(5), catalog: catalog)
        == [lifetime: KeySchedule([.open(nil, .active, .lifetime)])])
    #expect(
      KeySchedule.merging([future], from: day(4), catalog: catalog) == [
        max: KeySchedule([.open(day(5)), .closed(.none, .none)]),
        lifetime: KeySchedule([.closed(.none, .none, until: day(5)), .open(nil, .active, .lifetime)]),
      ])
  }
}
