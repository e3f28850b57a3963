import Entstore
import Testing

struct AppendTests {
  @Test func `receipts count from one without a gap and say what became of each event`() throws {
    let bench = try Bench()
    let receipts = try bench.append(
      .bought("a", day(0), by: "ada"), .notice("b", day(1)),
      .notice("c", day(2), Said("9", Sale(1, "coins", from: day(2), to: nil, kind: .consumable))),
      .notice("d", day(3), Said("1000", nil, .off)), .bought("a", day(0), by: "ada"))
    #expect(
      receipts == [
        Receipt(sequence: 1, outcome: .applied), Receipt(sequence: 2, outcome: .recorded),
        Receipt(sequence: 3, outcome: .recorded), Receipt(sequence: 4, outcome: .applied),
        Receipt(sequence: 1, outcome: .duplicate),
      ])
    #expect(try bench.store.counts().events == 4)
  }

  @Test func `an event seen before changes no byte, whatever it says the second time`() throws {
    let bench = try Bench()
    try bench.append(.bought("a", day(0), by: "ada"))
    let before = try bench.everything()
    bench.clock.now = day(2_000)
    let other = EventDraft.notice(
      "a", day(0), Said("7777", .month(9, .max, from: day(0), token: "bob")), raw: [.shared([1, 2, 3])])
    #expect(try bench.append(other, other).map(\.outcome) == [.duplicate, .duplicate])
    #expect(try bench.everything() == before)
  }

  @Test func `the same id on another rail or at another instant is another event`() throws {
    let bench = try Bench()
    let receipts = try bench.append(
      .bought("a", day(0), by: "ada"), .notice("a", day(0), Said("1000", nil, .off), rail: .stripe),
      .notice("a", day(1), Said("1000", nil, .off)))
    #expect(receipts.map(\.sequence) == [1, 2, 3])
  }

  @Test(arguments: Refused.all)
  func `a refused event is named, leaves nothing, and the rest of its transaction stands`(
    _ refused: Refused
  ) throws {
    let bench = try Bench()
    let other = try Bench()
    for store in [bench.store, other.store] { try store.write { try $0.allow(apps: ["com.example.app"]) } }
    let good = [EventDraft.bought("a", day(0), by: "ada"), .bought("b", day(1), lineage: "1001", by: "bob")]
    try bench.store.write { transaction in
      _ = try transaction.append(good[0])
      var named = ""
      do { _ = try transaction.append(refused.draft) } catch let error as StoreError {
        #expect(error.isRefusal)
        #expect(!error.isRetryable)
        named = refused.name(error)
      }
      #expect(named == refused.testDescription)
      _ = try transaction.append(good[1])
    }
    try other.append(good)
    #expect(try DerivedTables(bench.store, bench.file()) == DerivedTables(other.store, other.file()))
    #expect(try bench.store.counts().events == 2)
    #expect(try bench.file().entries("blobs") == [])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a transaction that throws leaves no byte`() throws {
    struct Stop: Error {}
    let bench = try Bench()
    try bench.append(.bought("a", day(0), by: "ada"))
    let before = try bench.everything()
    var count: UInt64 = 0
    #expect(throws: Stop.self) {
      try bench.store.write { transaction in
        _ = try transaction.append(.bought("b", day(1), by: "bob"))
        _ = try transaction.append(.notice("c", day(2), raw: [.shared([1])]))
        try transaction.setCatalog(Catalog(entitlements: ["pro": .init()]))
        try transaction.setPolicy(Policy(soak: .days(1)))
        try transaction.allow(apps: ["com.example.other"])
        count = try transaction.read { try $0.eventCount() }
        throw Stop()
      }
    }
    #expect(count == 5)
    #expect(try bench.everything() == before)
    #expect(try bench.store.read { $0.catalog } == Catalog())
    try bench.append(.notice("d", day(3), Said("1000", nil, .off), app: "com.example.any"))
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a transaction sees what it has done`() throws {
    let bench = try Bench(now: day(1))
    try bench.store.write { transaction in
      _ = try transaction.append(.bought("a", day(0), by: "ada"))
      let access = try transaction.read { try $0.access(of: "ada", to: "com.example.pro.monthly") }
      #expect(access.isEntitled)
      _ = try transaction.append(.notice("b", day(1), Said("1000", nil, nil, .revoked)))
      let after = try transaction.read { try $0.access(of: "ada", to: "com.example.pro.monthly") }
      #expect(after.status == .refunded)
    }
  }

  @Test func `an error caught inside a transaction cannot be committed over`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(
      .bought("a", day(0), lineage: "1", by: "ada"), .bought("b", day(0), lineage: "2", by: "bob"))
    let file = try bench.file()
    let row = try #require(try file.entries("entitlements").first)
    try file.put([1, 2, 3], for: row.key, in: "entitlements")
    let refund = Sale.month(1, from: day(0), token: "bob").refunded(day(1))
    #expect(throws: StoreError.self) {
      try bench.store.write { transaction in
        _ = try transaction.append(.notice("c", day(1), Said("1", nil, .off), Said("2", refund)))
        _ = try? transaction.read { try $0.eventCount() }
      }
    }
    #expect(try bench.store.counts().events == 2)
    #expect(try bench.store.access(of: "bob", to: "com.example.pro.monthly").isEntitled)
  }

  @Test func `an event that a store took elsewhere keeps the date of that`() throws {
    let bench = try Bench(now: day(9))
    var draft = EventDraft.bought("a", day(0), by: "ada")
    draft.receivedAt = day(5)
    try bench.append(draft, .bought("b", day(0), by: "ada"))
    let dates = try bench.store.read { snapshot in
      try [1, 2].map { try snapshot.event($0)?.receivedAt }
    }
    #expect(dates == [day(5), day(9)])
  }

  @Test func `an event comes back as it was given`() throws {
    let bench = try Bench(now: day(400))
    var history = RandomHistory(seed: 11)
    let events = history.events(60)
    try bench.append(events)
    let logged = try bench.store.read { snapshot in
      var logged: [LoggedEvent] = []
      try snapshot.forEachEvent { logged.append($0) }
      return logged
    }
    #expect(logged.map(\.sequence) == Array(1...60))
    for (event, draft) in zip(logged, events) {
      var expected = draft
      expected.receivedAt = day(400)
      #expect(event.draft == expected)
    }
  }
}
