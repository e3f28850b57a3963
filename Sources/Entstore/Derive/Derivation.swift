import EntstoreCodec
import EntstoreLMDB

/// From a lineage's timeline to its row, its owner and its deadlines: what every commit, `rebuild` and `verify` share.
struct Derivation {
  let tables: Tables
  let context: FoldContext

  /// Everything derived from one lineage's timeline.
  struct Outcome: Equatable {
    let lineage: LineageRecord
    let row: RowRecord

    /// The instants at which the answer changes by itself.
    var deadlines: [Instant] { row.schedule.segments.compactMap(\.until) }
  }

  /// Folds `lineage`; `nil` if it has no events.
  func outcome(of lineage: Lineage, in reader: Reader) throws -> Outcome? {
    var fold = LineageFold(context: context)
    var rail: Rail?
    try reader.forEachTimelineEntry(of: lineage, in: tables.timeline) { position, record in
      fold.apply(record.facts, at: position)
      rail = record.rail
    }
    guard let rail else { return nil }
    // The token that is earliest in fold order pairs the lineage, whatever arrived first; later ones are kept as doubts.
    let owner = fold.tokens.first.map { Subject(canonical: $0.text) }
    let record = LineageRecord(owner: owner, otherTokens: Array(fold.tokens.dropFirst()))
    return Outcome(
      lineage: record, row: RowRecord(rail: rail, schedule: fold.schedule(), summary: fold.summary))
  }

  /// Folds `lineage` and writes what has changed: nothing else, because pages written are what a commit costs.
  func derive(_ lineage: Lineage, in engine: inout WriteTransaction) throws {
    guard let outcome = try outcome(of: lineage, in: engine.reader) else { return }
    let lineageKey = Key.lineage(lineage)
    let before = try stored(lineage, in: engine.reader)

    let owner = outcome.lineage.owner
    let rowKey = Key.entitlement(owner, lineage)
    var oldDeadlines: Set<Instant> = []
    if let before {
      oldDeadlines = Set(before.deadlines)
      if before.lineage.owner != owner {
        // The lineage moves wholly: at no instant do two subjects hold it, or none.
        try engine.remove(Key.entitlement(before.lineage.owner, lineage), in: tables.entitlements)
        for instant in oldDeadlines {
          try engine.remove(Key.deadline(instant, before.lineage.owner, lineage), in: tables.deadlines)
        }
        oldDeadlines = []
      }
    }
    if before?.lineage != outcome.lineage {
      try engine.put(outcome.lineage.encoded(), for: lineageKey, in: tables.lineages)
    }
    if before?.row != outcome.row || before?.lineage.owner != owner {
      try engine.put(outcome.row.encoded(), for: rowKey, in: tables.entitlements)
    }
    let newDeadlines = Set(outcome.deadlines)
    for instant in oldDeadlines.subtracting(newDeadlines) {
      try engine.remove(Key.deadline(instant, owner, lineage), in: tables.deadlines)
    }
    for instant in newDeadlines.subtracting(oldDeadlines).sorted() {
      try engine.put([], for: Key.deadline(instant, owner, lineage), in: tables.deadlines)
    }
  }

  private func stored(_ lineage: Lineage, in reader: Reader) throws -> Outcome? {
    let key = Key.lineage(lineage)
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.lineages) else { return nil }
    let record = try LineageRecord(payload)
    let rowKey = Key.entitlement(record.owner, lineage)
    guard let row = try reader.payload(for: rowKey.rawSpan, in: tables.entitlements) else {
      throw StoreError.damaged(table: "entitlements", reason: .missing(what: "the row of lineage \(lineage)"))
    }
    return Outcome(lineage: record, row: try RowRecord(row))
  }
}
