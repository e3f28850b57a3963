import Entstore
import Testing

/// Every order of a purchase, its notice and what people and the backend do about it.
struct HolderPermutationTests {
  /// What the purchase and its notice name, and who stands behind it.
  struct Tokens: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var purchase: AccountToken?
    var notice: AccountToken?
    /// Made known before everything.
    var known: [AccountToken: Subject] = [:]
    /// Made known somewhere in between.
    var mapped: (AccountToken, Subject)?
  }

  static let tokens = [
    Tokens(testDescription: "no token"),
    Tokens(testDescription: "an unknown token", purchase: "t", notice: "t"),
    Tokens(testDescription: "a known token of A", purchase: "t", notice: "t", known: ["t": "A"]),
    Tokens(testDescription: "a known token of C", purchase: "t", notice: "t", known: ["t": "C"]),
    Tokens(testDescription: "a token mapped to A in between", purchase: "t", notice: "t", mapped: ("t", "A")),
    Tokens(testDescription: "a token mapped to C in between", purchase: "t", notice: "t", mapped: ("t", "C")),
    Tokens(testDescription: "only the notice names a known token of C", notice: "t", known: ["t": "C"]),
    Tokens(
      testDescription: "C's known token, then an unknown one", purchase: "t", notice: "u", known: ["t": "C"]),
    Tokens(
      testDescription: "an unknown token, then C's known one", purchase: "u", notice: "t", known: ["t": "C"]),
    Tokens(
      testDescription: "known tokens of A, then C", purchase: "t", notice: "u", known: ["t": "A", "u": "C"]),
    Tokens(
      testDescription: "C's known token, then one mapped to A in between", purchase: "t", notice: "u",
      known: ["t": "C"], mapped: ("u", "A")),
  ]

  enum Step: Sendable {
    case purchase, notice, claimByA, claimByB, transferToB, map
  }

  @Test(arguments: tokens, RestorePolicy.allCases)
  func `in every order the lineage is whose the rules say, with the same row`(
    _ tokens: Tokens, _ restore: RestorePolicy
  ) throws {
    let shelf = try Shelf(now: day(5))
    let check = try HolderCheck()
    var steps: [Step] = [.purchase, .notice, .claimByA, .claimByB, .transferToB]
    if tokens.mapped != nil { steps.append(.map) }
    for (knownTokensOnly, isSubmitted) in variants(restore, isLong: tokens.mapped != nil) {
      let policy = IdentityPolicy(restore: restore, knownTokensOnly: knownTokensOnly)
      let world = World(shelf: shelf, tokens: tokens, policy: policy, isSubmitted: isSubmitted)
      let rows = try check.rows(of: world.facts)
      try forEachPermutation(of: steps.count) { order in
        let steps = order.map { steps[$0] }
        try world.run(steps)
        try check.expectAgreement(shelf.store, shelf.file, rows: rows, "\(policy) \(isSubmitted) \(steps)")
      }
    }
  }

  /// Whether unknown tokens say nothing, and whether A posts the purchase. Of six steps there are many orders: one variant each.
  private func variants(_ restore: RestorePolicy, isLong: Bool) -> [(
    knownTokensOnly: Bool, isSubmitted: Bool
  )] {
    switch restore {
    case .keep: isLong ? [(true, false)] : [(false, false), (true, false), (false, true)]
    case .transfer: isLong ? [(false, true)] : [(false, false), (true, true)]
    case .transferIfLapsed: [(false, false)]
    }
  }

  /// One store that lives through the same few steps in many orders.
  private struct World {
    let shelf: Shelf
    let tokens: Tokens
    let policy: IdentityPolicy
    /// A posts the purchase, rather than asking for the lineage by its name.
    let isSubmitted: Bool

    private var purchase: EventDraft { .bought("p", day(0), by: tokens.purchase) }
    private var notice: EventDraft {
      .notice("n", day(1), Said("1000", .month(1, from: day(0), token: tokens.notice), .on, .active))
    }

    var facts: [LoggedEvent] {
      [purchase, notice].enumerated().map {
        LoggedEvent(sequence: UInt64($0) + 1, receivedAt: day(5), draft: $1)
      }
    }

    func run(_ steps: [Step]) throws {
      try shelf.clear()
      try shelf.store.write { transaction in
        try transaction.setIdentityPolicy(policy)
        for (token, subject) in tokens.known { try transaction.mapToken(token, to: subject) }
        for step in steps { try take(step, &transaction) }
      }
    }

    private func take(_ step: Step, _ transaction: inout StoreTransaction) throws {
      switch step {
      case .purchase: try transaction.append(purchase)
      case .notice: try transaction.append(notice)
      case .claimByA where isSubmitted:
        let expected = try expectation("A", &transaction, with: purchase)
        let outcome = try transaction.submit([purchase], by: "A").lineages[0].outcome
        try #require(outcome == expected, "A submits, \(policy)")
      case .claimByA: try claim("A", &transaction)
      case .claimByB: try claim("B", &transaction)
      case .transferToB: try transaction.transfer("1000", to: "B")
      case .map:
        if let (token, subject) = tokens.mapped { try transaction.mapToken(token, to: subject) }
      }
    }

    private func claim(_ subject: Subject, _ transaction: inout StoreTransaction) throws {
      let expected = try expectation(subject, &transaction)
      let outcome = try transaction.claim("1000", for: subject)
      try #require(outcome == expected, "\(subject) claims, \(policy)")
    }

    /// What the rules say of a claim at this place; the transaction is looked at, and through, before it.
    private func expectation(
      _ subject: Subject, _ transaction: inout StoreTransaction, with draft: EventDraft? = nil
    ) throws -> ClaimOutcome {
      try transaction.read { snapshot in
        var log: [LoggedEvent] = []
        try snapshot.forEachEvent { log.append($0) }
        var isThere = try snapshot.entitlement(of: "1000") != nil
        if let draft, !log.contains(where: { $0.draft.id == draft.id }) {
          log.append(LoggedEvent(sequence: UInt64(log.count) + 1, receivedAt: day(5), draft: draft))
          isThere = true
        }
        // Thirty days from day 0: whoever has the purchase is entitled on day 5.
        return HolderOracle(log).outcome(asking: "1000", subject, isLapsed: !isThere)
      }
    }
  }
}
