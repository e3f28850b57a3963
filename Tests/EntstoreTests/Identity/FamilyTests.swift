import Entstore
import Testing

struct FamilyTests {
  private func shared(
    _ id: EventID, _ lineage: Lineage, _ at: Instant = day(0), with member: AppTransactionID?,
    _ change: (Sale) -> Sale = { $0 }, _ status: StoreStatus? = .active
  ) -> EventDraft {
    var sale = change(.month(1, from: day(0))).familyShared
    if let member { sale = sale.familyShared(with: member) }
    return .notice(id, at, Said(lineage, sale, nil, status))
  }

  @Test func `a share is its own lineage, unbound until the member submits it`() throws {
    let bench = try Bench(now: day(5))
    let share = shared("m", "share", with: "app-1")
    try bench.append(.bought("o", day(0), lineage: "owner's", by: "owner"), share)
    #expect(try bench.unbound() == ["share"])
    #expect(try bench.entitled(of: "owner", "member") == ["owner"])
    let submission = try bench.store.submit([share], by: "member").submission
    #expect(submission.lineages.map(\.outcome) == [.bound])
    #expect(try bench.entitled(of: "owner", "member") == ["owner", "member"])
    #expect(try bench.unbound() == [])
  }

  @Test func `a share opens nothing to whomever a token on it names`() throws {
    let bench = try Bench(now: day(5))
    try bench.map("t", "A")
    try bench.append(shared("m", "share", with: "app-1") { $0.by("t") })
    #expect(try bench.owner("share") == nil)
    #expect(try bench.store.claim("share", for: "B") == .bound)
    #expect(try bench.conflicts("share") == [])
  }

  @Test func `the app transaction recognises the member again`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(shared("m", "first", with: "app-1"))
    #expect(try bench.store.claim("first", for: "member") == .bound)
    try bench.append(shared("n", "second", with: "app-1"), shared("x", "third", with: "app-2"))
    #expect(try bench.owner("second") == "member")
    #expect(try bench.evidence("second") == .familyMember)
    #expect(try bench.unbound() == ["third"])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `it recognises what came before the member signed in, in the same transaction`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(shared("m", "first", with: "app-1"), shared("n", "second", with: "app-1"))
    #expect(try bench.unbound() == ["first", "second"])
    #expect(try bench.store.claim("second", for: "member") == .bound)
    #expect(try bench.owner("first") == "member")
    try bench.store.transfer("second", to: "other")
    #expect(try bench.owner("first") == "other")
    #expect(try bench.store.verify().isSound)
    #expect(try bench.store.rebuild().isSound)
  }

  @Test func `being recognised is weak: whoever signs in and asks comes before it`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(shared("m", "first", with: "app-1"), shared("n", "second", with: "app-1"))
    #expect(try bench.store.claim("first", for: "member") == .bound)
    #expect(try bench.store.claim("second", for: "sibling") == .bound)
    #expect(try bench.owner("second") == "sibling")
    #expect(try bench.owner("first") == "member")
  }

  @Test func `the app transaction of a purchase of one's own says nothing`() throws {
    let bench = try Bench(now: day(5))
    var own = EventDraft.bought("o", day(0), lineage: "own", by: nil)
    own.facts[0].purchase?.appTransaction = "app-1"
    try bench.append(own, shared("m", "share", with: "app-1"))
    #expect(try bench.store.claim("own", for: "A") == .bound)
    #expect(try bench.owner("share") == nil)
  }

  @Test func `REVOKE ends that member only`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("o", day(0), lineage: "owner's", by: "owner"))
    for member in ["ben", "cleo"] as [Subject] {
      let lineage = Lineage(canonical: "share-\(member)")
      let id = EventID(canonical: "m-\(member)")
      _ = try bench.store.submit(
        [shared(id, lineage, with: AppTransactionID(canonical: "app-\(member)"))], by: member)
    }
    try bench.append(
      shared("r", "share-ben", day(4), with: "app-ben", { $0.refunded(day(4)) }, .revoked))
    #expect(try bench.entitled(of: "owner", "ben", "cleo") == ["owner", "cleo"])
    #expect(try bench.store.access(of: "ben", to: .monthly).status == .revoked)
  }

  @Test func `the owner's refund reaches each member as an event of their own`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("o", day(0), lineage: "owner's", by: "owner"))
    _ = try bench.store.submit([shared("m", "share", with: "app-1")], by: "member")
    try bench.append(
      .notice(
        "refund", day(4),
        Said("owner's", Sale.month(1, from: day(0), token: "owner").refunded(day(4)), nil, .expired)))
    #expect(try bench.entitled(of: "owner", "member") == ["member"])
    try bench.append(shared("revoke", "share", day(4), with: "app-1", { $0.refunded(day(4)) }, .revoked))
    #expect(try bench.entitled(of: "owner", "member") == [])
  }

  @Test func `one lineage may open for several subjects by explicit share`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    #expect(try bench.store.share("1000", with: "B", reason: "a seat"))
    #expect(try bench.store.share("1000", with: "C"))
    #expect(try bench.entitled(of: "A", "B", "C", "D") == ["A", "B", "C"])
    #expect(try bench.members() == ["B", "C"])
    #expect(try bench.owner() == "A")
    let everything = try bench.everything()
    #expect(try !bench.store.share("1000", with: "B"))
    #expect(try !bench.store.share("1000", with: "A"))
    #expect(try bench.everything() == everything)
    #expect(try bench.store.write { try $0.unshare("1000", with: "B") })
    #expect(try !bench.store.write { try $0.unshare("1000", with: "B") })
    #expect(try bench.entitled(of: "A", "B", "C") == ["A", "C"])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `what the store says later reaches everybody it is shared with`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    try bench.store.share("1000", with: "B")
    try bench.append(.notice("r", day(4), Said("1000", Sale.month(1, from: day(0)).refunded(day(4)))))
    #expect(try bench.entitled(of: "A", "B") == [])
    #expect(try bench.store.access(of: "B", to: .monthly).status == .refunded)
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a share outlives a transfer until it is ended`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    try bench.store.share("1000", with: "B")
    try bench.store.transfer("1000", to: "C")
    #expect(try bench.entitled(of: "A", "B", "C") == ["B", "C"])
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "C"))
    try bench.store.write { _ = try $0.unshare("1000", with: "B") }
    #expect(try bench.entitled(of: "A", "B", "C") == ["C"])
  }

  @Test func `a share of what nobody holds opens for the member alone`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil))
    try bench.store.share("1000", with: "B")
    #expect(try bench.isEntitled("B"))
    #expect(try bench.unbound() == ["1000"])
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    #expect(try bench.entitled(of: "A", "B") == ["A", "B"])
  }

  @Test func `a transfer says that the member held it, and a share to them is none`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(shared("m", "first", with: "app-1"), shared("n", "second", with: "app-1"))
    #expect(try bench.store.claim("first", for: "member") == .bound)
    #expect(try !bench.store.share("second", with: "member"))
    #expect(try bench.store.transfer("second", to: "other") == .moved(from: "member"))
  }

  @Test func `a share of somebody who has come to hold it can be ended before it moves on`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    try bench.store.share("1000", with: "B")
    try bench.store.transfer("1000", to: "B")
    #expect(try bench.store.write { try $0.unshare("1000", with: "B") })
    #expect(try bench.isEntitled("B"))
    try bench.store.transfer("1000", to: "A")
    #expect(try bench.entitled(of: "A", "B") == ["A"])
  }
}
