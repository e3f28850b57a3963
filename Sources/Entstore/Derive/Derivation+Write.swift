import EntstoreCodec
import EntstoreLMDB

extension Derivation {
  /// Derives lineages, and those that hang on them, until nothing changes any more.
  func deriveAll(_ touched: Set<Lineage>, in engine: inout WriteTransaction) throws {
    var waiting = touched
    var stacked = StackedRows()
    var deadlines = DeadlineChanges()
    while !waiting.isEmpty {
      let lineages = waiting.sorted()
      waiting.removeAll(keepingCapacity: true)
      for lineage in lineages { waiting.formUnion(try derive(lineage, &stacked, &deadlines, in: &engine)) }
    }
    try writeRows(stacked, &deadlines, in: &engine)
    try deadlines.write(to: tables.deadlines, in: &engine)
  }

  /// Folds `lineage` and writes what has changed: nothing else, because pages written are what a commit costs.
  ///
  /// - Returns: The lineages that hang on what has changed.
  private func derive(
    _ lineage: Lineage, _ stacked: inout StackedRows, _ deadlines: inout DeadlineChanges,
    in engine: inout WriteTransaction
  ) throws -> [Lineage] {
    guard let folded = try folded(lineage, in: engine.reader) else {
      try forget(lineage, &deadlines, in: &engine)
      return []
    }
    let outcome = try held(lineage, by: folded.holders, row: folded.row, in: engine.reader)
    let waits = stacked.waits(lineage)
    let before = waits ? nil : try stored(lineage, in: engine.reader)
    if before?.record != outcome.record {
      try engine.put(outcome.record.encoded(), for: Key.lineage(lineage), in: tables.lineages)
    }
    if folded.fold.stackingProducts.isEmpty {
      try writeRows(of: lineage, outcome, before: before, &deadlines, in: &engine)
    } else {
      stacked.wait(lineage, outcome, before: before)
    }
    return try writeMentions(outcome, in: &engine)
  }

  /// Takes out all that is derived of a lineage of which nothing is said any more.
  private func forget(
    _ lineage: Lineage, _ deadlines: inout DeadlineChanges, in engine: inout WriteTransaction
  ) throws {
    guard let before = try stored(lineage, in: engine.reader) else { return }
    try writeRows(of: lineage, Outcome(holding: Holding(), row: nil), before: before, &deadlines, in: &engine)
    try engine.remove(Key.lineage(lineage), in: tables.lineages)
  }

  /// A lineage that moves moves wholly: at no instant do two subjects hold it, or none.
  func writeRows(
    of lineage: Lineage, _ outcome: Outcome, before: Outcome?, _ changes: inout DeadlineChanges,
    in engine: inout WriteTransaction
  ) throws {
    // One organisation may share with thousands: each is looked up, not searched for.
    let (holders, holdersBefore) = (Set(outcome.holders), Set(before?.holders ?? []))
    let deadlinesBefore = Set(before?.deadlines ?? [])
    for holder in before?.holders ?? [] where !holders.contains(holder) {
      try engine.remove(Key.entitlement(holder, lineage), in: tables.entitlements)
      for instant in deadlinesBefore {
        changes.remove(Key.deadline(instant, holder, lineage))
      }
    }
    guard let row = outcome.row else { return }
    let deadlines = Set(outcome.deadlines)
    for holder in outcome.holders {
      let isNew = !holdersBefore.contains(holder)
      if isNew || before?.row != row {
        try engine.put(row.encoded(), for: Key.entitlement(holder, lineage), in: tables.entitlements)
      }
      let known = isNew ? [] : deadlinesBefore
      for instant in known.subtracting(deadlines) {
        changes.remove(Key.deadline(instant, holder, lineage))
      }
      for instant in deadlines.subtracting(known).sorted() {
        changes.put(Key.deadline(instant, holder, lineage))
      }
    }
  }

  /// - Returns: The other lineages shared with a family member, where what is known of the member has changed.
  private func writeMentions(
    _ outcome: Outcome, in engine: inout WriteTransaction
  ) throws -> [Lineage] {
    var touched: [Lineage] = []
    for (key, payload) in outcome.mentions.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      if try engine.reader.payload(for: key.rawSpan, in: tables.accounts)?.isEqual(to: payload.rawSpan)
        == true
      {
        continue
      }
      try engine.put(payload, for: key, in: tables.accounts)
      guard let prefix = Key.familyPrefix(in: key) else { continue }
      try engine.reader.forEachKey(under: prefix, in: tables.accounts) { sibling in
        touched.append(try Key.lineage(in: sibling, behind: prefix))
      }
    }
    return touched
  }

  func stored(_ lineage: Lineage, in reader: Reader) throws -> Outcome? {
    let key = Key.lineage(lineage)
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.lineages) else { return nil }
    let record = try LineageRecord(payload)
    guard record.hasRow else { return Outcome(holding: record.holding, row: nil) }
    let rowKey = Key.entitlement(record.holding.owner, lineage)
    guard let row = try reader.payload(for: rowKey.rawSpan, in: tables.entitlements) else {
      throw StoreError.damaged(table: "entitlements", reason: .missing(what: "the row of lineage \(lineage)"))
    }
    return Outcome(holding: record.holding, row: try RowRecord(row))
  }
}
