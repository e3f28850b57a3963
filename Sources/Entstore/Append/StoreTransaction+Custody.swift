import EntstoreCodec
import EntstoreLMDB

/// What a submit or claim came to.
public enum ClaimOutcome: Hashable, Sendable {
  /// Nobody who has signed in held the lineage; now the subject does.
  case bound
  /// The subject held it already.
  case held
  /// The restore policy let it move, and the subject holds it now.
  case moved(from: Subject)
  /// Somebody else holds it and keeps it. The conflict is recorded.
  case conflict(holder: Subject)

  /// Whether the subject holds the lineage now.
  public var isHeld: Bool {
    switch self {
    case .bound, .held, .moved: true
    case .conflict: false
    }
  }
}

/// What a transfer came to.
public enum TransferOutcome: Hashable, Sendable {
  /// It is recorded, and the subject holds the lineage; who did before, `nil`: nobody.
  case moved(from: Subject?)
  /// The subject held it by an act already; nothing was written.
  case held
}

/// What a submit came to: what became of the events, and of each lineage that they speak of.
public struct Submission: Hashable, Sendable {
  /// For each draft its place in the log and what became of it.
  public let receipts: [Receipt]
  /// For each lineage, in the order of its first mention, whether the subject holds it now.
  public let lineages: [Claim]

  /// A lineage and what the subject's claim to it came to.
  public struct Claim: Hashable, Sendable {
    public let lineage: Lineage
    public let outcome: ClaimOutcome

    package init(lineage: Lineage, outcome: ClaimOutcome) {
      self.lineage = lineage
      self.outcome = outcome
    }
  }
}

extension StoreTransaction {
  /// Takes what the app posted for an authenticated subject: appends the events, and binds their lineages to the subject.
  ///
  /// Entitled before any webhook: reading in this transaction sees it. The store's own notice of the same purchase changes
  /// nothing when it comes.
  ///
  /// - Parameters:
  ///   - drafts: What a rail made of the posted transactions, verified.
  ///   - subject: Who is signed in. The caller answers for that.
  /// - Throws: As ``append(_:)``.
  /// - Complexity: As ``append(_:)``, plus O(*k*) for the *k* events of each lineage.
  public mutating func submit(
    _ drafts: [EventDraft], by subject: Subject, reason: String? = nil
  ) throws -> Submission {
    for draft in drafts { try check(draft, rawByteCount: draft.rawByteCount) }
    var receipts: [Receipt] = []
    var lineages: [Lineage] = []
    var seen: Set<Lineage> = []
    for draft in drafts {
      receipts.append(try append(draft))
      for facts in draft.facts where seen.insert(facts.lineage).inserted { lineages.append(facts.lineage) }
    }
    return Submission(receipts: receipts, lineages: try submit(lineages, by: subject, reason: reason))
  }

  /// Binds lineages whose events have been appended: what ``submit(_:by:reason:)`` does behind the events, for whoever appends
  /// one by one and goes on behind a refused one.
  package mutating func submit(
    _ lineages: [Lineage], by subject: Subject, reason: String? = nil
  ) throws -> [Submission.Claim] {
    try lineages.map { lineage in
      Submission.Claim(
        lineage: lineage, outcome: try ask(lineage, for: subject, kind: .submit, reason: reason))
    }
  }

  /// Binds `lineage` to an authenticated subject who asks for it: "restore purchases".
  ///
  /// Binds it if nobody holds it; otherwise the store's ``RestorePolicy`` decides. Asking again writes nothing.
  ///
  /// - Complexity: O(log *n*) plus O(*k*) for the *k* events of the lineage.
  public mutating func claim(
    _ lineage: Lineage, for subject: Subject, reason: String? = nil
  ) throws -> ClaimOutcome {
    try ask(lineage, for: subject, kind: .claim, reason: reason)
  }

