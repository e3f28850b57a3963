import EntstoreCodec
import EntstoreLMDB

extension Verifier {
  /// Looks up every event's entry in each index, to say which is missing or wrong, and counts what belongs to none.
  @_lifetime(self: copy self)
  mutating func verifyIndexesAgainstTheLog() throws {
    var dates = 0
    var entries = 0
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.first()
    while isThere {
      // What is wrong with the event itself has been said; here only what stands beside it counts.
      if let sequence = try? Key.sequence(cursor.key),
        let event = try? LogEntry.event(
          of: Seal.opened(cursor.value, key: cursor.key, in: tables.events))
      {
        dates += 1
        let position = event.position
        try expect(
          DateRecord.event(sequence).encoded(), at: Key.date(position), in: tables.byDate, "event \(sequence)"
        )
        for entry in event.record?.timeline(at: sequence) ?? [] {
          entries += 1
          try expect(
            entry.encoded(), at: Key.timeline(entry.facts.lineage, position), in: tables.timeline,
            "event \(sequence) in lineage \(entry.facts.lineage)")
        }
        if sequence % 1_024 == 0 { try progress(sequence) }
      }
      isThere = try cursor.next()
    }
    for (key, payload) in awaited {
      try expect(payload, at: key, in: tables.byDate, "what an erasure says of an event that has not come")
    }
    try expectCount(dates + awaited.count, in: tables.byDate)
    try expectCount(entries, in: tables.timeline)
  }

  /// The first act about a token stands.
  @_lifetime(self: copy self)
  mutating func note(_ act: AccountAct, at sequence: UInt64) {
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
    _ = try report.opened(value, key.rawSpan, tables.meta, what)
  }

  @_lifetime(self: copy self)
  mutating func verifyAccounts() throws {
    for (key, payload) in accounts { try expect(payload, at: key, in: tables.accounts, "an account") }
  }

  /// Every row, owner and deadline that the lineages come to is there; now there are no others.
  @_lifetime(self: copy self)
  mutating func verifyCounts(_ lineages: [LineageReading.Part]) throws {
    try expectCount(Int(report.lineages), in: tables.lineages)
    try expectCount(lineages.reduce(0) { $0 + $1.rows }, in: tables.entitlements)
    try expectCount(lineages.reduce(0) { $0 + $1.deadlines }, in: tables.deadlines)
    try expectCount(accounts.count + lineages.reduce(0) { $0 + $1.mentions }, in: tables.accounts)
  }

  @_lifetime(self: copy self)
  private mutating func expect(
    _ payload: [UInt8], at key: [UInt8], in table: StoreTable, _ what: @autoclosure () -> String
  ) throws {
    try report.expect(payload, at: key, in: table, of: reader, what())
  }

  /// With every expected entry found, a greater count means entries that nothing accounts for.
  @_lifetime(self: copy self)
  private mutating func expectCount(_ expected: Int, in table: StoreTable) throws {
    let found = try reader.count(of: table.engine)
    if found > expected {
      let entries = found - expected == 1 ? "1 entry belongs" : "\(found - expected) entries belong"
      report.found(table.name, "\(entries) to nothing in the log")
    }
  }
}
