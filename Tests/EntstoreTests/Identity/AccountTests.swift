import Entstore
import Testing

struct AccountTests {
  @Test func `a minted token is a UUID of version 4 and no two are alike`() throws {
    let bench = try Bench()
    var tokens: Set<AccountToken> = []
    try bench.store.write { transaction in
      for number in 0..<500 {
        tokens.insert(try transaction.mintToken(for: Subject(canonical: "subject-\(number)")))
      }
    }
    #expect(tokens.count == 500)
    for token in tokens {
      let parts = token.text.split(separator: "-", omittingEmptySubsequences: false)
      #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
      #expect(token.text.allSatisfy { "0123456789abcdef-".contains($0) })
      #expect(parts[2].first == "4")
      #expect(parts[3].first.map { "89ab".contains($0) } == true)
    }
    // Of 122 random bits each is set in about half of 500 tokens; a source that is stuck would show.
    for place in 0..<36 where ![8, 13, 14, 18, 19, 23].contains(place) {
      let digits = Set(tokens.map { Array($0.text)[place] })
      #expect(digits.count > 8, "place \(place)")
    }
  }

  @Test func `minting again gives the same token and writes nothing`() throws {
    let bench = try Bench()
    let token = try bench.store.mintToken(for: "A")
    let everything = try bench.everything()
    #expect(try bench.store.mintToken(for: "A") == token)
    #expect(try bench.everything() == everything)
    #expect(try bench.store.mintToken(for: "B") != token)
  }

  @Test func `a fresh one is another, and both stand for the subject`() throws {
    let bench = try Bench(now: day(5))
    let first = try bench.store.mintToken(for: "A")
    let second = try bench.store.mintToken(for: "A", fresh: true)
    #expect(first != second)
    #expect(try bench.store.mintToken(for: "A") == second)
    try bench.append(
      .bought("a", day(0), lineage: "1", by: first), .bought("b", day(0), lineage: "2", by: second))
    #expect(try bench.store.entitlements(of: "A").map(\.lineage) == ["1", "2"])
    #expect(try bench.conflicts("1") == [])
  }

  @Test func `a token leads to its subject, in either case`() throws {
    let bench = try Bench()
    let token = try bench.store.mintToken(for: "A")
    let upper = try AccountToken(token.text.uppercased())
    #expect(try bench.store.read { try $0.subject(of: token) } == "A")
    #expect(try bench.store.read { try $0.subject(of: upper) } == "A")
    #expect(try bench.store.read { try $0.subject(of: "nobody's") } == nil)
    try bench.append(.bought("a", day(999), by: upper))
    #expect(try bench.owner() == "A")
  }

  @Test func `a token that the backend made itself is mapped to its subject`() throws {
    let bench = try Bench(now: day(5))
    #expect(try bench.store.mapToken("own", to: "A"))
    #expect(try !bench.store.mapToken("own", to: "A"))
    try bench.append(.bought("a", day(0), by: "own"))
    #expect(try bench.owner() == "A")
    #expect(try bench.evidence() == .knownToken)
    #expect(try bench.store.mintToken(for: "A") != "own")
  }

  @Test func `the first mapping of a token stands`() throws {
    let bench = try Bench(now: day(5))
    try bench.map("own", "A")
    let everything = try bench.everything()
    let error = try storeError { try bench.map("own", "B") }
    guard case .tokenTaken("own", holder: "A") = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try bench.everything() == everything)
    let minted = try bench.store.mintToken(for: "A")
    #expect(throws: StoreError.self) { try bench.map(minted, "B") }
  }

  @Test func `a second mapping that comes from elsewhere is kept in the log and changes nothing`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "own"))
    try bench.map("own", "A")
    try bench.append(
      EventDraft(
        rail: .local, id: "x", signedAt: day(1), label: EventLabel(type: "TOKEN"), environment: .production,
        provenance: .local, act: .account(AccountAct(token: "own", subject: "B", isMinted: false))))
    #expect(try bench.store.read { try $0.subject(of: "own") } == "A")
    #expect(try bench.owner() == "A")
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a token that is neither minted nor mapped is its own subject, until it is`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "own"))
    #expect(try bench.owner() == "own")
    #expect(try bench.evidence() == .unknownToken)
    try bench.map("own", "A")
    #expect(try bench.owner() == "A")
    #expect(try bench.entitled(of: "A", "own") == ["A"])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `mapping after the purchase gives what mapping before it would have given`() throws {
    let (early, late) = (try Bench(now: day(5)), try Bench(now: day(5)))
    try early.map("own", "A")
    try early.append(.bought("a", day(0), by: "own"))
    try late.append(.bought("a", day(0), by: "own"))
    try late.map("own", "A")
    for table in ["lineages", "entitlements", "deadlines"] {
      #expect(try late.file().entries(table) == early.file().entries(table))
    }
  }

  @Test func `with known tokens only an unknown one leaves its lineage unbound, until it is known`() throws {
    let bench = try Bench(now: day(5))
    try bench.setIdentity(knownTokensOnly: true)
    try bench.append(.bought("a", day(0), by: "own"))
    #expect(try bench.owner() == nil)
    #expect(try bench.unbound() == ["1000"])
    #expect(try !bench.isEntitled("own"))
    try bench.map("own", "A")
    #expect(try bench.owner() == "A")
    #expect(try bench.unbound() == [])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `with known tokens only, and then not, gives what not would have given`() throws {
    let (plain, turned) = (try Bench(now: day(5)), try Bench(now: day(5)))
    for bench in [plain, turned] {
      try bench.append(.bought("a", day(0), by: "own"), .bought("b", day(0), lineage: "2", by: nil))
    }
    try turned.setIdentity(knownTokensOnly: true)
    #expect(try turned.unbound() == ["1000", "2"])
    try turned.setIdentity(knownTokensOnly: false)
    for table in ["lineages", "entitlements", "deadlines", "accounts"] {
      #expect(try turned.file().entries(table) == plain.file().entries(table))
    }
  }

  @Test func `an organisation is a subject like any other`() throws {
    let bench = try Bench(now: day(5))
    let token = try bench.store.mintToken(for: "org:example")
    try bench.append(.bought("a", day(0), by: token))
    #expect(try bench.isEntitled("org:example"))
    #expect(try bench.store.share("1000", with: "employee"))
    #expect(try bench.entitled(of: "org:example", "employee", "visitor") == ["org:example", "employee"])
    try bench.store.write { _ = try $0.unshare("1000", with: "employee") }
    #expect(try bench.entitled(of: "org:example", "employee") == ["org:example"])
  }
}