  /// Moves `lineage` to `subject`, whoever holds it: at no instant do both or neither.
  ///
  /// A subject who held it by a token alone holds it by the transfer from now on.
  @discardableResult
  public mutating func transfer(
    _ lineage: Lineage, to subject: Subject, reason: String? = nil
  ) throws -> TransferOutcome {
    let now = try read { try $0.holder(of: lineage) }
    if now?.evidence == .act, now?.owner == subject { return .held }
    try record(
      CustodyAct(lineage: lineage, subject: subject, kind: .transfer, from: now?.owner, reason: reason))
    return .moved(from: now?.owner)
  }

  /// Opens `lineage` for `subject` too, until ``unshare(_:with:reason:)``, whoever comes to hold it.
  ///
  /// - Returns: False if it was shared with them already, or is theirs.
  @discardableResult
  public mutating func share(
    _ lineage: Lineage, with subject: Subject, reason: String? = nil
  ) throws -> Bool {
    let now = try read { try $0.holder(of: lineage) }
    if let now, now.owner == subject || now.members.contains(subject) { return false }
    try record(CustodyAct(lineage: lineage, subject: subject, kind: .share, reason: reason))
    return true
  }

  /// Ends a share, also of somebody who has come to hold the lineage and goes on holding it.
  ///
  /// - Returns: False if the lineage was not shared with them.
  @discardableResult
  public mutating func unshare(
    _ lineage: Lineage, with subject: Subject, reason: String? = nil
  ) throws -> Bool {
    guard try derivation.holders(of: lineage, in: engine.reader).isShared(with: subject) else { return false }
    try record(CustodyAct(lineage: lineage, subject: subject, kind: .unshare, reason: reason))
    return true
  }

  private mutating func ask(
    _ lineage: Lineage, for subject: Subject, kind: CustodyAct.Kind, reason: String?
  ) throws -> ClaimOutcome {
    let now = try custody(of: lineage)
    if now.paired == subject { return .held }
    var act = CustodyAct(lineage: lineage, subject: subject, kind: kind, reason: reason)
    guard let holder = now.standing, holder != subject else {
      try record(act)
      return .bound
    }
    // Each subject gets a lineage this way once: two devices that restore in turn do not send it back and forth. And nobody
    // asks for what was given to somebody else.
    if !now.hasHeld(subject), !now.holders.isGranted, try letsMove(lineage) {
      act.kind = .restore
      act.from = holder
      try record(act)
      return .moved(from: holder)
    }
    if !now.holding.conflicts.contains(where: { $0.subject == subject }) { try record(act) }
    return .conflict(holder: holder)
  }

  private mutating func letsMove(_ lineage: Lineage) throws -> Bool {
    switch settings.identity.restore {
    case .keep: return false
    case .transfer: return true
    case .transferIfLapsed:
      let now = now
      // What this transaction has said of the owner's other lineages may have a say in this one.
      if !settings.catalog.stacking.isEmpty { try settle() }
      let outcome = try derivation.outcome(of: lineage, in: engine.reader)
      return outcome?.row?.schedule.segment(at: now).isEntitled != true
    }
  }

  private mutating func record(_ act: CustodyAct) throws {
    try append(local(.custody(act), type: "\(act.kind)".uppercased()))
  }

  private func custody(of lineage: Lineage) throws -> CustodyNow {
    let holders = try derivation.holders(of: lineage, in: engine.reader)
    let accounts = try derivation.accounts(of: holders, in: engine.reader)
    return CustodyNow(
      holders: holders, accounts: accounts,
      holding: holders.holding(accounts: accounts, policy: settings.identity))
  }

  private var derivation: Derivation { Derivation(tables: tables, settings: settings) }
}

/// Who holds a lineage at this place of the log.
private struct CustodyNow {
  let holders: HoldingFold
  let accounts: [AccountToken: Account]
  let holding: Holding

  /// Whom an act has paired it with.
  var paired: Subject? { holding.evidence == .act ? holding.owner : nil }

  /// Who stands in the way of a claim: an act's subject or a known token's, never an unknown token.
  var standing: Subject? {
    switch holding.evidence {
    case .act, .knownToken: holding.owner
    case .none, .unknownToken, .familyMember: nil
    }
  }

  func hasHeld(_ subject: Subject) -> Bool { holders.hasHeld(subject, accounts: accounts) }
}
