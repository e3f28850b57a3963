import Entstore
import Testing

struct IdentityLogTests {
  /// Everything that can be done, once.
  private func lived() throws -> Bench {
    let bench = try Bench(now: day(5))
    try bench.setIdentity(.transfer, knownTokensOnly: true)
    let token = try bench.store.mintToken(for: "A")
    try bench.map("own", "B")
    try bench.append(
      .bought("a", day(0), lineage: "1", by: token), .bought("b", day(0), lineage: "2", by: "unknown"),
      .bought("c", day(0), lineage: "3", by: "own"), .bought("d", day(0), lineage: "4", by: nil))
    _ = try bench.store.submit([.bought("e", day(1), lineage: "5", by: nil)], by: "C")
    bench.clock.now = day(6)
    _ = try bench.store.claim("3", for: "C", reason: "restored")
    _ = try bench.store.claim("3", for: "B", reason: "restored too")
    try bench.store.transfer("1", to: "C", reason: "asked for by both")
    try bench.store.share("5", with: "B", reason: "a seat")
    try bench.store.share("5", with: "A")
    try bench.store.write { _ = try $0.unshare("5", with: "A", reason: "left") }
    let grant = try bench.store.grant("pro", to: "A", until: day(9), reason: "sorry")
    try bench.store.write { _ = try $0.startTrial(of: "pro", for: "B", lasting: .days(7)) }
    try bench.store.write { _ = try $0.revokeGrant(grant.lineage, reason: "no more") }
    return bench
  }

  @Test func `every act is an event in the log of the rail local`() throws {
    let acts = try lived().log().filter { $0.draft.act != nil }
    #expect(acts.allSatisfy { $0.draft.rail == .local && $0.draft.facts.isEmpty })
    #expect(
      acts.map(\.draft.label.type) == [
        "IDENTITY", "TOKEN", "TOKEN", "SUBMIT", "RESTORE", "CLAIM", "TRANSFER", "SHARE", "SHARE", "UNSHARE",
        "GRANT", "TRIAL", "GRANT_REVOKED",
      ])
    #expect(Set(acts.map(\.draft.id)).count == acts.count)
  }

  @Test func `rebuild gives the same owners and conflicts, to the byte`() throws {
    let bench = try lived()
    let everything = try bench.everything()
    #expect(try bench.store.verify().faults == [])
    let report = try bench.store.rebuild()
    #expect(report.isSound)
    #expect(try bench.everything() == everything)
    try HolderCheck().expectAgreement(bench.store, bench.file())
  }

  @Test func `history shows who moved what, when, and why`() throws {
    let bench = try lived()
    let history = try bench.store.read { try $0.history(of: "3" as Lineage, limit: 9).events }
    let told = history.compactMap { event -> String? in
      guard case .custody(let act) = event.draft.act else { return nil }
      let from = act.from?.text ?? "-"
      return
        "\(act.kind) \(act.lineage) \(act.subject) \(from) \(act.reason ?? "-") \(event.receivedAt == day(6))"
    }
    #expect(
      Set(told) == ["restore 3 C B restored true", "claim 3 B - restored too true"])
    #expect(try bench.store.read { try Array($0.refusals(of: "3").values) } == ["C"])
    let subject = try bench.store.read { try $0.history(of: "C" as Subject, limit: 20).events }
    let reasons = subject.compactMap { event -> String? in
      guard case .custody(let act) = event.draft.act else { return nil }
      return act.reason
    }
    #expect(Set(reasons) == ["restored", "restored too", "asked for by both", "a seat", "left"])
  }

  @Test func `the past is told as it was, whoever holds it now`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"), .notice("b", day(2), Said("1000", nil, .off)))
    try bench.store.transfer("1000", to: "B")
    #expect(
      try bench.store.read { try $0.entitlements(of: "B", at: day(1)).map(\.segment.status) } == [.active])
  }

  @Test func `acts at one instant are told apart and none is lost`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil))
    try bench.store.write { transaction in
      for subject in ["A", "B", "C", "B", "A"] as [Subject] { try transaction.transfer("1000", to: subject) }
    }
    #expect(try bench.log().count == 6)
    #expect(try bench.owner() == "A")
    #expect(try bench.store.verify().isSound)
  }

  @Test func `acts count by their place in the log though the clock runs backwards`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil))
    try bench.store.transfer("1000", to: "A")
    bench.clock.now = day(3)
    try bench.store.transfer("1000", to: "B")
    bench.clock.now = day(4)
    try bench.store.share("1000", with: "C")
    bench.clock.now = day(2)
    try bench.store.write { _ = try $0.unshare("1000", with: "C") }
    #expect(try bench.owner() == "B")
    #expect(try bench.members() == [])
    #expect(try bench.store.rebuild().isSound)
  }

  @Test(arguments: [Rail.local, .grant])
  func `facts that no store has stated are facts, and follow their token`(_ rail: Rail) throws {
    let bench = try Bench(now: day(5))
    try bench.append(.notice("a", day(0), Said("1000", .month(1, from: day(0), token: "t")), rail: rail))
    #expect(try bench.isEntitled("t"))
    try bench.map("t", "A")
    #expect(try bench.entitled(of: "A", "t") == ["A"])
    #expect(try bench.store.verify().faults == [])
  }
}
