import Entstore

/// What people ask for, and what the backend says.
extension ComparedStore {
  mutating func act() throws {
    let lineage = history.random.pick(history.lineages + grants)
    let subject = history.random.pick(Self.subjects)
    switch history.random.number(in: 0...11) {
    case 0...1: try claim(lineage, subject)
    case 2: try submit(subject)
    case 3:
      try hear {
        try $0.transfer(lineage, to: subject)
      } andExpect: { _, _ in
      }
    case 4:
      try hear {
        try $0.share(lineage, with: subject)
      } andExpect: { _, _ in
      }
    case 5:
      try hear {
        try $0.unshare(lineage, with: subject)
      } andExpect: { _, _ in
      }
    case 6...7: try makeTokenKnown(subject)
    case 8: try grant(subject)
    case 9: try revoke(lineage)
    case 10: try startTrial(subject)
    default:
      let policy = IdentityPolicy(
        restore: history.random.pick(RestorePolicy.allCases), knownTokensOnly: history.random.chance(40))
      try hear {
        try $0.setIdentityPolicy(policy)
      } andExpect: { _, _ in
      }
    }
  }

  private func outcome(of subject: Subject, asking lineage: Lineage) throws -> ClaimOutcome {
    let isOpen = try store.read { try $0.entitlement(of: lineage)?.segment.isEntitled == true }
    return HolderOracle(model.log).outcome(asking: lineage, subject, isLapsed: !isOpen)
  }

  private mutating func claim(_ lineage: Lineage, _ subject: Subject) throws {
    let expected = try outcome(of: subject, asking: lineage)
    try hear {
      try $0.claim(lineage, for: subject)
    } andExpect: { [context] outcome, acts in
      try agree(outcome, expected, "\(subject) claims \(lineage), \(context)")
      if outcome == .held { try agree(acts, [], "\(subject) holds \(lineage), \(context)") }
    }
  }

  /// What an app posts is new, or has come already.
  private mutating func submit(_ subject: Subject) throws {
    let draft = history.event()
    sent.append(draft)
    if history.random.chance(50) {
      try hear {
        try $0.append(draft)
      } andExpect: { _, _ in
      }
    }
    try hear {
      try $0.submit([draft], by: subject)
    } andExpect: { [context] submission, _ in
      let lineages = submission.lineages.map(\.lineage)
      try agree(lineages, draft.facts.map(\.lineage), "\(subject) submits, \(context)")
    }
  }

  private mutating func makeTokenKnown(_ subject: Subject) throws {
    let token: AccountToken = history.random.pick(["ada", "bob", "carol", "t"])
    let isMinted = history.random.chance(30)
    let isFresh = history.random.chance(50)
    do {
      try hear { transaction in
        if isMinted {
          _ = try transaction.mintToken(for: subject, fresh: isFresh)
        } else {
          _ = try transaction.mapToken(token, to: subject)
        }
      } andExpect: { _, _ in
      }
    } catch StoreError.tokenTaken {}
  }

  private mutating func grant(_ subject: Subject) throws {
    let from = history.random.chance(50) ? history.moment() : nil
    let length = TimeSpan.days(Int64(history.random.number(in: 1...90)))
    let until = history.random.chance(70) ? (from ?? clock.now).advanced(by: length) : nil
    let key = history.random.pick(Self.keys)
    var made: [Lineage] = []
    try hear {
      try $0.grant(key, to: subject, from: from, until: until)
    } andExpect: { grant, _ in
      made = [grant.lineage]
    }
    grants += made
  }

  private mutating func startTrial(_ subject: Subject) throws {
    let key = history.random.pick(Self.keys)
    let length = TimeSpan.days(Int64(history.random.number(in: 1...30)))
    var made: [Lineage] = []
    try hear {
      try $0.startTrial(of: key, for: subject, lasting: length)
    } andExpect: { [context] trial, acts in
      made = [trial.trial.lineage]
      try agree(acts.count, trial.isNew ? 1 : 0, "a trial of \(subject), \(context)")
    }
    if !grants.contains(made[0]) { grants += made }
  }

  private mutating func revoke(_ lineage: Lineage) throws {
    do {
      try hear {
        try $0.revokeGrant(lineage)
      } andExpect: { _, _ in
      }
    } catch StoreError.noSuchGrant {}
  }

  /// A person goes: nobody else's answer may change, and of theirs nothing may be left.
  mutating func erase() throws {
    let subject = history.random.pick(Self.subjects)
    let others = Self.subjects.filter { $0 != subject }
    let now = clock.now
    let before = others.map { model.entitlements(of: $0, now: now) }
    do {
      try hear {
        try $0.erase(subject: subject)
      } andExpect: { _, _ in
      }
    } catch StoreError.sharedWithOthers(_, let lineages) {
      try agree(!lineages.isEmpty, "nothing is shared, \(context)")
      return
    }
    model.relearn(try log())
    model.settle()
    for (other, before) in zip(others, before) {
      try agree(
        try store.entitlements(of: other), before, "\(other) when \(subject) is erased, \(context)")
    }
    try agree(try store.entitlements(of: subject), [], "\(subject) is erased, \(context)")
  }

  /// An erasure of another store: of events that are here, and of such as are still to come.
  mutating func takeForeignErasure() throws {
    var positions: [EventPosition] = []
    for _ in 0..<history.random.number(in: 1...4) {
      let draft = sent.isEmpty || history.random.chance(50) ? history.event() : history.random.pick(sent)
      // It may come yet.
      sent.append(draft)
      if !positions.contains(draft.place) { positions.append(draft.place) }
    }
    let cut = history.random.number(in: 0...positions.count)
    let erasure = Erasure(
      erased: positions[..<cut].sorted(),
      redacted: positions[cut...].sorted().map {
        Redaction(position: $0, changes: [.token(at: 0, "nobody"), .dropped(at: 1, of: 2)])
      })
    let draft = EventDraft(
      rail: .local, id: EventID(canonical: "erasure-\(model.log.count)-\(sent.count)"),
      signedAt: history.moment(),
      label: EventLabel(type: "ERASURE"), environment: .production, provenance: .local, act: .erasure(erasure)
    )
    sent.append(draft)
    try hear {
      try $0.append(draft)
    } andExpect: { _, _ in
    }
    model.relearn(try log())
    model.settle()
  }
}
