import Entstore

/// Who must hold what, told from the log alone and as simply as it can be told: for every act, everything before it in the log
/// is looked at anew. Acts count in the order of the log, tokens in fold order, and nothing else does.
struct HolderOracle {
  let log: [LoggedEvent]
  /// The same events in fold order.
  private let folded: [LoggedEvent]

  struct Answer: Equatable {
    var owner: Subject?
    var evidence = OwnerEvidence.none
    var members: [Subject] = []
    var conflicts: [Conflict] = []
  }

  enum Conflict: Equatable {
    case asked(Subject, UInt64)
    case token(AccountToken, Subject)
  }

  /// - Parameter log: A whole log, from its first event on.
  init(_ log: [LoggedEvent]) {
    self.log = log
    folded = log.map { (place: $0.draft.place, event: $0) }.sorted { $0.place < $1.place }.map(\.event)
  }

  init(_ store: EntitlementStore) throws {
    var log: [LoggedEvent] = []
    try store.read { try $0.forEachEvent { log.append($0) } }
    self.init(log)
  }

  /// Every lineage that anything was said or done about.
  var lineages: Set<Lineage> {
    var found: Set<Lineage> = []
    for event in log {
      for facts in event.draft.facts { found.insert(facts.lineage) }
      switch event.draft.act {
      case .custody(let act): found.insert(act.lineage)
      case .grant(let grant): found.insert(grant.lineage)
      case .grantRevoked(let revocation): found.insert(revocation.lineage)
      default: break
      }
    }
    return found
  }

  func answer(for lineage: Lineage) -> Answer {
    let acts = decided(lineage, log.count)
    var answer = Answer(members: acts.members.sorted())
    let tokens = tokens(of: lineage, log.count)
    if let paired = acts.owner {
      (answer.owner, answer.evidence) = (paired, .act)
    } else if let (owner, evidence) = pairing(tokens, log.count) {
      (answer.owner, answer.evidence) = (owner, evidence)
    } else if let member = familyMember(of: lineage) {
      (answer.owner, answer.evidence) = (member, .familyMember)
    }
    // Whoever holds it disagrees no more, and needs no share.
    answer.conflicts = acts.asked.filter { $0.0 != answer.owner }.map { .asked($0, $1) }
    answer.members.removeAll { $0 == answer.owner }
    for token in tokens {
      if let known = known(token, log.count) {
        if known != answer.owner { answer.conflicts.append(.token(token, known)) }
      } else if answer.evidence == .unknownToken || answer.evidence == .knownToken {
        let itself = Subject(canonical: token.text)
        if itself != answer.owner { answer.conflicts.append(.token(token, itself)) }
      }
    }
    return answer
  }

  /// What the acts among the first `count` events have come to.
  private func decided(
    _ lineage: Lineage, _ count: Int
  ) -> (owner: Subject?, since: Int, members: Set<Subject>, asked: [(Subject, UInt64)]) {
    var owner: Subject?
    var since = 0
    /// The act by which the owner asked for it themselves.
    var asker: UInt64?
    var isGiven = false
    var members: Set<Subject> = []
    var asked: [(Subject, UInt64)] = []
    for (place, event) in log.prefix(count).enumerated() {
      switch event.draft.act {
      case .grant(let grant) where grant.lineage == lineage:
        if isGiven { continue }
        isGiven = true
        if let before = owner, before != grant.subject, let asker { asked.append((before, asker)) }
        (owner, since) = (grant.subject, place)
      case .custody(let act) where act.lineage == lineage:
        switch act.kind {
        case .transfer, .restore: (owner, since, asker) = (act.subject, place, nil)
        case .share: members.insert(act.subject)
        case .unshare: members.remove(act.subject)
        case .submit, .claim:
          var inTheWay = owner
          if inTheWay == nil, case (let known, .knownToken)? = pairing(tokens(of: lineage, place), place) {
            inTheWay = known
          }
          if inTheWay == nil || inTheWay == act.subject {
            if owner == nil { (owner, since, asker) = (act.subject, place, event.sequence) }
          } else if !asked.contains(where: { $0.0 == act.subject }) {
            asked.append((act.subject, event.sequence))
          }
        }
      default: break
      }
    }
    return (owner, since, members, asked)
  }

