import Entstore
import EntstoreCodec
import Testing

/// Holds a store against ``HolderOracle`` in everything that it says of who holds what.
struct HolderCheck {
  /// A second store, which hears what the stores said and nothing of whom it belongs to.
  private let facts: Shelf

  init() throws { facts = try Shelf() }

  /// The row of each lineage as facts alone make it: who holds it must not show in it.
  func rows(of log: [LoggedEvent]) throws -> [Lineage: [UInt8]] {
    try facts.clear()
    try facts.store.write { transaction in
      for event in log {
        switch event.draft.act {
        case nil, .grant, .grantRevoked, .catalog, .policy: try transaction.append(event.draft)
        case .custody, .account, .identity, .erasure: break
        }
      }
    }
    var rows: [Lineage: [UInt8]] = [:]
    for entry in try facts.file.entries("entitlements") {
      let key = entry.key
      rows[try Key.entitlement(key.rawSpan).lineage] = entry.payload
    }
    return rows
  }

  /// - Parameter rows: What ``rows(of:)`` says of the same facts, where that is known already.
  func expectAgreement(
    _ store: EntitlementStore, _ file: StoreFile, rows known: [Lineage: [UInt8]]? = nil,
    _ context: @autoclosure () -> String = ""
  ) throws {
    let oracle = try HolderOracle(store)
    let rows = try known ?? self.rows(of: oracle.log)
    var expected: [Lineage: HolderOracle.Answer] = [:]
    for lineage in oracle.lineages { expected[lineage] = oracle.answer(for: lineage) }
    try store.read { snapshot in
      for (lineage, answer) in expected {
        var found = HolderOracle.Answer()
        let holder = try #require(try snapshot.holder(of: lineage))
        (found.owner, found.evidence, found.members) = (holder.owner, holder.evidence, holder.members)
        found.conflicts = try snapshot.conflicts(of: lineage).map(\.told)
        try #require(found == answer, "\(lineage) \(context())")
        let refusals = try snapshot.refusals(of: lineage)
        for case .asked(_, let sequence) in answer.conflicts { try #require(refusals[sequence] != nil) }
      }
      var listed: [Lineage: [HolderOracle.Conflict]] = [:]
      try snapshot.forEachConflict { listed[$0.lineage, default: []].append($0.told) }
      try #require(listed == expected.mapValues(\.conflicts).filter { !$0.value.isEmpty }, "\(context())")
      var unbound: [Lineage] = []
      try snapshot.forEachUnbound { unbound.append($0.lineage) }
      try #require(
        unbound == expected.filter { $0.value.owner == nil && rows[$0.key] != nil }.keys.sorted(),
        "\(context())")
    }
    try expectRows(file, rows, expected, context())
  }

  private func expectRows(
    _ file: StoreFile, _ rows: [Lineage: [UInt8]], _ answers: [Lineage: HolderOracle.Answer],
    _ context: String
  ) throws {
    var expected: [[UInt8]: [UInt8]] = [:]
    for (lineage, row) in rows {
      let answer = try #require(answers[lineage])
      for holder in [answer.owner] + answer.members { expected[Key.entitlement(holder, lineage)] = row }
    }
    var found: [[UInt8]: [UInt8]] = [:]
    for entry in try file.entries("entitlements") { found[entry.key] = entry.payload }
    try #require(found == expected, "\(context)")
  }
}

extension HolderConflict {
  fileprivate var told: HolderOracle.Conflict {
    switch cause {
    case .asked(let subject, let event): .asked(subject, event.sequence)
    case .token(let token, let subject): .token(token, subject)
    }
  }
}
