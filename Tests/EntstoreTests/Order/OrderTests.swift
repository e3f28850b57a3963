import EntstoreModel
import Testing

struct OrderTests {
  @Test(arguments: Scenario.short)
  func `every order, cut and repetition of a few events leaves the same tables`(_ scenario: Scenario) throws {
    let shelf = try Shelf()
    let events = scenario.events
    let expected = try shelf.tables(events, catalog: scenario.catalog)
    #expect(!expected.entitlements.isEmpty)
    var random = Choices(seed: 1)
    try forEachPermutation(of: events.count) { order in
      let found = try shelf.tables(
        order.map { events[$0] }, catalog: scenario.catalog, cutAndRepeated: &random)
      try #require(found == expected, "order \(order)")
    }
  }

  @Test(arguments: Scenario.seven)
  func `three hundred orders of seven events leave the same tables`(_ scenario: Scenario) throws {
    let shelf = try Shelf()
    let expected = try shelf.tables(scenario.events, catalog: scenario.catalog)
    var random = Choices(seed: 7)
    for round in 1...300 {
      let events = scenario.events.shuffled(using: &random)
      let found = try shelf.tables(events, catalog: scenario.catalog, cutAndRepeated: &random)
      try #require(found == expected, "round \(round): \(events.map(\.id))")
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `hundreds of random events leave the same tables in any order`(seed: UInt64) throws {
    let shelf = try Shelf()
    var history = RandomHistory(seed: seed)
    let events = history.events(history.random.number(in: 200...400))
    let catalog = Catalog(terms: [.season: .days(45)], stacking: seed % 2 == 0 ? [.season] : [])
    let expected = try shelf.tables(events, catalog: catalog)
    for shuffle in 1...5 {
      let shuffled = events.shuffled(using: &history.random)
      let found = try shelf.tables(shuffled, catalog: catalog, cutAndRepeated: &history.random)
      try #require(found == expected, "seed \(seed), shuffle \(shuffle)")
    }
    #expect(try shelf.store.verify().faults == [])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `two orders of a few random events, an erasure among them, leave the same rows`(seed: UInt64) throws {
    let shelf = try Shelf()
    var choices = Choices(seed: seed)
    for _ in 1...5 { try TwoOrders(&choices).compare(on: shelf) }
  }

  @Test func `a catalog that comes after the events leaves what it would have left before them`() throws {
    let shelf = try Shelf()
    for scenario in Scenario.short {
      guard let catalog = scenario.catalog else { continue }
      let expected = try shelf.tables(scenario.events, catalog: catalog)
      let act = EventDraft.catalog("the-catalog", day(0), catalog)
      try forEachPermutation(of: scenario.events.count) { order in
        for place in 0...order.count {
          var drafts = order.map { scenario.events[$0] }
          drafts.insert(act, at: place)
          guard place == order.count || order == order.sorted() else { continue }
          try #require(try shelf.tables(drafts) == expected, "order \(order), catalog at \(place)")
        }
      }
    }
  }
}