  /// The tokens that the first `count` events name for the lineage's purchases, in fold order, each once.
  private func tokens(of lineage: Lineage, _ count: Int) -> [AccountToken] {
    var tokens: [AccountToken] = []
    for event in folded where event.sequence <= count {
      for facts in event.draft.facts where facts.lineage == lineage {
        guard let purchase = facts.purchase, purchase.ownership == .purchased, let token = purchase.token
        else { continue }
        if !tokens.contains(token) { tokens.append(token) }
      }
    }
    return tokens
  }

  /// The earliest token decides, and no other is asked.
  private func pairing(
    _ tokens: [AccountToken], _ count: Int
  ) -> (Subject, OwnerEvidence)? {
    guard let token = tokens.first else { return nil }
    if let known = known(token, count) { return (known, .knownToken) }
    return policy(count).knownTokensOnly ? nil : (Subject(canonical: token.text), .unknownToken)
  }

  /// The first mapping of a token stands.
  private func known(_ token: AccountToken, _ count: Int) -> Subject? {
    for event in log.prefix(count) {
      if case .account(let act) = event.draft.act, act.token == token { return act.subject }
    }
    return nil
  }

  private func policy(_ count: Int) -> IdentityPolicy {
    var policy = IdentityPolicy.standard
    for event in log.prefix(count) {
      if case .identity(let changed) = event.draft.act { policy = changed }
    }
    return policy
  }

  /// Who holds, by an act, another share of the same app transaction: of several the one who has held theirs longest.
  private func familyMember(of lineage: Lineage) -> Subject? {
    for app in appTransactions(of: lineage) {
      var found: (since: Int, subject: Subject)?
      for other in lineages where appTransactions(of: other).contains(app) {
        guard let subject = decided(other, log.count).owner else { continue }
        let since = decided(other, log.count).since
        if found.map({ since < $0.since }) ?? true { found = (since, subject) }
      }
      if let found { return found.subject }
    }
    return nil
  }

  /// In fold order.
  private func appTransactions(of lineage: Lineage) -> [AppTransactionID] {
    var found: [AppTransactionID] = []
    for event in folded {
      for facts in event.draft.facts where facts.lineage == lineage {
        guard let purchase = facts.purchase, purchase.ownership == .familyShared else { continue }
        if let app = purchase.appTransaction, !found.contains(app) { found.append(app) }
      }
    }
    return found
  }

  /// What a submit or claim by `subject` must come to under the restore policy in force, were it the next event.
  ///
  /// - Parameter isLapsed: The lineage opens nothing now.
  func outcome(asking lineage: Lineage, _ subject: Subject, isLapsed: Bool) -> ClaimOutcome {
    let now = decided(lineage, log.count)
    if now.owner == subject { return .held }
    var holder = now.owner
    if holder == nil, case (let known, .knownToken)? = pairing(tokens(of: lineage, log.count), log.count) {
      holder = known
    }
    guard let holder, holder != subject else { return .bound }
    let mayMove: Bool =
      switch policy(log.count).restore {
      case .keep: false
      case .transfer: true
      case .transferIfLapsed: isLapsed
      }
    return mayMove && !isGiven(lineage) && !hasHad(lineage, subject)
      ? .moved(from: holder) : .conflict(holder: holder)
  }

  /// Whether the lineage is a grant, which nobody else may ask for.
  private func isGiven(_ lineage: Lineage) -> Bool {
    log.contains { event in
      if case .grant(let grant) = event.draft.act { grant.lineage == lineage } else { false }
    }
  }

  /// Whether `subject` has held it by an act, or lost it to one.
  private func hasHad(_ lineage: Lineage, _ subject: Subject) -> Bool {
    for (place, event) in log.enumerated() {
      if decided(lineage, place + 1).owner == subject { return true }
      guard case .custody(let act) = event.draft.act, act.lineage == lineage,
        act.kind == .transfer || act.kind == .restore
      else { continue }
      if case (subject, .knownToken)? = pairing(tokens(of: lineage, place), place) { return true }
    }
    return false
  }
}
