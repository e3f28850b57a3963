import Entstore
import EntstoreCodec
import Testing

/// Whatever a store keeps of what it has folded, its rows are those of a store that folds from the first event.
struct FoldMemoryTests {
  private struct Aborted: Error {}

  /// Events of long lineages, some of them later than their dates.
  private static func events(_ history: inout RandomHistory, _ count: Int) -> [EventDraft] {
    var events = history.events(count).sorted { $0.signedAt < $1.signedAt }
    for _ in 0..<(count / 8) {
      let place = history.random.number(in: 0...(count - 1))
      let late = events.remove(at: place)
      events.insert(late, at: min(place + history.random.number(in: 1...40), count - 1))
    }
    return events
  }

  /// Now and then: what is over by the end says nothing of what was answered on the way.
  private static func expectSound(_ bench: Bench, _ number: Int, _ comment: Comment) throws {
    if number > 60, number % 3 == 0 { #expect(try bench.store.verify().faults == [], comment) }
  }

  private static func expectSame(
    _ store: EntitlementStore, _ accepted: [EventDraft], _ comment: Comment
  ) throws {
    let other = try Bench()
    try other.append(accepted)
    let (kept, whole) = (try StoreFile(store.path), try other.file())
    for table in ["entitlements", "deadlines", "lineages"] {
      #expect(try kept.entries(table) == whole.entries(table), comment)
    }
    #expect(try store.verify().faults == [], comment)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `events one by one, some of them late, come to what all at once come to`(_ seed: UInt64) throws {
    var history = RandomHistory(seed: seed, lineages: 3)
    let bench = try Bench()
    let events = Self.events(&history, 280)
    for (number, event) in events.enumerated() {
      try bench.append(event)
      try Self.expectSound(bench, number, "seed \(seed)")
    }
    try Self.expectSame(bench.store, events, "seed \(seed)")
  }

  @Test(arguments: 11...13 as ClosedRange<UInt64>)
  func `what an aborted transaction has folded counts for nothing`(_ seed: UInt64) throws {
    var history = RandomHistory(seed: seed, lineages: 1)
    let bench = try Bench()
    var accepted: [EventDraft] = []
    for (number, event) in Self.events(&history, 280).enumerated() {
      let isTaken = history.random.chance(70)
      do {
        try bench.store.write { transaction in
          _ = try transaction.append(event)
          // What is read in between has been folded, and kept.
          if history.random.chance(50) { _ = try transaction.read { try $0.entitlements(of: "ada") } }
          if !isTaken { throw Aborted() }
        }
        accepted.append(event)
      } catch is Aborted {}
      try Self.expectSound(bench, number, "seed \(seed)")
    }
    try Self.expectSame(bench.store, accepted, "seed \(seed)")
  }

  @Test(arguments: 21...23 as ClosedRange<UInt64>)
  func `what another one of the file has written in between is not missed`(_ seed: UInt64) throws {
    var history = RandomHistory(seed: seed, lineages: 1)
    let bench = try Bench()
    let other = try EntitlementStore(path: bench.store.path, opening: .existing)
    let events = Self.events(&history, 280)
    for (number, event) in events.enumerated() {
      let store = history.random.chance(80) ? bench.store : other
      try store.write { _ = try $0.append(event) }
      try Self.expectSound(bench, number, "seed \(seed)")
    }
    try Self.expectSame(bench.store, events, "seed \(seed)")
  }

  @Test func `another catalog or policy counts for what was folded before`() throws {
    let bench = try Bench()
    var policy = Policy.standard
    for number in 0..<120 {
      let sale = Sale(number, .season, from: day(Int64(number)), to: nil, kind: .nonRenewing, token: "ada")
      try bench.append(
        .notice(EventID(canonical: "season-\(number)"), day(Int64(number)), Said("7000", sale)),
        Self.renewal(number, of: "7001"))
      guard number > 70 else { continue }
      try bench.store.write { transaction in
        if number % 10 == 0 {
          _ = try transaction.setCatalog(
            Catalog(terms: [.season: .days(Int64(number))], stacking: number % 20 == 0 ? [.season] : []))
        } else if number % 10 == 5 {
          policy.renewalLeeway = .seconds(Int64(number))
          _ = try transaction.setPolicy(policy)
        }
      }
      let faults = try bench.store.verify().faults
      #expect(faults == [], "after \(number)")
    }
  }

  @Test func `a fold is not used when the timeline has been written by somebody else`() throws {
    let bench = try Bench()
    for number in 0..<100 { try bench.append(Self.renewal(number, of: "7000")) }
    let file = try bench.file()
    let first = try #require(try file.entries("timeline").first)
    try file.put(first.value.map { ~$0 }, for: first.key, in: "timeline")
    #expect(throws: StoreError.self) { try bench.append(Self.renewal(100, of: "7000")) }
    _ = try bench.store.rebuild()
    try bench.append(Self.renewal(100, of: "7000"))
    try Self.expectSame(bench.store, (0...100).map { Self.renewal($0, of: "7000") }, "rebuilt")
  }

  @Test func `compaction in place begins anew`() throws {
    let bench = try Bench()
    for number in 0..<100 { try bench.append(Self.renewal(number, of: "7000")) }
    _ = try bench.store.compactInPlace()
    #expect(throws: StoreError.self) { try bench.append(Self.renewal(100, of: "7000")) }
    let store = try EntitlementStore(path: bench.store.path, opening: .existing)
    for number in 100..<200 { try store.write { _ = try $0.append(Self.renewal(number, of: "7000")) } }
    try Self.expectSame(store, (0..<200).map { Self.renewal($0, of: "7000") }, "compacted")
  }

  @Test func `folds of many long lineages on several threads come to the same`() async throws {
    let bench = try Bench()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<120 { try bench.append(Self.renewal(number, of: Lineage("line-\(thread)"))) }
        }
      }
      try await group.waitForAll()
    }
    let all = try (0..<4).flatMap { thread in
      try (0..<120).map { Self.renewal($0, of: try Lineage("line-\(thread)")) }
    }
    try Self.expectSame(bench.store, all, "threads")
  }

  private static func renewal(_ number: Int, of lineage: Lineage) -> EventDraft {
    .notice(
      EventID(canonical: "\(lineage)-\(number)"), day(Int64(number)),
      Said(
        lineage,
        Sale(number, .monthly, from: day(Int64(number)), to: day(Int64(number + 1)), token: "ada"), .on))
  }
}
