/// Finds out who holds one lineage: tokens count in fold order, acts in the order of the log, nothing else.
///
/// Pure and total. A token is a fact like any other, so whatever arrives first, the earliest in fold order pairs the lineage. An
/// act happened once, at its place in the log, and is judged by what the log said before it.
package struct HoldingFold: Sendable {
  /// The tokens that purchases named, in fold order of their first mention.
  package private(set) var tokens: [AccountToken] = []
  /// The app transactions of family-shared copies, in fold order of their first mention.
  package private(set) var appTransactions: [AppTransactionID] = []
  /// For each instant of the log the token that was earliest in fold order then: mentions that came before all earlier ones.
  private var mentions: [(token: AccountToken, sequence: UInt64)] = []
  private var acts: [(sequence: UInt64, subject: Subject, kind: CustodyKind)] = []

  /// A lineage that nobody has said anything of.
  package init() {}

  /// Takes what one event says of who holds the lineage.
  ///
  /// - Precondition: Events come in fold order.
  package mutating func apply(_ copy: PurchaseFact, at sequence: UInt64) {
    switch copy.ownership {
    case .purchased:
      guard let token = copy.token else { return }
      if !tokens.contains(token) { tokens.append(token) }
      if mentions.last.map({ sequence < $0.sequence }) ?? true { mentions.append((token, sequence)) }
    case .familyShared:
      if let id = copy.appTransaction, !appTransactions.contains(id) { appTransactions.append(id) }
    case .granted: break
    }
  }

  /// Takes an act.
  package mutating func apply(_ kind: CustodyKind, by subject: Subject, at sequence: UInt64) {
    acts.append((sequence, subject, kind))
  }

  /// Whether anything but facts has spoken of the lineage.
  package var hasActs: Bool { !acts.isEmpty }

  /// Who holds the lineage at the end of the log.
  ///
  /// - Parameters:
  ///   - accounts: What the log says of each of ``tokens``.
  ///   - policy: Whether an unknown token is a subject.
  package func holding(accounts: [AccountToken: Account], policy: IdentityPolicy) -> Holding {
    var holding = Holding()
    let custody = custody(accounts: accounts)
    holding.conflicts = custody.conflicts
    holding.members = custody.members.sorted()
    if let owner = custody.owner {
      (holding.owner, holding.evidence) = (owner, .act)
    } else if let token = tokens.first {
      if let account = accounts[token] {
        (holding.owner, holding.evidence) = (account.subject, .knownToken)
      } else if !policy.knownTokensOnly {
        (holding.owner, holding.evidence) = (Subject(canonical: token.text), .unknownToken)
      }
    }
    let pairsByToken = holding.evidence == .knownToken || holding.evidence == .unknownToken
    holding.otherTokens = pairsByToken ? Array(tokens.dropFirst()) : tokens
    holding.settle()
    return holding
  }

  /// Whether `subject` has held the lineage by an act: what the restore policy has given once it does not give again.
  package func hasHeld(_ subject: Subject, accounts: [AccountToken: Account]) -> Bool {
    custody(accounts: accounts).holders.contains(subject)
  }

  /// The places in the log of every submit and claim that disagreed, and who kept the lineage from them then.
  package func refusals(accounts: [AccountToken: Account]) -> [UInt64: Subject] {
    custody(accounts: accounts).refusals
  }

  /// Whether the lineage is a grant: given to somebody, and not for others to ask for.
  package var isGranted: Bool { acts.contains { $0.kind == .grant } }

  /// Whether the lineage is shared with `subject`, be it theirs besides or not.
  package func isShared(with subject: Subject) -> Bool {
    custody(accounts: [:]).members.contains(subject)
  }

  /// The act that pairs the lineage at the end of the log, and whom with.
  package func pairing(accounts: [AccountToken: Account]) -> Account? {
    let custody = custody(accounts: accounts)
    return custody.owner.map { Account(subject: $0, since: custody.pairedAt) }
  }

  /// Whom the lineage stood with when the act at `sequence` came: by a known token only, because an unknown one never stands in
  /// the way of somebody who has signed in.
  private func standing(before sequence: UInt64, accounts: [AccountToken: Account]) -> Subject? {
    guard let mention = mentions.first(where: { $0.sequence < sequence }),
      let account = accounts[mention.token], account.since < sequence
    else { return nil }
    return account.subject
  }

  private func custody(accounts: [AccountToken: Account]) -> Custody {
    var custody = Custody()
    for act in acts.sorted(by: { $0.sequence < $1.sequence }) {
      switch act.kind {
      case .grant: custody.give(to: act.subject, at: act.sequence)
      case .submit, .claim:
        let standing = custody.owner ?? standing(before: act.sequence, accounts: accounts)
        if standing == nil || standing == act.subject {
          if custody.owner == nil { custody.pair(act.subject, at: act.sequence, asking: act.kind.asking) }
        } else if let kind = act.kind.asking, let standing {
          custody.refuse(act.subject, kind, at: act.sequence, keeper: standing)
        }
      case .transfer, .restore:
        if let before = standing(before: act.sequence, accounts: accounts) { custody.holders.insert(before) }
        custody.pair(act.subject, at: act.sequence)
      case .share: custody.members.insert(act.subject)
      case .unshare: custody.members.remove(act.subject)
      }
    }
    return custody
  }
}

