import EntstoreModel
import Testing

struct HoldingFoldTests {
  /// A copy that names `token`, in the log at `sequence`.
  private func copy(_ token: AccountToken?, _ ownership: Ownership = .purchased, app: AppTransactionID? = nil)
    -> PurchaseFact
  {
    let start = Instant(epochMilliseconds: 1_767_225_600_000)
    return PurchaseFact(
      purchase: "p", transaction: "t", product: "m", kind: .autoRenewable, clock: start, purchasedAt: start,
      ownership: ownership, token: token, appTransaction: app)
  }

  private func known(_ token: AccountToken, _ subject: Subject, since: UInt64) -> [AccountToken: Account] {
    [token: Account(subject: subject, since: since)]
  }

  private func owner(
    _ fold: HoldingFold, _ accounts: [AccountToken: Account] = [:], knownTokensOnly: Bool = false
  ) -> Subject? {
    fold.holding(accounts: accounts, policy: IdentityPolicy(knownTokensOnly: knownTokensOnly)).owner
  }

  @Test func `of nothing nobody holds anything`() {
    #expect(HoldingFold().holding(accounts: [:], policy: .standard) == Holding())
    #expect(!HoldingFold().hasActs)
  }

  @Test func `the token earliest in fold order pairs, whatever its place in the log`() {
    var fold = HoldingFold()
    fold.apply(copy("early"), at: 9)
    fold.apply(copy("late"), at: 1)
    let holding = fold.holding(accounts: [:], policy: .standard)
    #expect(holding.owner == "early")
    #expect(holding.evidence == .unknownToken)
    #expect(holding.otherTokens == ["late"])
  }

  @Test func `an act is judged by the token that was earliest when it came`() {
    var fold = HoldingFold()
    // In the log: A's known token at 2, a claim by B at 3, and at 4 an older copy with B's known token.
    fold.apply(copy("b"), at: 4)
    fold.apply(copy("a"), at: 2)
    fold.apply(.claim, by: "B", at: 3)
    fold.apply(.claim, by: "C", at: 5)
    let accounts = [
      "a" as AccountToken: Account(subject: "A", since: 1), "b": Account(subject: "B", since: 1),
    ]
    let holding = fold.holding(accounts: accounts, policy: .standard)
    #expect(holding.owner == "B")
    #expect(holding.evidence == .knownToken)
    #expect(holding.conflicts == [CustodyConflict(subject: "C", kind: .claim, sequence: 5)])
  }

  @Test(arguments: [1, 3] as [UInt64])
  func `a token that becomes known after an act does not stand in its way`(since: UInt64) {
    var fold = HoldingFold()
    fold.apply(copy("a"), at: 0)
    fold.apply(.claim, by: "B", at: 2)
    #expect(owner(fold, known("a", "A", since: since)) == (since < 2 ? "A" : "B"))
  }

  @Test func `acts count by their place in the log, in whatever order they are folded`() {
    let acts: [(UInt64, Subject, CustodyKind)] = [
      (1, "A", .claim), (2, "B", .claim), (3, "C", .transfer), (4, "A", .submit), (5, "D", .share),
      (6, "E", .share), (7, "D", .unshare),
    ]
    var random = SplitMix(seed: 3)
    for _ in 0..<50 {
      var fold = HoldingFold()
      for (sequence, subject, kind) in acts.shuffled(using: &random) {
        fold.apply(kind, by: subject, at: sequence)
      }
      let holding = fold.holding(accounts: [:], policy: .standard)
      #expect(holding.owner == "C")
      #expect(holding.members == ["E"])
      #expect(holding.conflicts.map(\.subject) == ["B", "A"])
      #expect(holding.conflicts.map(\.kind) == [.claim, .submit])
    }
  }

  @Test func `whoever holds it has no conflict and needs no share`() {
    var fold = HoldingFold()
    fold.apply(.claim, by: "A", at: 1)
    fold.apply(.claim, by: "B", at: 2)
    fold.apply(.share, by: "B", at: 3)
    fold.apply(.transfer, by: "B", at: 4)
    let holding = fold.holding(accounts: [:], policy: .standard)
    #expect(holding.owner == "B")
    #expect(holding.conflicts.isEmpty && holding.members.isEmpty)
    #expect(fold.hasHeld("A", accounts: [:]) && fold.hasHeld("B", accounts: [:]))
  }

  @Test func `an unknown first token leaves it unbound where only known ones count`() {
    var fold = HoldingFold()
    fold.apply(copy("u"), at: 1)
    fold.apply(copy("k"), at: 2)
    let accounts = known("k", "K", since: 0)
    #expect(owner(fold, accounts) == "u")
    #expect(owner(fold, accounts, knownTokensOnly: true) == nil)
    let both = accounts.merging(known("u", "U", since: 3)) { $1 }
    #expect(owner(fold, both, knownTokensOnly: true) == "U")
  }

  @Test func `a family share pairs by no token, and keeps the member's names in fold order`() {
    var fold = HoldingFold()
    fold.apply(copy("t", .familyShared, app: "app-2"), at: 2)
    fold.apply(copy("t", .familyShared, app: "app-1"), at: 1)
    fold.apply(copy("t", .familyShared, app: "app-2"), at: 3)
    #expect(owner(fold) == nil)
    #expect(fold.tokens.isEmpty)
    #expect(fold.appTransactions == ["app-2", "app-1"])
  }

  @Test func `a grant is its subject's from the start, and of several the first counts`() {
    var fold = HoldingFold()
    fold.apply(.claim, by: "thief", at: 1)
    fold.apply(.grant, by: "A", at: 2)
    fold.apply(.grant, by: "B", at: 3)
    let holding = fold.holding(accounts: [:], policy: .standard)
    #expect(holding.owner == "A")
    #expect(holding.conflicts == [CustodyConflict(subject: "thief", kind: .claim, sequence: 1)])
    fold.apply(.transfer, by: "C", at: 4)
    fold.apply(.grant, by: "B", at: 5)
    #expect(owner(fold) == "C")
  }
}
