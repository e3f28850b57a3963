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
        let position = record.position
        try expect(
          DateRecord.encoded(sequence), at: Key.date(position), in: tables.byDate, "event \(sequence)")
        for entry in record.timeline(at: sequence) {
          entries += 1
          try expect(
            entry.encoded(), at: Key.timeline(entry.facts.lineage, position), in: tables.timeline,
            "event \(sequence) in lineage \(entry.facts.lineage)")
        }
        settings.apply(record)
        if case .act(.account(let act)) = record.body { note(act, at: sequence) }
      }
      if sequence % 1_024 == 0 { try progress(sequence) }
      isThere = try cursor.next()
    }
    try expectCount(dates, in: tables.byDate)
    try expectCount(entries, in: tables.timeline)
  }

  /// The first act about a token stands.
  @_lifetime(self: copy self)
  private mutating func note(_ act: AccountAct, at sequence: UInt64) {
    let account = Account(subject: act.subject, since: sequence)
    let key = Key.account(act.token)
    if let known = accounts[key] {
      guard let first = try? Account(known.rawSpan), first.subject == act.subject else { return }
    } else {
      accounts[key] = account.encoded()
    }
    if act.isMinted { accounts[Key.minted(act.subject)] = MintedRecord.encoded(act.token) }
  }

  /// Catalog and policies are the ones last set in the log; what else is set beside the log is what was written.
  @_lifetime(self: copy self)
  mutating func verifySettings() throws {
    try verifySeal(of: "what the store is", at: MetaKey.store)
    try verifySeal(of: "the list of apps", at: MetaKey.apps)
    try verifySeal(of: "the count of refused input", at: MetaKey.refused)
    for setting in settings.stored {
      try verifySetting(setting.name, at: setting.key, is: setting.payload)
    }
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
    let derivation = Derivation(
      tables: tables, context: settings.context, identity: settings.identity ?? .standard)
    let stacks = StackMemory()
    var (rows, deadlines, mentions) = (0, 0, 0)
    for (key, payload) in accounts { try expect(payload, at: key, in: tables.accounts, "an account") }
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
        if let outcome = try derivation.outcome(of: lineage, in: reader, stacks) {
          try verify(outcome, of: lineage)
          rows += outcome.holders.count
          deadlines += outcome.holders.count * Set(outcome.deadlines).count
          mentions += outcome.mentions.count
        }
      } catch {
        try found(.timeline, "lineage \(lineage)", error)
      }
      let end = Array(lineage.text.utf8) + [1]
      isThere = try cursor.seek(to: end.rawSpan)
    }
    try expectCount(Int(report.lineages), in: tables.lineages)
    try expectCount(rows, in: tables.entitlements)
    try expectCount(deadlines, in: tables.deadlines)
    try expectCount(accounts.count + mentions, in: tables.accounts)
  }

  @_lifetime(self: copy self)
  private mutating func verify(_ outcome: Derivation.Outcome, of lineage: Lineage) throws {
    try expect(
      outcome.record.encoded(), at: Key.lineage(lineage), in: tables.lineages, "lineage \(lineage)")
    for (key, payload) in outcome.mentions {
      try expect(payload, at: key, in: tables.accounts, "a mention in lineage \(lineage)")
    }
    guard let row = outcome.row?.encoded() else { return }
    for holder in outcome.holders {
      try expect(
        row, at: Key.entitlement(holder, lineage), in: tables.entitlements, "the row of lineage \(lineage)")
      for instant in outcome.deadlines {
        try expect(
          [], at: Key.deadline(instant, holder, lineage), in: tables.deadlines,
          "the deadline \(instant.epochMilliseconds) of lineage \(lineage)")
      }
    }
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
