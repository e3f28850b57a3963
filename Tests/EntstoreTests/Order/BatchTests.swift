import Entstore
import Testing

/// Many events at once leave what they leave one by one, and say the same of each.
struct BatchTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a batch is as good as its events one by one`(seed: UInt64) throws {
    let (batched, single) = (try Bench(), try Bench())
    var history = RandomHistory(seed: seed)
    let catalog = Catalog(terms: [.season: .days(45)], stacking: seed % 2 == 0 ? [.season] : [])
    var known: [EventDraft] = []
    for round in 1...6 {
      var drafts = history.events(history.random.number(in: 1...60))
      // Again: from batches before, and from this one.
      drafts += known.shuffled(using: &history.random).prefix(5) + drafts.prefix(3)
      drafts.append(.notice(EventID(canonical: "of another world \(round)"), day(1), environment: .sandbox))
      if round == 3 { drafts.insert(.catalog("the-catalog", day(5), catalog), at: drafts.count / 2) }
      drafts.shuffle(using: &history.random)
      known += drafts
      let expected = try single.store.write { transaction in
        drafts.map { draft in Outcome { try transaction.append(draft) } }
      }
      var preparer = batched.store.preparer()
      let prepared = try drafts.map { try preparer.prepare($0) }
      let found = try batched.store.write { transaction in
        try transaction.append(prepared).map { result in Outcome { try result.get() } }
      }
      #expect(found == expected, "seed \(seed), round \(round)")
    }
    #expect(
      try DerivedTables(batched.store, batched.file()) == DerivedTables(single.store, single.file()),
      "seed \(seed)")
    #expect(try batched.store.verify().faults == [], "seed \(seed)")
  }

  /// What became of one event.
  private enum Outcome: Equatable {
    case taken(Receipt)
    case refused(String)

    init(_ append: () throws -> Receipt) {
      do {
        self = .taken(try append())
      } catch {
        self = .refused("\(error)")
      }
    }
  }
}
