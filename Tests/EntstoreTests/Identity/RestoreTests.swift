import Entstore
import Testing

struct RestoreTests {
  /// A holds a month from day 0, by a token that is known.
  private func bench(_ restore: RestorePolicy, now: Instant = day(5)) throws -> Bench {
    let bench = try Bench(now: now)
    try bench.setIdentity(restore)
    try bench.map("t", "A")
    try bench.append(.bought("a", day(0), by: "t"), .notice("b", day(1), Said("1000", nil, .off)))
    return bench
  }

  @Test func `a claim binds what nobody holds, by its lineage or by the signed transaction`() throws {
    let bench = try Bench(now: day(5))
    let draft = EventDraft.bought("a", day(0), lineage: "1", by: nil)
    try bench.append(draft, .bought("b", day(0), lineage: "2", by: nil))
    #expect(try bench.store.claim("2", for: "A") == .bound)
    #expect(try bench.store.submit([draft], by: "A").submission.lineages.map(\.outcome) == [.bound])
    #expect(try bench.store.entitlements(of: "A").map(\.lineage) == ["1", "2"])
  }

  @Test(arguments: RestorePolicy.allCases)
  func `what is the subject's own already is bound by their claim, and then held`(
    _ restore: RestorePolicy
  ) throws {
    let bench = try bench(restore)
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    #expect(try bench.evidence() == .act)
    #expect(try bench.store.claim("1000", for: "A") == .held)
    #expect(try bench.conflicts() == [])
  }

  @Test func `keep is the default: the holder keeps it, the conflict is recorded and the caller told`() throws
  {
    #expect(IdentityPolicy.standard.restore == .keep)
    let bench = try Bench(now: day(5))
    try bench.map("t", "A")
    try bench.append(.bought("a", day(0), by: "t"))
    let outcome = try bench.store.claim("1000", for: "B")
    #expect(outcome == .conflict(holder: "A"))
    #expect(!outcome.isHeld)
    #expect(try bench.conflicts() == ["B asked"])
    #expect(try bench.entitled(of: "A", "B") == ["A"])
  }

  @Test func `transfer moves it to whoever asks`() throws {
    let bench = try bench(.transfer)
    let outcome = try bench.store.claim("1000", for: "B")
    #expect(outcome == .moved(from: "A"))
    #expect(outcome.isHeld)
    #expect(try bench.entitled(of: "A", "B") == ["B"])
    #expect(try bench.conflicts() == ["token t of A"])
  }

  @Test func `transferIfLapsed moves what opens nothing any more, and nothing else`() throws {
    let bench = try bench(.transferIfLapsed)
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "A"))
    bench.clock.now = day(30)
    #expect(try bench.store.claim("1000", for: "B") == .moved(from: "A"))
    #expect(try bench.owner() == "B")
    try bench.append(.notice("c", day(31), Said("1000", Sale.month(1, from: day(1)).renewed, .on, .active)))
    #expect(try bench.entitled(of: "A", "B") == ["B"])
  }

  @Test func `transferIfLapsed keeps what is in its last millisecond`() throws {
    let bench = try bench(.transferIfLapsed, now: day(30) - TimeSpan(milliseconds: 1))
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "A"))
  }

  @Test func `repeated claims of the same purchase do not ping-pong`() throws {
    let bench = try bench(.transfer)
    #expect(try bench.store.claim("1000", for: "B") == .moved(from: "A"))
    #expect(try bench.store.claim("1000", for: "A") == .conflict(holder: "B"))
    #expect(try bench.store.claim("1000", for: "B") == .held)
    let everything = try bench.everything()
    for _ in 0..<5 {
      #expect(try bench.store.claim("1000", for: "A") == .conflict(holder: "B"))
      #expect(try bench.store.claim("1000", for: "B") == .held)
    }
    #expect(try bench.everything() == everything)
  }

  @Test func `however many devices restore in turn, each subject gains it once`() throws {
    let bench = try bench(.transfer)
    let subjects: [Subject] = ["B", "C", "D"]
    var moves = 0
    var random = Choices(seed: 5)
    for _ in 0..<200 {
      if case .moved = try bench.store.claim("1000", for: random.pick(subjects)) { moves += 1 }
    }
    #expect(moves == 3)
    let log = try bench.log()
    #expect(log.count < 15, "200 claims wrote \(log.count) events")
  }

  @Test func `asking again after a conflict writes nothing`() throws {
    let bench = try bench(.keep)
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "A"))
    let everything = try bench.everything()
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "A"))
    #expect(try bench.everything() == everything)
  }

  @Test func `the policy decides when the claim is made, and a later policy changes nothing`() throws {
    let bench = try bench(.keep)
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "A"))
    try bench.setIdentity(.transfer)
    #expect(try bench.owner() == "A")
    #expect(try bench.store.claim("1000", for: "B") == .moved(from: "A"))
    try bench.setIdentity(.keep)
    #expect(try bench.owner() == "B")
    #expect(try bench.store.rebuild().isSound)
    #expect(try bench.owner() == "B")
  }
}
