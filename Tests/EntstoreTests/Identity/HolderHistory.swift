import Entstore
import Testing

/// Everything that can be done about who holds what, in any order: few lineages, few people, few tokens.
struct HolderHistory {
  var random: Choices
  private var made = 0

  static let lineages: [Lineage] = ["1", "2", "3"]
  /// Shared by a family; the first two with the same member.
  static let shares: [Lineage] = ["f1", "f2", "f3"]
  /// "t" is a subject of its own while nobody has made the token "t" known.
  static let subjects: [Subject] = ["A", "B", "t"]
  static let tokens: [AccountToken] = ["t", "u", "v", "A"]

  init(seed: UInt64) { random = Choices(seed: seed) }

  /// One thing done, and what it came to held against the rules.
  mutating func step(in store: EntitlementStore) throws {
    let lineage = random.pick(Self.lineages + Self.shares)
    let subject = random.pick(Self.subjects)
    switch random.number(in: 0...22) {
    case 0...4: _ = try store.write { [draft = event(about: lineage)] in try $0.append(draft) }
    case 5: try submit(subject, in: store)
    case 6...9: try claim(lineage, subject, in: store)
    case 10...11: try store.transfer(lineage, to: subject, reason: "asked for")
    case 12: try store.share(lineage, with: subject)
    case 13: try store.write { _ = try $0.unshare(lineage, with: subject) }
    case 14...15: try map(random.pick(Self.tokens), to: subject, in: store)
    case 16: _ = try store.mintToken(for: subject, fresh: random.chance(30))
    case 17...18:
      let policy = IdentityPolicy(
        restore: random.pick(RestorePolicy.allCases), knownTokensOnly: random.chance(40))
      try store.write { _ = try $0.setIdentityPolicy(policy) }
    case 19: try several(in: store)
    default: _ = try store.write { [draft = foreign(lineage, subject)] in try $0.append(draft) }
    }
  }

  /// An act that no call here would make so: from another store's export, at any date.
  private mutating func foreign(_ lineage: Lineage, _ subject: Subject) -> EventDraft {
    made += 1
    let signedAt = day(Int64(random.number(in: 0...40))) + .seconds(Int64(made))
    let act: Act
    switch random.number(in: 0...9) {
    case 0...6:
      act = .custody(
        CustodyAct(
          lineage: lineage, subject: subject, kind: random.pick(CustodyAct.Kind.allCases),
          from: random.chance(30) ? random.pick(Self.subjects) : nil))
    case 7:
      act = .grant(
        Grant(
          lineage: random.pick(["g", "g", lineage]), subject: subject, key: "pro", from: signedAt,
          until: random.chance(50) ? signedAt + .days(9) : nil))
    case 8: act = .grantRevoked(GrantRevocation(lineage: "g", at: signedAt))
    default:
      act = .account(
        AccountAct(token: random.pick(Self.tokens), subject: subject, isMinted: random.chance(50)))
    }
    return EventDraft(
      rail: .local, id: EventID(canonical: "e\(made)"), signedAt: signedAt, label: EventLabel(type: "ACT"),
      environment: .production, provenance: .local, act: act)
  }

  /// Several things in one transaction, which is derived once.
  private mutating func several(in store: EntitlementStore) throws {
    let lineage = random.pick(Self.lineages + Self.shares)
    let (first, second) = (event(about: lineage), event(about: random.pick(Self.lineages)))
    let (token, subject, other) = (
      random.pick(Self.tokens), random.pick(Self.subjects), random.pick(Self.subjects)
    )
    let isKnownOnly = random.chance(50)
    try store.write { transaction in
      try transaction.append(first)
      _ = try transaction.claim(lineage, for: subject)
      try transaction.setIdentityPolicy(IdentityPolicy(knownTokensOnly: isKnownOnly))
      do {
        try transaction.mapToken(token, to: other)
      } catch StoreError.tokenTaken {}
      try transaction.append(second)
      try transaction.transfer(lineage, to: other)
    }
  }

  private mutating func claim(_ lineage: Lineage, _ subject: Subject, in store: EntitlementStore) throws {
    let expected = try expectation(lineage, subject, in: store)
    let before = try store.counts().events
    try #require(try store.claim(lineage, for: subject) == expected, "\(subject) claims \(lineage)")
    if expected == .held { try #require(try store.counts().events == before) }
  }

  private mutating func submit(_ subject: Subject, in store: EntitlementStore) throws {
    let lineage = random.pick(Self.lineages + Self.shares)
    let draft = event(about: lineage)
    try store.write { _ = try $0.append(draft) }
    let expected = try expectation(lineage, subject, in: store)
    let submission = try store.submit([draft], by: subject).submission
    try #require(submission.receipts.map(\.outcome) == [.duplicate])
    try #require(submission.lineages.map(\.outcome) == [expected], "\(subject) submits \(lineage)")
  }

  private func expectation(
    _ lineage: Lineage, _ subject: Subject, in store: EntitlementStore
  ) throws -> ClaimOutcome {
    let isOpen = try store.read { try $0.entitlement(of: lineage)?.segment.isEntitled == true }
    return try HolderOracle(store).outcome(asking: lineage, subject, isLapsed: !isOpen)
  }

  private func map(_ token: AccountToken, to subject: Subject, in store: EntitlementStore) throws {
    let holder = try store.read { try $0.subject(of: token) }
    do {
      try #require(try store.mapToken(token, to: subject) == (holder == nil))
    } catch StoreError.tokenTaken(_, let found) {
      try #require(found == holder && found != subject)
    }
  }

  /// Early, late, with any token or none; of a share sometimes with the name of the member.
  private mutating func event(about lineage: Lineage) -> EventDraft {
    made += 1
    let signedAt = day(Int64(random.number(in: 0...40))) + .seconds(Int64(made))
    let number = random.number(in: 1...2)
    var sale = Sale.month(
      number, from: day(Int64(number - 1) * 30), token: random.chance(70) ? random.pick(Self.tokens) : nil)
    if Self.shares.contains(lineage) {
      sale = sale.familyShared
      if random.chance(70) {
        sale = sale.familyShared(with: lineage == "f3" && random.chance(70) ? "other" : "member")
      }
    }
    if random.chance(15) { sale = sale.refunded(signedAt) }
    return .notice(
      EventID(canonical: "e\(made)"), signedAt, Said(lineage, sale, random.chance(50) ? .on : .off))
  }
}
