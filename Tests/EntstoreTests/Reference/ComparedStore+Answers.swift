import Entstore

/// What both say.
extension ComparedStore {
  mutating func compareSome() throws {
    let subject = history.random.pick(Self.subjects)
    let key = history.random.pick(Self.keys)
    try agree(
      try store.access(of: subject, to: key), model.access(of: subject, to: key, now: clock.now), context)
    try agree(try store.counts().events, UInt64(model.log.count), context)
  }

  /// Every question that there is.
  mutating func compareAll() throws {
    let (instant, knownAt) = (history.moment(), history.moment())
    let model = model
    let now = clock.now
    try store.read { [context, lineages = history.lineages + grants] snapshot in
      try agree(snapshot.catalog, model.catalog, context)
      try agree(snapshot.policy, model.policy, context)
      for subject in [nil] + Self.subjects {
        for (instant, knownAt) in [
          (nil, nil), (instant, nil), (instant, knownAt), (nil, knownAt),
        ] as [(Instant?, Instant?)] {
          let found = try snapshot.entitlements(of: subject, at: instant, knownAt: knownAt)
          let expected = model.entitlements(of: subject, now: now, at: instant, knownAt: knownAt)
          try agree(found, expected, context)
        }
        if let subject { try compare(subject, in: snapshot) }
      }
      for lineage in lineages {
        let found = try snapshot.history(of: lineage, limit: 10_000).events
        try agree(found, model.history { $0.speaks(of: [lineage]) }, context)
        let answer = HolderOracle(model.log).answer(for: lineage)
        let holder = try snapshot.holder(of: lineage)
        try agree(holder?.owner, model.allLineages.contains(lineage) ? answer.owner : nil, context)
        try agree(holder?.members ?? [], answer.members, context)
      }
      let found = try snapshot.history(signedIn: .always, limit: 10_000).events
      try agree(found, model.history { _ in true }, context)
    }
    let counts = try store.counts()
    try agree(counts.lineages, UInt64(model.allLineages.count), context)
    try agree(counts.deadlines, UInt64(model.deadlineCount), context)
    try agree(try store.verify().faults, [], context)
  }

  private func compare(_ subject: Subject, in snapshot: borrowing Snapshot) throws {
    for key in Self.keys {
      let access = try snapshot.access(of: subject, to: key)
      try agree(access, model.access(of: subject, to: key, now: clock.now), context)
    }
    let owned = model.lineages.filter { model.holders(of: $0).contains(subject) }
    let found = try snapshot.history(of: subject, limit: 10_000).events
    try agree(found, model.history { $0.speaks(of: owned) }, context)
  }
}

extension EventDraft {
  fileprivate func speaks(of lineages: Set<Lineage>) -> Bool {
    switch act {
    case .custody(let act): lineages.contains(act.lineage)
    case .grant(let grant): lineages.contains(grant.lineage)
    case .grantRevoked(let revocation): lineages.contains(revocation.lineage)
    case .catalog, .policy, .identity, .account, .erasure, nil:
      facts.contains { lineages.contains($0.lineage) }
    }
  }
}
