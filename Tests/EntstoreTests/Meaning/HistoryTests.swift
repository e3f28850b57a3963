import Entstore
import Testing

struct HistoryTests {
  /// Everything that `page` has to give, page by page.
  private func all(
    _ limit: Int, _ page: (HistoryMark?) throws -> HistoryPage
  ) throws -> [LoggedEvent] {
    var events: [LoggedEvent] = []
    var mark: HistoryMark?
    repeat {
      let next = try page(mark)
      #expect(next.events.count <= limit)
      #expect(next.next == nil || next.events.count == limit)
      events += next.events
      mark = next.next
    } while mark != nil
    return events
  }

  private func newestFirst(_ events: [EventDraft]) -> [EventID] {
    events.sorted { $0.place > $1.place }.map(\.id)
  }

  @Test(arguments: [1, 2, 3, 7, 50, 1_000])
  func `pages cover everything exactly once, newest first`(_ limit: Int) throws {
    let bench = try Bench()
    var history = RandomHistory(seed: 3, lineages: 5)
    let events = history.events(80)
    try bench.append(events)
    let ranges = [Range<Instant>.always, day(50)..<day(200), day(100)..<day(100), day(90)..<day(100)]
    try bench.store.read { snapshot in
      for range in ranges {
        let within = events.filter { range.contains($0.signedAt) }
        #expect(
          try all(limit) { try snapshot.history(signedIn: range, limit: limit, after: $0) }.map(\.draft.id)
            == newestFirst(within))
        for lineage in history.lineages {
          let about = within.filter { $0.facts.contains { $0.lineage == lineage } }
          #expect(
            try all(limit) { try snapshot.history(of: lineage, signedIn: range, limit: limit, after: $0) }
              .map(\.draft.id) == newestFirst(about))
        }
        for subject in ["ada", "bob", "carol", "nobody"] as [Subject] {
          let owned = Set(try snapshot.entitlements(of: subject).map(\.lineage))
          let about = within.filter { $0.facts.contains { owned.contains($0.lineage) } }
          #expect(
            try all(limit) { try snapshot.history(of: subject, signedIn: range, limit: limit, after: $0) }
              .map(\.draft.id) == newestFirst(about))
        }
      }
    }
  }

  @Test func `an event of several lineages stands once, and events of one instant by their order`() throws {
    let bench = try Bench()
    try bench.append(
      .notice(
        "a", day(0), Said("1", .month(1, from: day(0), token: "ada")),
        Said("2", .month(2, from: day(0), token: "ada"))),
      .notice("b", day(1), Said("1", nil, .off), Said("2", nil, .off), Said("3")),
      .notice("c", day(1), Said("2", nil, .on), rank: 1))
    let page = try bench.store.read { try $0.history(of: "ada" as Subject, limit: 10) }
    #expect(page.events.map(\.draft.id) == ["c", "b", "a"])
    #expect(page.next == nil)
  }

  @Test func `a late event stands where it was signed, and a moved lineage takes its history along`() throws {
    let bench = try Bench()
    try bench.append(.bought("b", day(5), by: "bob"), .notice("c", day(9), Said("1000", nil, .off)))
    try bench.append(.notice("a", day(1), Said("1000", .month(1, from: day(1), token: "ada"))))
    let (ada, bob) = try bench.store.read { snapshot in
      (
        try snapshot.history(of: "ada" as Subject, limit: 9),
        try snapshot.history(of: "bob" as Subject, limit: 9)
      )
    }
    #expect(ada.events.map(\.draft.id) == ["c", "b", "a"])
    #expect(ada.events.map(\.sequence) == [2, 1, 3])
    #expect(bob.events.isEmpty)
  }

  @Test func `the largest page holds everything`() throws {
    let bench = try Bench()
    try bench.append(.bought("a", day(0), by: "ada"), .notice("b", day(1), Said("1000", nil, .off)))
    let counts = try bench.store.read { snapshot in
      [
        try snapshot.history(of: "ada" as Subject, limit: .max).events.count,
        try snapshot.history(of: "1000" as Lineage, limit: .max).events.count,
        try snapshot.history(signedIn: .always, limit: .max).events.count,
      ]
    }
    #expect(counts == [2, 2, 2])
  }
}
