import EntstoreCodec
import EntstoreLMDB

/// Folds the lineages of a part of the timeline, and compares what they come to with what is stored.
struct LineageReading: Sendable {
  let tables: Tables
  let derivation: Derivation
  let seed: UInt64
  let stacks = StackMemory()

  /// What a part of the timeline comes to.
  struct Part: Sendable {
    var report = VerifyReport()
    /// What stands in `timeline`.
    var timeline: EntrySum
    /// How many entries should stand in `entitlements`, `deadlines` and, made by lineages, in `accounts`.
    var rows = 0
    var deadlines = 0
    var mentions = 0
  }

  /// - Parameter range: Cut between lineages.
  func read(_ range: KeyRange, in reader: Reader) throws -> Part {
    var part = Part(timeline: EntrySum(seed: seed))
    var cursor = try reader.cursor(in: tables.timeline.engine)
    var isThere = try cursor.seek(to: range.first.rawSpan)
    while isThere, range.contains(cursor.key) {
      let lineage: Lineage
      do {
        lineage = try Key.timeline(cursor.key).lineage
      } catch {
        part.report.found(.timeline, "a key is not readable: \(error)")
        isThere = try cursor.next()
        continue
      }
      part.report.lineages += 1
      do {
        let folded = try folded(lineage, at: &cursor, &part.timeline)
        let outcome = try derivation.outcome(of: folded, in: reader, stacks)
        try verify(outcome, of: lineage, in: reader, &part)
      } catch {
        try part.report.found(.timeline, "lineage \(lineage)", error)
      }
      let end = Array(lineage.text.utf8) + [1]
      isThere = try cursor.seek(to: end.rawSpan)
    }
    return part
  }

  private func folded(
    _ lineage: Lineage, at cursor: inout Cursor, _ sum: inout EntrySum
  ) throws -> Derivation.Folded {
    let prefix = Key.timelinePrefix(lineage)
    var folded = Derivation.Folded(lineage: lineage, fold: LineageFold(context: derivation.context))
    var record: TimelineRecord?
    repeat {
      let payload = try Seal.opened(cursor.value, key: cursor.key, in: tables.timeline)
      sum.add(payload, at: cursor.key)
      record = try TimelineRecord(payload, lineage: lineage, like: record)
      folded.apply(record!, at: try Key.position(in: cursor.key, behind: prefix))
    } while try cursor.next() && cursor.key.hasPrefix(prefix.rawSpan)
    return folded
  }

  private func verify(
    _ outcome: Derivation.Outcome, of lineage: Lineage, in reader: Reader, _ part: inout Part
  ) throws {
    part.rows += outcome.holders.count
    part.deadlines += outcome.holders.count * Set(outcome.deadlines).count
    part.mentions += outcome.mentions.count
    try part.report.expect(
      outcome.record.encoded(), at: Key.lineage(lineage), in: tables.lineages, of: reader,
      "lineage \(lineage)")
    for (key, payload) in outcome.mentions {
      try part.report.expect(
        payload, at: key, in: tables.accounts, of: reader, "a mention in lineage \(lineage)")
    }
    guard let row = outcome.row?.encoded() else { return }
    for holder in outcome.holders {
      try part.report.expect(
        row, at: Key.entitlement(holder, lineage), in: tables.entitlements, of: reader,
        "the row of lineage \(lineage)")
      for instant in outcome.deadlines {
        try part.report.expect(
          [], at: Key.deadline(instant, holder, lineage), in: tables.deadlines, of: reader,
          "the deadline \(instant.epochMilliseconds) of lineage \(lineage)")
      }
    }
  }
}

/// Sums up a part of `by_date`.
struct DateReading: Sendable {
  let tables: Tables
  let seed: UInt64

  /// - Returns: `nil` if an entry is damaged.
  func read(_ range: KeyRange, in reader: Reader) throws -> EntrySum? {
    var sum = EntrySum(seed: seed)
    var cursor = try reader.cursor(in: tables.byDate.engine)
    var isThere = try cursor.seek(to: range.first.rawSpan)
    while isThere, range.contains(cursor.key) {
      guard let payload = try? Seal.opened(cursor.value, key: cursor.key, in: tables.byDate) else {
        return nil
      }
      sum.add(payload, at: cursor.key)
      isThere = try cursor.next()
    }
    return sum
  }
}
