import Entstore
import Testing

struct GrantTests {
  private static let catalog = Catalog(entitlements: [
    "pro": .init(products: [.appStore: [.monthly]], includes: ["basic"]),
    "basic": .init(products: [.appStore: [.yearly]]),
  ])

  private func bench() throws -> Bench {
    let bench = try Bench(now: day(10))
    try bench.store.write { _ = try $0.setCatalog(Self.catalog) }
    return bench
  }

  @Test func `a grant opens its key and what that includes, until its end`() throws {
    let bench = try bench()
    let grant = try bench.store.grant("pro", to: "A", until: day(17), reason: "an outage")
    #expect(grant.from == day(10))
    #expect(try bench.isEntitled("A", to: "pro"))
    #expect(try bench.isEntitled("A", to: "basic"))
    #expect(try !bench.isEntitled("B", to: "pro"))
    #expect(try bench.owner(grant.lineage) == "A")
    bench.clock.now = day(17) - TimeSpan(milliseconds: 1)
    #expect(try bench.isEntitled("A", to: "pro"))
    bench.clock.now = day(17)
    #expect(try !bench.isEntitled("A", to: "pro"))
  }

  @Test func `a grant without an end lasts, and one from tomorrow opens tomorrow`() throws {
    let bench = try bench()
    _ = try bench.store.grant("basic", to: "A", until: nil)
    _ = try bench.store.grant("pro", to: "A", from: day(11), until: day(12))
    #expect(try bench.entitled(of: "A", to: "basic") == ["A"])
    #expect(try !bench.isEntitled("A", to: "pro"))
    bench.clock.now = day(11)
    #expect(try bench.isEntitled("A", to: "pro"))
    bench.clock.now = day(2_000)
    #expect(try !bench.isEntitled("A", to: "pro"))
    #expect(try bench.isEntitled("A", to: "basic"))
  }

  @Test func `a grant moves to nobody who asks for it, whatever the restore policy`() throws {
    for policy in RestorePolicy.allCases {
      let bench = try self.bench()
      try bench.store.write { _ = try $0.setIdentityPolicy(IdentityPolicy(restore: policy)) }
      let trial = try bench.store.startTrial(of: "pro", for: "A", lasting: .days(7)).trial
      bench.clock.now = day(20)
      #expect(try bench.store.claim(trial.lineage, for: "B") == .conflict(holder: "A"))
      #expect(try bench.owner(trial.lineage) == "A")
      #expect(try bench.store.transfer(trial.lineage, to: "B") == .moved(from: "A"))
    }
  }

