import EntstoreCodec
import EntstoreLMDB

/// From an event of the log to its entries in the indexes: what an append and a rebuild share.
struct Indexing {
  let tables: Tables

  /// Puts events into `by_date`, `timeline` and `accounts` in the order of their keys: what lies side by side is written together.
  ///
  /// - Precondition: Events come in the order of the log.
  /// - Returns: The lineages whose derivation may have changed, each with the earliest place that concerns it.
  func index(
    _ events: [(sequence: UInt64, record: EventRecord)], in engine: inout WriteTransaction
  ) throws -> [Lineage: EventPosition] {
    var touched: [Lineage: EventPosition] = [:]
    var dates: [Entry] = []
    var entries: [Entry] = []
    for (sequence, record) in events {
      let position = record.position
      dates.append(Entry(key: Key.date(position), payload: DateRecord.encoded(sequence)))
      for entry in record.timeline(at: sequence) {
        touched[entry.facts.lineage, default: position].lower(to: position)
        entries.append(Entry(key: Key.timeline(entry.facts.lineage, position), payload: entry.encoded()))
      }
      if case .act(.account(let act)) = record.body {
        for lineage in try open(act, at: sequence, in: &engine) {
          touched[lineage, default: position].lower(to: position)
        }
      }
    }
    for entry in dates.sorted() { try engine.put(entry.payload, for: entry.key, in: tables.byDate) }
    for entry in entries.sorted() { try engine.put(entry.payload, for: entry.key, in: tables.timeline) }
    return touched
  }

  private struct Entry: Comparable {
    let key: [UInt8]
    let payload: [UInt8]

    static func < (a: Self, b: Self) -> Bool { a.key.rawSpan.precedes(b.key.rawSpan) }
  }

  /// Puts the event at `sequence` into `by_date`, `timeline` and `accounts`.
  ///
  /// - Precondition: Events come in the order of the log.
  /// - Returns: The lineages whose derivation may have changed.
  func index(
    _ record: EventRecord, at sequence: UInt64, in engine: inout WriteTransaction
  ) throws -> [Lineage] {
    let position = record.position
    try engine.put(DateRecord.encoded(sequence), for: Key.date(position), in: tables.byDate)
    var touched: [Lineage] = []
    for entry in record.timeline(at: sequence) {
      let lineage = entry.facts.lineage
      try engine.put(entry.encoded(), for: Key.timeline(lineage, position), in: tables.timeline)
      touched.append(lineage)
    }
    if case .act(.account(let act)) = record.body {
      touched += try open(act, at: sequence, in: &engine)
    }
    return touched
  }

  /// The first act about a token stands: a token that is somebody's is nobody else's.
  private func open(
    _ act: AccountAct, at sequence: UInt64, in engine: inout WriteTransaction
  ) throws -> [Lineage] {
    if let known = try engine.reader.account(act.token, in: tables) {
      guard known.subject == act.subject else { return [] }
    } else {
      let account = Account(subject: act.subject, since: sequence)
      try engine.put(account.encoded(), for: Key.account(act.token), in: tables.accounts)
    }
    if act.isMinted {
      try engine.put(MintedRecord.encoded(act.token), for: Key.minted(act.subject), in: tables.accounts)
    }
    return try engine.reader.lineages(naming: act.token, in: tables)
  }
}

extension EventPosition {
  fileprivate mutating func lower(to other: EventPosition) { self = min(self, other) }
}

extension Reader {
  /// Whom `token` stands for; `nil` where nobody made it known.
  func account(_ token: AccountToken, in tables: Tables) throws -> Account? {
    let key = Key.account(token)
    guard let payload = try payload(for: key.rawSpan, in: tables.accounts) else { return nil }
    return try Account(payload)
  }

  /// Lineages that may have another owner once `token` is known: those that it pairs as a subject of its own, and those that
  /// wait for it.
  fileprivate func lineages(naming token: AccountToken, in tables: Tables) throws -> [Lineage] {
    let itself = Key.entitlementPrefix(Subject(canonical: token.text))
    var lineages: [Lineage] = []
    try forEachKey(under: itself, in: tables.entitlements) { key in
      lineages.append(try Key.entitlement(key).lineage)
    }
    let mentions = Key.mentionPrefix(token)
    try forEachKey(under: mentions, in: tables.accounts) { key in
      lineages.append(try Key.lineage(in: key, behind: mentions))
    }
    return lineages
  }

  /// Walks the keys that begin with `prefix`.
  func forEachKey(under prefix: [UInt8], in table: StoreTable, _ body: (RawSpan) throws -> Void) throws {
    var cursor = try cursor(in: table.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      try body(cursor.key)
      isThere = try cursor.next()
    }
  }
}