/// What acts have come to.
private struct Custody {
  var owner: Subject?
  var pairedAt: UInt64 = 0
  /// The owner's own act, where it was one that asked.
  private var asking: CustodyAct.Kind?
  private var isGiven = false
  /// Everybody who has held it by an act, and who lost it to one.
  var holders: Set<Subject> = []
  var members: Set<Subject> = []
  private(set) var conflicts: [CustodyConflict] = []
  /// The subjects of ``conflicts``: anybody can ask, under as many names as they can make.
  private var refused: Set<Subject> = []
  var refusals: [UInt64: Subject] = [:]

  mutating func pair(_ subject: Subject, at sequence: UInt64, asking kind: CustodyAct.Kind? = nil) {
    owner = subject
    pairedAt = sequence
    asking = kind
    holders.insert(subject)
  }

  /// A grant is its subject's from the start, whoever asked for its lineage before there was anything in it; of several the
  /// first counts.
  mutating func give(to subject: Subject, at sequence: UInt64) {
    if isGiven { return }
    isGiven = true
    if let owner, owner != subject, let asking { refuse(owner, asking, at: pairedAt, keeper: subject) }
    pair(subject, at: sequence)
  }

  mutating func refuse(
    _ subject: Subject, _ kind: CustodyAct.Kind, at sequence: UInt64, keeper: Subject
  ) {
    refusals[sequence] = keeper
    guard refused.insert(subject).inserted else { return }
    conflicts.append(CustodyConflict(subject: subject, kind: kind, sequence: sequence))
  }
}

extension Holding {
  /// Whoever holds it needs no share of it, and has no quarrel with it.
  package mutating func settle() {
    guard let owner else { return }
    members.removeAll { $0 == owner }
    conflicts.removeAll { $0.subject == owner }
  }
}

/// What an act does to who holds a lineage. Raw values are stored bytes: those of ``CustodyAct/Kind``, and one more.
package enum CustodyKind: UInt8, Hashable, Sendable, CaseIterable {
  case submit = 1
  case claim = 2
  case transfer = 3
  case restore = 4
  case share = 5
  case unshare = 6
  /// A grant is its subject's from the start.
  case grant = 7

  package init(_ kind: CustodyAct.Kind) {
    self =
      switch kind {
      case .submit: .submit
      case .claim: .claim
      case .transfer: .transfer
      case .restore: .restore
      case .share: .share
      case .unshare: .unshare
      }
  }

  /// The kind of a conflict that it can be.
  fileprivate var asking: CustodyAct.Kind? {
    switch self {
    case .submit: .submit
    case .claim: .claim
    case .transfer, .restore, .share, .unshare, .grant: nil
    }
  }
}
