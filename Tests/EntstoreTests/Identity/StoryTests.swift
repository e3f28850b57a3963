import Entstore
import Testing

/// What happens to people, from beginning to end. docs/identity.md tells the same stories by the command line.
struct StoryTests {
  @Test func `two app accounts on one Apple ID`() throws {
    let bench = try Bench(now: day(0))
    let (work, home) = (try bench.store.mintToken(for: "work"), try bench.store.mintToken(for: "home"))
    #expect(work != home)
    // One Apple ID has one chain in a group: whoever is signed in when it begins is its token.
    let bought = EventDraft.bought("a", day(0), by: work)
    #expect(try bench.store.submit([bought], by: "work").submission.lineages.map(\.outcome) == [.bound])
    // On the same telephone, signed in with the other account: StoreKit shows it the same transaction.
    bench.clock.now = day(1)
    #expect(
      try bench.store.submit([bought], by: "home").submission.lineages.map(\.outcome)
        == [.conflict(holder: "work")])
    #expect(try bench.entitled(of: "work", "home") == ["work"])
    #expect(try bench.conflicts() == ["home asked"])
    // The customer writes to support, who move it.
    try bench.store.transfer("1000", to: "home", reason: "ticket 4711")
    #expect(try bench.entitled(of: "work", "home") == ["home"])
    #expect(try bench.conflicts() == ["token \(work) of work"])
    // The renewal still carries the first token, and moves nothing.
    bench.clock.now = day(30)
    let renewed = Sale.month(1, from: day(0), token: work).renewed
    try bench.append(.notice("b", day(30), Said("1000", renewed, .on, .active)))
    #expect(try bench.entitled(of: "work", "home") == ["home"])
    #expect(try bench.store.claim("1000", for: "work") == .conflict(holder: "home"))
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a token that changes inside a chain`() throws {
    let bench = try Bench(now: day(61))
    let (first, second) = (try bench.store.mintToken(for: "ana"), try bench.store.mintToken(for: "ben"))
    let begun = Sale.month(1, from: day(0), token: first)
    // Ben resubscribes on Ana's Apple ID: the same lineage, with his token from there on. It arrives first.
    try bench.append(
      .notice("b", day(60), Said("1000", Sale.month(3, from: day(60), token: second), .on, .active)))
    #expect(try bench.owner() == "ben")
    try bench.append(.notice("a", day(0), Said("1000", begun, .on, .active)))
    #expect(try bench.owner() == "ana")
    #expect(try bench.conflicts() == ["token \(second) of ben"])
    #expect(try bench.store.claim("1000", for: "ben") == .conflict(holder: "ana"))
    try bench.store.transfer("1000", to: "ben")
    #expect(try bench.entitled(of: "ana", "ben") == ["ben"])
    #expect(try bench.conflicts() == ["token \(first) of ana"])
  }

  @Test func `a purchase made before the account existed`() throws {
    let bench = try Bench(now: day(0))
    let bought = EventDraft.bought("a", day(0), by: nil)
    try bench.append(bought, .notice("n", day(3), Said("1000", nil, .off)))
    #expect(try bench.unbound() == ["1000"])
    // Days later they sign up; the app posts its current entitlements.
    bench.clock.now = day(4)
    let answer = try bench.store.submit([bought], by: "ana")
    #expect(answer.submission.receipts.map(\.outcome) == [.duplicate])
    #expect(answer.submission.lineages.map(\.outcome) == [.bound])
    #expect(answer.entitlements.first?.entitledUntil == day(30))
    #expect(try bench.unbound() == [])
  }

  @Test func `a purchase made with a token of the app's own before the account existed`() throws {
    let bench = try Bench(now: day(0))
    try bench.append(.bought("a", day(0), by: "installation-7"))
    #expect(try bench.entitled(of: "installation-7", "ana") == ["installation-7"])
    // At sign-up the backend says whose installation it was: everything bought with it moves along.
    try bench.append(.bought("b", day(1), lineage: "2", by: "installation-7"))
    try bench.map("installation-7", "ana")
    #expect(try bench.store.entitlements(of: "ana").map(\.lineage).sorted() == ["1000", "2"])
    #expect(try bench.entitled(of: "installation-7", "ana") == ["ana"])
  }

  @Test func `a purchase from an offer code without token`() throws {
    let bench = try Bench(now: day(0))
    _ = try bench.store.mintToken(for: "ana")
    // Redeemed in the App Store: the app could attach nothing. The notification comes first.
    let redeemed = EventDraft.notice(
      "n", day(0), Said("1000", .month(1, from: day(0)), .on, .active))
    try bench.append(redeemed)
    #expect(try bench.entitled(of: "ana") == [])
    #expect(try bench.unbound() == ["1000"])
    // She opens the app, signed in, and it posts what StoreKit shows.
    let posted = EventDraft.notice("digest", day(0) + .seconds(1), Said("1000", .month(1, from: day(0))))
    #expect(try bench.store.submit([posted], by: "ana").submission.lineages.map(\.outcome) == [.bound])
    #expect(try bench.entitled(of: "ana") == ["ana"])
    let renewed = Sale.month(1, from: day(0)).renewed
    try bench.append(.notice("r", day(30), Said("1000", renewed, .on, .active)))
    bench.clock.now = day(40)
    #expect(try bench.entitled(of: "ana") == ["ana"])
  }

  @Test func `sign-out and sign-in on a new device`() throws {
    let bench = try Bench(now: day(0))
    let token = try bench.store.mintToken(for: "ana")
    let bought = EventDraft.bought("a", day(0), by: token)
    _ = try bench.store.submit([bought], by: "ana")
    // Nothing is asked of a device: the same account is entitled wherever it signs in.
    bench.clock.now = day(9)
    #expect(try bench.isEntitled("ana"))
    #expect(try bench.store.mintToken(for: "ana") == token)
    // "Restore purchases" there makes another transaction of the same purchase.
    let copy = Sale.month(1, from: day(0), token: token).restored(as: 77)
    let restored = EventDraft.notice("c", day(9), Said("1000", copy))
    let entries = try bench.file().entries("entitlements").count
    #expect(try bench.store.submit([restored], by: "ana").submission.lineages.map(\.outcome) == [.held])
    #expect(try bench.file().entries("entitlements").count == entries)
    // Somebody else signs in on the old device, which still shows the transaction.
    #expect(
      try bench.store.submit([restored], by: "ben").submission.lineages.map(\.outcome)
        == [.conflict(holder: "ana")])
    #expect(try bench.entitled(of: "ana", "ben") == ["ana"])
  }

  @Test func `a family of six with one refund`() throws {
    let bench = try Bench(now: day(0))
    let token = try bench.store.mintToken(for: "ana")
    let bought = Sale.month(1, from: day(0), token: token)
    _ = try bench.store.submit([.notice("a", day(0), Said("ana-1", bought, .on, .active))], by: "ana")
    let members: [Subject] = ["ben", "cleo", "dan", "eve", "fay"]
    func share(_ id: String, _ member: Subject, _ at: Instant, _ sale: Sale, _ status: StoreStatus)
      -> EventDraft
    {
      .notice(
        EventID(canonical: "\(id)-\(member)"), at,
        Said(
          Lineage(canonical: "\(member)-1"),
          sale.by(nil).familyShared(with: AppTransactionID(canonical: "app-\(member)")), nil, status))
    }
    for member in members {
      try bench.append(share("shared", member, day(0), bought, .active))
      #expect(try !bench.isEntitled(member))
      #expect(
        try bench.store.submit([share("shared", member, day(0), bought, .active)], by: member)
          .submission.lineages.map(\.outcome) == [.bound])
    }
    let family: [Subject] = ["ana"] + members
    func entitled() throws -> [Subject] {
      try family.filter { try bench.isEntitled($0) }
    }
    #expect(try entitled() == family)
    // Dan leaves the family: his share is revoked, nobody else's.
    bench.clock.now = day(5)
    try bench.append(share("left", "dan", day(5), bought.refunded(day(5)), .revoked))
    #expect(try entitled() == ["ana", "ben", "cleo", "eve", "fay"])
    // Ana is refunded: the store sends her refund, and a revocation for each of the others.
    bench.clock.now = day(9)
    try bench.append(.notice("refund", day(9), Said("ana-1", bought.refunded(day(9)), nil, .expired)))
    #expect(try entitled() == ["ben", "cleo", "eve", "fay"])
    for (place, member) in ["ben", "cleo", "eve", "fay"].enumerated() {
      try bench.append(
        share("gone", Subject(canonical: member), day(9), bought.refunded(day(9)), .revoked))
      #expect(try entitled().count == 3 - place)
    }
    #expect(try bench.store.access(of: "ana", to: .monthly).status == .refunded)
    #expect(try bench.store.access(of: "ben", to: .monthly).status == .revoked)
    // Ben buys for himself; his app transaction names no share that would be anybody else's.
    try bench.append(.bought("own", day(9), lineage: "ben-2", by: try bench.store.mintToken(for: "ben")))
    #expect(try entitled() == ["ben"])
    #expect(try bench.store.verify().isSound)
  }
}
