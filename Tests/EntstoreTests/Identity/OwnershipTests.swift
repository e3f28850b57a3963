import Entstore
import Testing

struct OwnershipTests {
  @Test func `tokens are facts: whatever order they arrive in, the earliest in fold order pairs`() throws {
    let events: [EventDraft] = [
      .bought("a", day(0), by: "t"),
      .notice("b", day(1), Said("1000", .month(1, from: day(0), token: "u"))),
      .notice("c", day(2), Said("1000", .month(1, from: day(0), token: "v"))),
    ]
    var seen: Set<[[UInt8]]> = []
    try forEachPermutation(of: 3) { order in
      let bench = try Bench(now: day(5))
      try bench.map("t", "A")
      try bench.map("u", "B")
      for place in order { try bench.append(events[place]) }
      #expect(try bench.owner() == "A")
      #expect(try bench.evidence() == .knownToken)
      #expect(try bench.conflicts() == ["token u of B", "token v of v"])
      seen.insert(try bench.file().entries("lineages").map(\.payload))
    }
    #expect(seen.count == 1)
  }

  @Test func `acts count in the order of the log: the first stands and only a transfer moves it`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil))
    #expect(try bench.store.claim("1000", for: "B") == .bound)
    bench.clock.now = day(4)
    #expect(try bench.store.claim("1000", for: "A") == .conflict(holder: "B"))
    #expect(try bench.owner() == "B")
    #expect(try bench.store.transfer("1000", to: "A") == .moved(from: "B"))
    #expect(try bench.owner() == "A")
  }

  @Test func `a token that comes late pairs nothing that an act has paired`() throws {
    let bench = try Bench(now: day(5))
    try bench.map("t", "C")
    try bench.append(.notice("b", day(1), Said("1000", .month(1, from: day(0)), .on)))
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    try bench.append(.bought("a", day(0), by: "t"))
    #expect(try bench.owner() == "A")
    #expect(try bench.conflicts() == ["token t of C"])
    #expect(try bench.entitled(of: "A", "C") == ["A"])
  }

  @Test func `one purchase made with somebody else's token takes nothing of theirs`() throws {
    let bench = try Bench(now: day(5))
    let token = try bench.store.mintToken(for: "victim")
    try bench.append(.bought("a", day(0), lineage: "1", by: token))
    let before = try bench.store.entitlements(of: "victim").filter { $0.lineage == "1" }
    // The thief pays for one purchase under the victim's token and posts it as their own.
    let theirs = EventDraft.bought("b", day(1), lineage: "2", by: token)
    let submission = try bench.store.submit([theirs], by: "thief").submission
    #expect(submission.lineages.map(\.outcome) == [.conflict(holder: "victim")])
    #expect(try bench.store.entitlements(of: "victim").filter { $0.lineage == "1" } == before)
    #expect(try bench.owner("1") == "victim")
    #expect(try bench.store.entitlements(of: "thief").isEmpty)
    #expect(try bench.store.mintToken(for: "victim") == token)
  }

  @Test func `an act pairs one lineage and never the token that stands on it`() throws {
    let bench = try Bench(now: day(5))
    let first = EventDraft.bought("a", day(0), lineage: "1", by: "shared")
    #expect(try bench.store.submit([first], by: "A").submission.lineages.map(\.outcome) == [.bound])
    try bench.append(.bought("b", day(1), lineage: "2", by: "shared"))
    #expect(try bench.owner("2") == "shared")
    #expect(try bench.store.read { try $0.subject(of: "shared") } == nil)
    #expect(try bench.store.entitlements(of: "A").map(\.lineage) == ["1"])
  }

  @Test(arguments: [true, false])
  func `a stolen transaction gains nothing against a known token`(isKnownByMinting: Bool) throws {
    let bench = try Bench(now: day(5))
    let token: AccountToken = isKnownByMinting ? try bench.store.mintToken(for: "owner") : "mapped"
    if !isKnownByMinting { try bench.map(token, "owner") }
    let stolen = EventDraft.bought("a", day(0), by: token)
    let answer = try bench.store.submit([stolen], by: "thief")
    #expect(answer.submission.lineages.map(\.outcome) == [.conflict(holder: "owner")])
    #expect(answer.entitlements.isEmpty)
    #expect(try bench.store.claim("1000", for: "thief") == .conflict(holder: "owner"))
    #expect(try bench.entitled(of: "owner", "thief") == ["owner"])
    #expect(try bench.conflicts() == ["thief asked"])
  }

  @Test func `whoever has signed in comes before a token that nobody knows`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "guess"))
    #expect(try bench.isEntitled("guess"))
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    #expect(try bench.entitled(of: "A", "guess") == ["A"])
    #expect(try bench.conflicts() == [])
  }

  @Test func `the token of the renewal speaks of the next period and pairs nothing`() throws {
    // A renewal fact has no place for a token: there is nothing that a rail could hand on.
    let bench = try Bench(now: day(5))
    try bench.append(.notice("a", day(0), Said("1000", .month(1, from: day(0)), .on, .active)))
    #expect(try bench.owner() == nil)
    #expect(try bench.unbound() == ["1000"])
  }

  @Test func `conflicts are recorded and listed, never applied`() throws {
    let bench = try Bench(now: day(5))
    try bench.map("t", "A")
    try bench.append(.bought("a", day(0), by: "t"), .bought("b", day(0), lineage: "2", by: nil))
    try bench.append(.notice("c", day(1), Said("1000", .month(1, from: day(0), token: "u"))))
    let before = try bench.derived("entitlements", "deadlines")
    #expect(try bench.store.claim("1000", for: "B", reason: "a new telephone") == .conflict(holder: "A"))
    #expect(try bench.derived("entitlements", "deadlines") == before)
    var listed: [HolderConflict] = []
    try bench.store.read { try $0.forEachConflict { listed.append($0) } }
    #expect(listed.map(\.inWords) == ["B asked", "token u of u"])
    #expect(listed.allSatisfy { $0.owner == "A" && $0.evidence == .knownToken && $0.lineage == "1000" })
    guard case .asked(_, let event)? = listed.first?.cause, case .custody(let act)? = event.draft.act else {
      Issue.record("the act is not there")
      return
    }
    #expect(act.kind == .claim)
    #expect(act.reason == "a new telephone")
    #expect(event.receivedAt == day(5))
  }

  @Test func `an old token that spells its owner is no conflict`() throws {
    let bench = try Bench(now: day(5))
    let token = try bench.store.mintToken(for: "ada")
    try bench.append(
      .bought("a", day(0), by: token),
      .notice("b", day(1), Said("1000", .month(1, from: day(0), token: "ada"))))
    #expect(try bench.owner() == "ada")
    #expect(try bench.conflicts() == [])
  }

  @Test func `an unbound lineage keeps everything and is listed`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil), .notice("b", day(3), Said("1000", nil, .off)))
    var listed: [Entitlement] = []
    try bench.store.read { try $0.forEachUnbound { listed.append($0) } }
    #expect(listed.map(\.lineage) == ["1000"])
    #expect(listed[0].subject == nil)
    #expect(listed[0].segment.isEntitled)
    #expect(listed[0].entitledUntil == day(30))
    #expect(try bench.store.read { try $0.history(of: "1000" as Lineage, limit: 9).events.count } == 2)
  }

  @Test func `binding it later gives exactly the state that early binding would have given`() throws {
    let events: [EventDraft] = [
      .bought("a", day(0), by: nil), .notice("b", day(3), Said("1000", nil, .off)),
      .notice("c", day(20), Said("1000", Sale.month(1, from: day(0)).refunded(day(20)))),
    ]
    var states: [[String: [StoreFile.Entry]]] = []
    for place in 0...events.count {
      let bench = try Bench(now: day(25))
      try bench.append(Array(events[..<place]))
      #expect(try bench.store.claim("1000", for: "A") == .bound)
      try bench.append(Array(events[place...]))
      states.append(try bench.derived("lineages", "entitlements", "deadlines", "accounts"))
      #expect(try bench.store.verify().isSound)
    }
    #expect(states.allSatisfy { $0 == states[0] })
    #expect(states[0]["entitlements"]?.count == 1)
  }

  @Test func `a claim that comes before any event is kept and counts when events come`() throws {
    let bench = try Bench(now: day(5))
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    #expect(try bench.store.entitlements(of: "A").isEmpty)
    try bench.append(.bought("a", day(0), by: nil))
    #expect(try bench.entitled(of: "A") == ["A"])
  }
}
