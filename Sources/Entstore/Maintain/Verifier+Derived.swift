import EntstoreCodec
import EntstoreLMDB

extension Verifier {
  /// Every event has its entry in each index, and the indexes hold nothing else.
  @_lifetime(self: copy self)
  mutating func verifyIndexesAgainstTheLog() throws {
    var dates = 0
    var entries = 0
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.first()
    while isThere {
      // What is wrong with the event itself has been said; here only what stands beside it counts.
      guard let sequence = try? Key.sequence(cursor.key) else {
        isThere = try cursor.next()
        continue
      }
      report.events += 1
      if let record = try? LogEntry(Seal.opened(cursor.value, key: cursor.key, in: tables.events)).record {
        dates += 1
        let position = EventPosition(
          signedAt: record.signedAt, rank: record.rank, digest: EventDigest(rail: record.rail, id: record.id))
        try expect(
          DateRecord.encoded(sequence), at: Key.date(position), in: tables.byDate, "event \(sequence)")
        switch record.body {
        case .act(.catalog(let latest)): catalog = latest
        case .act(.policy(let latest)): policy = latest
        case .facts(let all):
          entries += all.count
          for facts in all {
            let expected = TimelineRecord(sequence: sequence, rail: record.rail, facts: facts).encoded()
            try expect(
              expected, at: Key.timeline(facts.lineage, position), in: tables.timeline,
              "event \(sequence) in lineage \(facts.lineage)")
          }
        }
      }
      if sequence % 1_024 == 0 { try progress(sequence) }
      isThere = try cursor.next()
    }
    try expectCount(dates, in: tables.byDate)
    try expectCount(entries, in: tables.timeline)
  }

  /// Catalog and policy are the ones last set in the log; what else is set beside the log is what was written.
  @_lifetime(self: copy self)
  mutating func verifySettings() throws {
    try verifySeal(of: "what the store is", at: MetaKey.store)
    try verifySeal(of: "the list of apps", at: MetaKey.apps)
    try verifySetting("catalog", at: MetaKey.catalog, is: catalog?.encoded())
    try verifySetting("policy", at: MetaKey.policy, is: policy?.encoded())
  }

  @_lifetime(self: copy self)
  private mutating func verifySetting(_ name: String, at key: [UInt8], is expected: [UInt8]?) throws {
    if let expected {
      try expect(expected, at: key, in: tables.meta, "the \(name)")
    } else if try reader.value(for: key.rawSpan, in: tables.meta.engine) != nil {
      report.found(.meta, "the \(name) was never set in the log")
    }
  }

  @_lifetime(self: copy self)
  private mutating func verifySeal(of what: String, at key: [UInt8]) throws {
    guard let value = try reader.value(for: key.rawSpan, in: tables.meta.engine) else { return }
    _ = try opened(value, key.rawSpan, tables.meta, what)
  }

  /// Each row, owner and deadline equals the fold of its events under the settings of the log, and there are no others.
  @_lifetime(self: copy self)
  mutating func verifyLineages() throws {
    let context = FoldContext(policy: policy ?? .standard, terms: catalog?.terms ?? [:])
    let derivation = Derivation(tables: tables, context: context)
    var deadlines = 0
    var cursor = try reader.cursor(in: tables.timeline.engine)
    var isThere = try cursor.first()
    while isThere {
      let lineage: Lineage
      do {
        lineage = try Key.timeline(cursor.key).lineage
      } catch {
        report.found(.timeline, "a key is not readable: \(error)")
        isThere = try cursor.next()
        continue
      }
      report.lineages += 1
      do {
        if let outcome = try derivation.outcome(of: lineage, in: reader) {
          let owner = outcome.lineage.owner
          try expect(
            outcome.lineage.encoded(), at: Key.lineage(lineage), in: tables.lineages, "lineage \(lineage)")
          try expect(
            outcome.row.encoded(), at: Key.entitlement(owner, lineage), in: tables.entitlements,
            "the row of lineage \(lineage)")
          for instant in outcome.deadlines {
            deadlines += 1
            try expect(
              [], at: Key.deadline(instant, owner, lineage), in: tables.deadlines,
              "the deadline \(instant.epochMilliseconds) of lineage \(lineage)")
          }
        }
      } catch {
        try found(.timeline, "lineage \(lineage)", error)
      }
      let end = Array(lineage.text.utf8) + [1]
      isThere = try cursor.seek(to: end.rawSpan)
    }
    try expectCount(Int(report.lineages), in: tables.lineages)
    try expectCount(Int(report.lineages), in: tables.entitlements)
    try expectCount(deadlines, in: tables.deadlines)
  }

  @_lifetime(self: copy self)
  private mutating func expect(_ payload: [UInt8], at key: [UInt8], in table: StoreTable, _ what: String)
    throws
  {
    guard let value = try reader.value(for: key.rawSpan, in: table.engine) else {
      report.found(table.name, "\(what) is missing")
      return
    }
    guard let found = try opened(value, key.rawSpan, table, what) else { return }
    if !found.isEqual(to: payload.rawSpan) { report.found(table.name, "\(what) is not what the log says") }
  }

  /// With every expected entry found, a greater count means entries that nothing accounts for.
  @_lifetime(self: copy self)
  private mutating func expectCount(_ expected: Int, in table: StoreTable) throws {
    let found = try reader.count(of: table.engine)
    if found > expected {
      report.found(table.name, "\(found - expected) entries belong to nothing in the log")
    }
  }
}
