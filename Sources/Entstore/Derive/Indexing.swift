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
    _ events: [(sequence: UInt64, event: LoggedRecord)], in engine: inout WriteTransaction
  ) throws -> [Lineage: EventPosition] {
    var touched: [Lineage: EventPosition] = [:]
    var dates: [Entry] = []
    var entries: [Entry] = []
    var erasures: [(sequence: UInt64, act: Erasure)] = []
    for (sequence, event) in events {
      let position = event.position
      dates.append(Entry(key: Key.date(position), payload: DateRecord.event(sequence).encoded()))
      guard let record = event.record else { continue }
      for entry in record.timeline(at: sequence) {
        touched[entry.facts.lineage, default: position].lower(to: position)
        entries.append(Entry(key: Key.timeline(entry.facts.lineage, position), payload: entry.encoded()))
      }
      if case .act(.account(let act)) = record.body {
        for lineage in try open(act, at: sequence, in: &engine) {
          touched[lineage, default: position].lower(to: position)
        }
      }
      if case .act(.erasure(let act)) = record.body { erasures.append((sequence, act)) }
    }
    for entry in dates.sorted() { try engine.put(entry.payload, for: entry.key, in: tables.byDate) }
    for entry in entries.sorted() { try engine.put(entry.payload, for: entry.key, in: tables.timeline) }
    for (sequence, act) in erasures { try expect(act, at: sequence, in: &engine) }
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
    try engine.put(DateRecord.event(sequence).encoded(), for: Key.date(position), in: tables.byDate)
    var touched: [Lineage] = []
    for entry in record.timeline(at: sequence) {
      let lineage = entry.facts.lineage
      try engine.put(entry.encoded(), for: Key.timeline(lineage, position), in: tables.timeline)
      touched.append(lineage)
    }
    if case .act(.account(let act)) = record.body {
      touched += try open(act, at: sequence, in: &engine)
    }
    if case .act(.erasure(let act)) = record.body { try expect(act, at: sequence, in: &engine) }
    return touched
  }

  /// Puts down what becomes of events that an erasure speaks of and that have not come yet.
  private func expect(_ act: Erasure, at sequence: UInt64, in engine: inout WriteTransaction) throws {
    func put(_ record: DateRecord, _ position: EventPosition) throws {
      try engine.put(record.encoded(), for: Key.date(position), in: tables.byDate)
    }
    for position in act.erased {
      switch try engine.reader.place(of: position, in: tables) {
      case nil, .redacted: try put(.erased(by: sequence), position)
      case .event, .erased: break
      }
    }
    for redaction in act.redacted {
      switch try engine.reader.place(of: redaction.position, in: tables) {
      case nil: try put(.redacted(by: [sequence]), redaction.position)
      case .redacted(let acts): try put(.redacted(by: acts + [sequence]), redaction.position)
      case .event, .erased: break
      }
    }
  }

  /// The first act about a token stands: a token that is somebody's is nobody else's.
  func open(
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
  /// What stands at `position`; `nil` if nothing was ever heard of it.
  func place(of position: EventPosition, in tables: Tables) throws -> DateRecord? {
    let key = Key.date(position)
    guard let payload = try payload(for: key.rawSpan, in: tables.byDate) else { return nil }
    return try DateRecord(payload)
  }

  /// Whom `token` stands for; `nil` where nobody made it known.
  func account(_ token: AccountToken, in tables: Tables) throws -> Account? {
    let key = Key.account(token)
    guard let payload = try payload(for: key.rawSpan, in: tables.accounts) else { return nil }
    return try Account(payload)
  }

  /// The token last minted for `subject`.
  func mintedToken(for subject: Subject, in tables: Tables) throws -> AccountToken? {
    let key = Key.minted(subject)
    guard let payload = try payload(for: key.rawSpan, in: tables.accounts) else { return nil }
    return try MintedRecord.token(payload)
  }

  /// Lineages that may have another owner once `token` is known: those that it pairs as a subject of its own, and those that
  /// wait for it.
  func lineages(naming token: AccountToken, in tables: Tables) throws -> [Lineage] {
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
}
