import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// Everything that `subject` has or had, best first; `nil`: the lineages that nobody owns yet.
  ///
  /// - Parameter instant: The instant that is asked about; `nil`: now, and never before the newest signed date of a lineage.
  /// - Parameter knownAt: Only events that this store had received by then count; `nil`: all.
  /// - Complexity: O(log *n*) for *n* rows, plus the subject's own; for the past, plus their events.
  public func entitlements(of subject: Subject?, at instant: Instant? = nil, knownAt: Instant? = nil) throws
    -> [Entitlement]
  {
    let prefix = Key.entitlementPrefix(subject)
    let telling = Telling(context: settings.context, asOf: instant, knownAt: knownAt)
    var found: [Entitlement] = []
    var cursor = try reader.cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      let lineage = try Key.entitlement(cursor.key).lineage
      let row = try RowRecord(Seal.opened(cursor.value, key: cursor.key, in: tables.entitlements))
      found.append(try entitlement(subject, lineage, row, telling))
      isThere = try cursor.next()
    }
    return found.filter { $0.segment.status != .none }.bestFirst()
  }

  /// What one lineage is worth, whoever owns it; `nil` for one never seen.
  public func entitlement(of lineage: Lineage, at instant: Instant? = nil, knownAt: Instant? = nil) throws
    -> Entitlement?
  {
    guard let record = try lineageRecord(lineage), record.hasRow else { return nil }
    let owner = record.holding.owner
    let key = Key.entitlement(owner, lineage)
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.entitlements) else {
      throw StoreError.damaged(table: "entitlements", reason: .missing(what: "the row of lineage \(lineage)"))
    }
    let telling = Telling(context: settings.context, asOf: instant, knownAt: knownAt)
    return try entitlement(owner, lineage, RowRecord(payload), telling)
  }

  /// The answer to `key` at `instant`, with the lineage that gives it.
  public func access(
    of subject: Subject, to key: EntitlementKey, at instant: Instant?, knownAt: Instant? = nil
  ) throws -> (Access, Entitlement?) {
    try entitlements(of: subject, at: instant, knownAt: knownAt)
      .access(to: key, at: instant ?? now, catalog: settings.index)
  }

  func lineageRecord(_ lineage: Lineage) throws -> LineageRecord? {
    let key = Key.lineage(lineage)
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.lineages) else { return nil }
    return try LineageRecord(payload)
  }

  private func entitlement(
    _ subject: Subject?, _ lineage: Lineage, _ row: RowRecord, _ telling: Telling
  ) throws -> Entitlement {
    let row = try told(row, of: lineage, telling)
    return Entitlement(
      subject: subject, lineage: lineage, rail: row.rail, schedule: row.schedule, summary: row.summary,
      at: telling.asOf ?? now, catalog: settings.index)
  }

  /// The row of `lineage` as it was: where it must be, folded again, with what had been said, and heard here, by then.
  func told(_ row: RowRecord, of lineage: Lineage, _ telling: Telling) throws -> RowRecord {
    guard telling.knownAt != nil || telling.asOf.map({ $0 < row.summary.signedAt || mayWait(row) }) == true
    else { return row }
    let fold = try fold(lineage, telling)
    return RowRecord(rail: row.rail, schedule: fold.schedule(from: telling.asOf), summary: fold.summary)
  }

  /// Whether another lineage of the owner has a say in the row: what was said of that one at an instant is told by neither's
  /// row alone.
  private func mayWait(_ row: RowRecord) -> Bool {
    let stacking = settings.catalog.stacking
    if stacking.isEmpty { return false }
    return row.summary.product.map(stacking.contains) == true
      || row.schedule.segments.contains { $0.product.map(stacking.contains) == true }
  }

  func forEachTimelineEntry(
    of lineage: Lineage, _ body: (EventPosition, TimelineRecord) throws -> Void
  ) throws {
    try reader.forEachTimelineEntry(of: lineage, in: tables.timeline, body)
  }
}

extension Reader {
  /// Every event's facts about `lineage`, in the total order.
  ///
  /// - Parameter last: Only those behind this position; `nil`: all.
  func forEachTimelineEntry(
    of lineage: Lineage, after last: EventPosition? = nil, in table: StoreTable,
    _ body: (EventPosition, TimelineRecord) throws -> Void
  ) throws {
    let prefix = Key.timelinePrefix(lineage)
    var record: TimelineRecord?
    var cursor = try cursor(in: table.engine)
    let first = last.map { Key.timeline(lineage, $0) + [0] } ?? prefix
    var isThere = try cursor.seek(to: first.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      let position = try Key.position(in: cursor.key, behind: prefix)
      let payload = try Seal.opened(cursor.value, key: cursor.key, in: table)
      let next = try TimelineRecord(payload, lineage: lineage, like: record)
      try body(position, next)
      record = next
      isThere = try cursor.next()
    }
  }
}
