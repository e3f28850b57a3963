import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// How many events the log holds; also the sequence of the last one.
  public func eventCount() throws -> UInt64 {
    try Head.load(reader, tables).sequence
  }

  /// The event at `sequence`; `nil` if the log does not reach so far.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)`` where it should be there and is not.
  /// - Complexity: O(log *n*).
  public func event(_ sequence: UInt64) throws -> LoggedEvent? {
    let key = Key.event(sequence)
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.events) else {
      if try sequence > 0 && sequence <= eventCount() { throw Self.missing(sequence) }
      return nil
    }
    return try loggedEvent(LogEntry(payload), sequence: sequence)
  }

  /// Every event after `sequence`, in the order of the log; of an erased one what is left (``LoggedEvent/isErased``).
  ///
  /// Each is held to the chain before it is handed out, and the last one to the end of the log: nothing else tells events of another
  /// store, whose checksums are right.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)`` where the log, or its chain, does not hold; what `body` throws.
  public func forEachEvent(after sequence: UInt64 = 0, _ body: (LoggedEvent) throws -> Void) throws {
    let head = try Head.load(reader, tables)
    var link = try link(of: sequence)
    try reader.readingAhead {
      try walkLog(after: sequence) { sequence, payload in
        let entry = try LogEntry(payload)
        guard LogEntry.link(link, sequence, digest: entry.digest) == entry.link else {
          throw Self.unlinked("event \(sequence) does not follow from the one before it")
        }
        link = entry.link
        try body(loggedEvent(entry, sequence: sequence))
      }
    }
    if sequence <= head.sequence, link != head.link {
      throw Self.unlinked("event \(head.sequence) is not the one that the log ended with")
    }
  }

  /// The link of the event at `sequence`, and what precedes the first event; of no use where the log does not reach so far.
  private func link(of sequence: UInt64) throws -> [UInt8] {
    let key = Key.event(sequence)
    guard sequence > 0, let payload = try reader.payload(for: key.rawSpan, in: tables.events) else {
      if try sequence > 0 && sequence <= eventCount() { throw Self.missing(sequence) }
      return Head.empty.link
    }
    return try LogEntry.link(of: payload)
  }

  private static func unlinked(_ what: String) -> StoreError {
    .damaged(table: TableName.events.rawValue, reason: .pages(what: "by the chain of digests, " + what))
  }

  /// Every catalog that was put in force, in the order of the log.
  ///
  /// - Parameter progress: Called now and then with the number of events seen; throwing stops.
  /// - Complexity: O(*n*) for *n* events, of which only the store's own are read in full.
  public func forEachCatalog(
    progress: (UInt64) throws -> Void = { _ in }, _ body: (LoggedEvent, Catalog) throws -> Void
  ) throws {
    try walkLog(after: 0) { sequence, payload in
      if try LogEntry.rail(payload) == .local {
        let event = try loggedEvent(LogEntry(payload), sequence: sequence)
        if case .catalog(let catalog) = event.draft.act { try body(event, catalog) }
      }
      if sequence % 1_024 == 0 { try progress(sequence) }
    }
  }

  private func walkLog(after sequence: UInt64, _ body: (UInt64, RawSpan) throws -> Void) throws {
    let start = Key.event(sequence + 1)
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.seek(to: start.rawSpan)
    var expected = sequence
    while isThere {
      let sequence = try Key.sequence(cursor.key)
      expected += 1
      guard sequence == expected else { throw Self.missing(expected) }
      try body(sequence, Seal.opened(cursor.value, key: cursor.key, in: tables.events))
      isThere = try cursor.next()
    }
    // A page of the engine's that leads nowhere looks like the end.
    if try expected < eventCount() { throw Self.missing(expected + 1) }
  }

  private static func missing(_ sequence: UInt64) -> StoreError {
    .damaged(table: TableName.events.rawValue, reason: .missing(what: "event \(sequence)"))
  }

  private func loggedEvent(_ entry: LogEntry, sequence: UInt64) throws -> LoggedEvent {
    try LoggedEvent(entry.event, sequence: sequence, environment: environment) { try blob($0) }
  }

  private func blob(_ digest: [UInt8]) throws -> [UInt8] {
    guard let payload = try reader.payload(for: digest.rawSpan, in: tables.blobs) else {
      throw StoreError.damaged(table: "blobs", reason: .missing(what: "a shared part of a payload"))
    }
    return payload.copied()
  }
}

extension RawSpan {
  func copied() -> [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }
}