  @Test func `a grant is revocable, at once and for good`() throws {
    let bench = try bench()
    let grant = try bench.store.grant("pro", to: "A", until: nil)
    let other = try bench.store.grant("pro", to: "B", until: nil)
    #expect(try bench.store.write { try $0.revokeGrant(grant.lineage, reason: "a mistake") })
    #expect(try bench.entitled(of: "A", "B", to: "pro") == ["B"])
    #expect(try !bench.store.write { try $0.revokeGrant(grant.lineage) })
    #expect(throws: StoreError.self) { try bench.store.write { _ = try $0.revokeGrant("no-such") } }
    try bench.append(bench.again(other, in: grant.lineage))
    #expect(try !bench.isEntitled("A", to: "pro"))
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a grant is an event like any other, with who, what, when and why`() throws {
    let bench = try bench()
    let grant = try bench.store.grant("pro", to: "A", until: day(17), reason: "an outage")
    bench.clock.now = day(11)
    try bench.store.write { _ = try $0.revokeGrant(grant.lineage, reason: "it is repaired") }
    let history = try bench.store.read { try $0.history(of: grant.lineage, limit: 9).events }
    #expect(history.map(\.draft.rail) == [.local, .local])
    #expect(
      history.map(\.draft.act) == [
        .grantRevoked(GrantRevocation(lineage: grant.lineage, at: day(11), reason: "it is repaired")),
        .grant(grant),
      ])
    #expect(try bench.store.read { try $0.history(of: "A" as Subject, limit: 9).events } == history)
  }

  @Test func `an empty grant is refused before anything is written`() throws {
    let bench = try bench()
    let everything = try bench.everything()
    #expect(throws: StoreError.self) { try bench.store.grant("pro", to: "A", until: day(10)) }
    #expect(throws: StoreError.self) { try bench.store.grant("pro", to: "A", from: day(12), until: day(11)) }
    #expect(try bench.everything() == everything)
  }

  @Test func `the anchor of a trial is the first one ever given: it cannot be restarted`() throws {
    let bench = try bench()
    let first = try bench.trial("A")
    #expect(first.isNew)
    #expect(first.trial.until == day(17))
    #expect(first.trial.isTrial)
    for later in [12, 17, 400] as [Int64] {
      bench.clock.now = day(later)
      let again = try bench.trial("A")
      #expect(!again.isNew)
      #expect(again.trial == first.trial)
    }
    #expect(try !bench.isEntitled("A", to: "pro"))
    #expect(try bench.trial("B").isNew)
  }

  @Test func `a trial that was taken back cannot be started again`() throws {
    let bench = try bench()
    let first = try bench.trial("A").trial
    try bench.store.write { _ = try $0.revokeGrant(first.lineage) }
    #expect(try !bench.trial("A").isNew)
    #expect(try !bench.isEntitled("A", to: "pro"))
  }

  @Test func `a second trial that comes from elsewhere neither extends nor moves the first`() throws {
    let bench = try bench()
    let first = try bench.trial("A").trial
    bench.clock.now = day(30)
    var second = first
    (second.from, second.until, second.subject) = (day(29), day(40), "B")
    try bench.append(bench.again(second, in: first.lineage))
    #expect(try bench.entitled(of: "A", "B", to: "pro") == [])
    #expect(try bench.owner(first.lineage) == "A")
    #expect(try bench.trial("A").trial == first)
    #expect(try bench.store.verify().isSound)
  }

  @Test func `one chain's end never closes a grant, nor a grant's end a chain`() throws {
    let bench = try bench()
    try bench.append(.bought("a", day(0), by: "A"), .notice("b", day(1), Said("1000", nil, .off)))
    _ = try bench.store.grant("pro", to: "A", until: day(17))
    #expect(try bench.store.access(of: "A", to: "pro").entitledUntil == day(30))
    _ = try bench.store.grant("pro", to: "A", from: day(20), until: day(60))
    #expect(try bench.store.access(of: "A", to: "pro").entitledUntil == day(60))
  }

  @Test func `a grant is its subject's, though somebody asked for its lineage before it was given`() throws {
    let bench = try bench()
    let name = try Bench(now: day(10)).trial("A").trial.lineage
    #expect(try bench.store.claim(name, for: "thief") == .bound)
    _ = try bench.trial("A")
    #expect(try bench.entitled(of: "A", "thief", to: "pro") == ["A"])
    #expect(try bench.conflicts(name) == ["thief asked"])
    #expect(try bench.store.verify().isSound)
    try bench.setIdentity(.transfer)
    #expect(try bench.store.claim(name, for: "thief") == .conflict(holder: "A"))
  }
}

extension Bench {
  fileprivate func trial(_ subject: Subject) throws -> (trial: Grant, isNew: Bool) {
    try store.write { try $0.startTrial(of: "pro", for: subject, lasting: .days(7)) }
  }

  /// The act that gives a grant in a lineage, as another store's export might bring it.
  fileprivate func again(_ grant: Grant, in lineage: Lineage) -> EventDraft {
    var grant = grant
    grant.lineage = lineage
    return EventDraft(
      rail: .local, id: "again", signedAt: clock.now, label: EventLabel(type: "GRANT"),
      environment: .production, provenance: .local, act: .grant(grant))
  }
}
