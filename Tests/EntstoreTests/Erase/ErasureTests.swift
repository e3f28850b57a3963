import Entstore
import EntstoreRails
import Testing

/// What is left of a person, and what everybody else has.
struct ErasureTests {
  private func drafts(of bench: Bench) throws -> [EventDraft] {
    try bench.log().filter { !$0.isErased }.map(\.draft)
  }

  @Test func `a person's lineages are gone, others' are as they were, and the store is sound`() throws {
    let bench = try Bench(now: day(5))
    try bench.map("token-of-ann", "ann")
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "token-of-ann"), .bought("e2", day(1), lineage: "2", by: "bob"))
    let summary = try bench.store.erase(subject: "ann", reason: "asked for it")
    #expect(summary.lineages == ["1"])
    #expect((summary.erasedCount, summary.redactedCount) == (2, 0))
    #expect(try bench.store.entitlements(of: "ann").isEmpty)
    #expect(try bench.owner("1") == nil)
    #expect(try bench.isEntitled("bob"))
    #expect(try bench.log().map(\.isErased) == [true, true, false, false])
    #expect(try bench.store.verify().faults == [])
    #expect(try bench.store.rebuild().faults == [])
  }

  @Test func `an event that is delivered again is a duplicate, and brings nobody back`() throws {
    let bench = try Bench(now: day(5))
    let bought = EventDraft.bought("e1", day(0), by: "ann")
    try bench.append(bought)
    try bench.store.erase(subject: "ann")
    #expect(try bench.append(bought).map(\.outcome) == [.duplicate])
    #expect(try bench.store.entitlements(of: "ann").isEmpty)
  }

  @Test func `whoever comes again under the same name is new`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), lineage: "1", by: "ann"))
    _ = try bench.store.startTrial(of: "pro", for: "ann", lasting: .days(7))
    let token = try bench.store.mintToken(for: "ann")
    try bench.store.erase(subject: "ann")
    #expect(try bench.store.mintToken(for: "ann") != token)
    #expect(try bench.store.startTrial(of: "pro", for: "ann", lasting: .days(7)).isNew)
    try bench.append(.bought("e2", day(4), lineage: "2", by: "ann"))
    #expect(try bench.isEntitled("ann"))
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `a trial that was handed on does not keep them from another, nor is it theirs`() throws {
    let bench = try Bench(now: day(5))
    for number in 1...3 {
      let trial = try bench.store.startTrial(of: "pro", for: "ann", lasting: .days(7))
      #expect(trial.isNew && trial.trial.subject == "ann", "\(number)")
      #expect(try bench.store.startTrial(of: "pro", for: "ann", lasting: .days(9)).trial == trial.trial)
      try bench.store.transfer(trial.trial.lineage, to: "bob")
      #expect(try !bench.store.startTrial(of: "pro", for: "ann", lasting: .days(9)).isNew)
      let before = try bench.store.entitlements(of: "bob")
      try bench.store.erase(subject: "ann")
      #expect(try bench.store.entitlements(of: "bob") == before && before.count == number)
    }
    #expect(try bench.store.verify().faults == [])
    #expect(try bench.store.rebuild().faults == [])
  }

  @Test func `what was told of them by the name of a token, before it stood for them, names them no more`()
    throws
  {
    let bench = try Bench(now: day(5))
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "token-of-ann"), .bought("e2", day(1), lineage: "2", by: "bob"))
    for lineage: Lineage in ["1", "2"] { try bench.store.transfer(lineage, to: "bob") }
    try bench.store.share("2", with: "token-of-ann")
    try bench.store.unshare("2", with: "token-of-ann")
    _ = try bench.store.claim("2", for: "token-of-ann")
    let trial = try bench.store.startTrial(of: "pro", for: "token-of-ann", lasting: .days(7)).trial
    try bench.store.transfer(trial.lineage, to: "bob")
    try bench.map("token-of-ann", "ann")
    let before = try bench.store.entitlements(of: "bob")
    let conflicts = try bench.conflicts("2").count
    let summary = try bench.store.erase(subject: "ann")
    #expect(summary.namesakes == [])
    let left = try bench.lines().joined()
    #expect(!left.contains("token-of-ann"), "\(left)")
    #expect(try bench.store.entitlements(of: "bob") == before)
    #expect(try bench.conflicts("2").count == conflicts && conflicts > 0)
    #expect(try bench.store.verify().faults == [])
    #expect(try bench.store.rebuild().faults == [])
  }

  @Test(arguments: ["grant", "share", "token", "claim"])
  func `a token of theirs that is a subject with something of its own is told, and stays`(_ has: String)
    throws
  {
    let bench = try Bench(now: day(5))
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "its-name"), .bought("e2", day(1), lineage: "2", by: "bob"))
    try bench.store.transfer("1", to: "bob")
    switch has {
    case "grant": _ = try bench.store.grant("pro", to: "its-name", until: nil)
    case "share": try bench.store.share("2", with: "its-name")
    case "claim": _ = try bench.store.claim("77", for: "its-name")
    default: try bench.map("another", "its-name")
    }
    try bench.map("its-name", "ann")
    let before = try bench.store.entitlements(of: "its-name")
    #expect(before.isEmpty == ["token", "claim"].contains(has))
    #expect(try bench.store.erase(subject: "ann").namesakes == ["its-name"])
    #expect(try bench.store.entitlements(of: "its-name") == before)
    // It is a name of its own now.
    #expect(try bench.store.erase(subject: "its-name").namesakes == [])
    #expect(try !bench.lines().joined().contains("its-name"))
    #expect(try bench.store.verify().faults == [])
    #expect(try bench.store.rebuild().faults == [])
  }

  @Test func `a lineage that has moved to somebody stays theirs, and tells of a pseudonym`() throws {
    let bench = try Bench(now: day(5))
    try bench.map("token-of-ann", "ann")
    try bench.append(.bought("e1", day(0), by: "token-of-ann"))
    _ = try bench.store.claim("1000", for: "cleo", reason: "ann told me")
    try bench.store.transfer("1000", to: "bob", reason: "from ann")
    let before = try bench.store.entitlements(of: "bob")
    let summary = try bench.store.erase(subject: "ann")
    // Cleo's claim, too, for its reason.
    #expect((summary.erasedCount, summary.redactedCount) == (0, 4))
    #expect(try bench.log().allSatisfy { $0.draft.act?.reason == nil })
    #expect(try bench.store.entitlements(of: "bob") == before)
    let log = try bench.log().map(\.draft)
    let pseudonym = try #require(
      log.compactMap { if case .account(let act) = $0.act { act.subject } else { nil } }.first)
    #expect(pseudonym.text.hasPrefix("erased-"))
    let transfer = try #require(
      log.compactMap { draft -> CustodyAct? in
        if case .custody(let act) = draft.act, act.kind == .transfer { act } else { nil }
      }.first)
    #expect(transfer.from == pseudonym && transfer.reason == nil)
    // What cleo asked for was refused for the same reason as ever.
    #expect(
      try bench.conflicts() == ["cleo asked", "token \(log[1].facts[0].purchase!.token!) of \(pseudonym)"])
    #expect(try bench.store.verify().faults == [])
    #expect(try bench.store.rebuild().faults == [])
    // Erased a second time there is nobody.
    #expect(try bench.store.erase(subject: "ann").sequence == nil)
  }

  @Test func `an event of several persons loses what it says of one, and its payload`() throws {
    let bench = try Bench(now: day(5))
    let event = EventDraft.notice(
      "e1", day(0), Said("1", .month(1, from: day(0), token: "ann"), .on, .active),
      Said("2", .month(2, from: day(0), token: "bob"), .on, .active), rail: .stripe,
      raw: [.inline(Array("payload".utf8)), .shared([1, 2, 3])])
    try bench.append(event)
    let before = try bench.store.entitlements(of: "bob")
    try bench.store.erase(subject: "ann")
    #expect(try bench.store.entitlements(of: "bob") == before)
    let left = try #require(try bench.log().first?.draft)
    #expect(left.facts.map(\.lineage) == ["2"])
    #expect(left.raw.isEmpty)
    #expect(try bench.file().entries("blobs").isEmpty)
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `parts of payloads that others share stay`() throws {
    let bench = try Bench(now: day(5))
    func event(_ id: EventID, _ lineage: Lineage, _ token: AccountToken, own: UInt8) -> EventDraft {
      .notice(
        id, day(0), Said(lineage, .month(1, from: day(0), token: token)),
        raw: [.shared([1, 2, 3]), .base64url([.shared([own])])])
    }
    try bench.append(event("e1", "1", "ann", own: 7), event("e2", "2", "bob", own: 8))
    try bench.store.erase(subject: "ann")
    #expect(Set(try bench.file().entries("blobs").map(\.payload)) == [[1, 2, 3], [8]])
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `what opens for others too is not taken from them`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), by: "ann"))
    try bench.store.share("1000", with: "bob")
    let before = try bench.everything()
    guard
      case .sharedWithOthers("ann", ["1000"]) = try storeError({ try bench.store.erase(subject: "ann") })
    else {
      Issue.record("another error")
      return
    }
    #expect(try bench.store.write { try $0.erasureSummary(of: "ann") }.sharedLineages == ["1000"])
    #expect(try bench.everything() == before)
    try bench.store.unshare("1000", with: "bob")
    #expect(try bench.store.erase(subject: "ann").erasedCount == 3)
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `asking first changes nothing and tells what will be done`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), by: "ann"))
    let before = try bench.everything()
    let asked = try bench.store.write { try $0.erasureSummary(of: "ann") }
    #expect(try bench.everything() == before)
    let done = try bench.store.erase(subject: "ann")
    #expect((asked.lineages, asked.erasedCount) == (done.lineages, done.erasedCount))
    #expect((asked.sequence, done.sequence) == (nil, 2))
  }

  @Test func `of somebody who is not there nothing is written`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), by: "ann"))
    let before = try bench.everything()
    #expect(try bench.store.erase(subject: "nobody").sequence == nil)
    #expect(try bench.everything() == before)
  }

  @Test func `stacked purchases of others wait as they did`() throws {
    let bench = try Bench(now: day(5))
    let catalog = Catalog(terms: [.season: .days(30)], stacking: [.season])
    try bench.store.write { _ = try $0.setCatalog(catalog) }
    func season(_ number: Int, _ lineage: Lineage, _ token: AccountToken) -> EventDraft {
      let sale = Sale(number, .season, from: day(0), to: nil, kind: .nonRenewing, token: token)
      return .notice(EventID(canonical: "e\(number)"), day(0) + .seconds(Int64(number)), Said(lineage, sale))
    }
    try bench.append(
      season(1, "1", "ann"), season(2, "2", "ann"), season(3, "3", "bob"), season(4, "4", "bob"))
    let before = try bench.store.entitlements(of: "bob")
    try bench.store.erase(subject: "ann")
    #expect(try bench.store.entitlements(of: "bob") == before)
    #expect(try bench.store.verify().faults == [])
  }

  @Test(arguments: [
    ("ann", true), ("for ann.", true), ("ANN asked", true), ("(token-of-ann)", true), ("«ann»", true),
    ("ann's", true), ("joann", false), ("ann-marie", false), ("ann_1", false), ("anna", false),
    ("ännann", false), ("ann\u{308}", false), ("nobody", false),
  ])
  func `of what others wrote goes what names the person`(reason: String, isNaming: Bool) throws {
    let bench = try Bench(now: day(5))
    try bench.map("token-of-ann", "ann")
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "token-of-ann"), .bought("e2", day(1), lineage: "2", by: "bob"))
    try bench.store.transfer("2", to: "cleo", reason: reason)
    let grant = try bench.store.grant("pro", to: "cleo", until: day(9), reason: reason).lineage
    _ = try bench.store.revokeGrant(grant, reason: reason)
    try bench.append(.bought("e3", day(1), lineage: "3", by: "dan"))
    try bench.store.erase(subject: "dan", reason: reason)
    let before = try bench.store.entitlements(of: "cleo")
    let summary = try bench.store.erase(subject: "ann", reason: reason)
    #expect(summary.isReasonLeftOut == isNaming)
    #expect(summary.redactedCount == (isNaming ? 4 : 0))
    let reasons = try bench.log().compactMap { $0.draft.act?.reason }
    #expect(reasons == (isNaming ? [] : [String](repeating: reason, count: 5)))
    #expect(try bench.store.entitlements(of: "cleo") == before)
    #expect(try bench.store.verify().faults == [])
    #expect(try bench.store.rebuild().faults == [])
    let copy = try Bench(now: day(6))
    let lines = try bench.lines()
    try copy.take(lines)
    #expect(try copy.lines() == lines)
    #expect(try copy.store.verify().faults == [])
  }

  @Test func `an erasure whose reason another takes out holds in every order`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "ann"), .bought("e2", day(1), lineage: "2", by: "bob"))
    try bench.store.erase(subject: "bob", reason: "ann wrote")
    let before = try bench.lines()
    try bench.store.erase(subject: "ann")
    let after = try bench.lines()
    let shelf = try Shelf(now: day(5))
    // The two events, the erasure with its reason, the one that takes that out, and what is left of the first.
    let lines = [before[0], before[1], before[2], after[3], after[2]]
    try forEachPermutation(of: lines.count) { order in
      try shelf.clear()
      try shelf.store.write { transaction in for place in order { try transaction.take(lines[place]) } }
      let log = try Bench.lines(of: shelf.store).joined()
      try #require(!log.contains("ann") && !log.contains("bob"), "\(order): \(log)")
      try #require(try shelf.store.verify().faults == [], "\(order)")
      try #require(try shelf.store.rebuild().faults == [], "\(order)")
    }
  }

  @Test func `history tells that something was erased, and the erasure names nobody`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), by: "ann"))
    try bench.store.erase(subject: "ann", reason: "a request")
    let page = try bench.store.read { try $0.history(signedIn: .always, limit: 10) }.events
    #expect(page.map(\.isErased) == [false, true])
    #expect(page[1].draft.signedAt == day(0))
    guard case .erasure(let act) = page[0].draft.act else {
      Issue.record("no erasure")
      return
    }
    #expect(act.erased.count == 1 && act.reason == "a request")
  }
}
