import EntstoreCodec

extension EventRecord {
  /// Its place in the total order.
  var position: EventPosition {
    EventPosition(signedAt: signedAt, rank: rank, digest: EventDigest(rail: rail, id: id))
  }

  /// What stands of it in timelines: one entry for each lineage that it speaks of.
  func timeline(at sequence: UInt64) -> [TimelineRecord] {
    switch body {
    case .facts(let all): all.map { TimelineRecord(sequence: sequence, rail: rail, facts: $0) }
    case .act(.custody(let act)):
      [
        TimelineRecord(
          sequence: sequence, rail: .local, facts: LineageFacts(lineage: act.lineage),
          custody: .init(kind: CustodyKind(act.kind), subject: act.subject))
      ]
    case .act(.grant(let grant)):
      [
        TimelineRecord(
          sequence: sequence, rail: .grant, facts: grant.facts(clock: signedAt),
          custody: .init(kind: .grant, subject: grant.subject))
      ]
    case .act(.grantRevoked(let revocation)):
      [TimelineRecord(sequence: sequence, rail: .grant, facts: revocation.facts)]
    case .act(.catalog), .act(.policy), .act(.identity), .act(.account), .act(.erasure): []
    }
  }
}

extension TimelineRecord {
  /// Whether it says anything that the fold wants to hear; who holds the lineage is another matter.
  var isFolded: Bool { rail != .local || custody == nil }
}
