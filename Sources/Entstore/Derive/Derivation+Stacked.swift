import EntstoreCodec
import EntstoreLMDB

/// Lineages with products that stack, from when it is known who holds them until their rows can be written: those of an owner
/// are worked out together, once every one of them is where it belongs.
struct StackedRows {
  private(set) var waiting: [Lineage: Waiting] = [:]

  struct Waiting {
    /// Who holds it from now on.
    var outcome: Derivation.Outcome
    /// What is stored of it; `nil`: nothing yet.
    let before: Derivation.Outcome?
  }

  func waits(_ lineage: Lineage) -> Bool { waiting[lineage] != nil }

  /// - Parameter before: What counts is what was stored the first time.
  mutating func wait(_ lineage: Lineage, _ outcome: Derivation.Outcome, before: Derivation.Outcome?) {
    if waiting[lineage] == nil {
      waiting[lineage] = Waiting(outcome: outcome, before: before)
    } else {
      waiting[lineage]?.outcome = outcome
    }
  }

  /// Whoever owns one of them, or did, because something may have changed for all of their lineages; with those that wait to be
  /// written under them.
  fileprivate var owners: [Subject: [Lineage]] {
    var owners: [Subject: [Lineage]] = [:]
    for (lineage, waiting) in waiting {
      if let owner = waiting.outcome.holding.owner { owners[owner, default: []].append(lineage) }
      if let owner = waiting.before?.holding.owner { owners[owner, default: []] += [] }
    }
    return owners
  }
}

extension Derivation {
  /// Writes the rows that wait, and those of their owners' other lineages that follow from them.
  ///
  /// - Complexity: O(*e*) for the *e* events of all lineages of each owner concerned.
  func writeRows(
    _ stacked: StackedRows, _ deadlines: inout DeadlineChanges, in engine: inout WriteTransaction
  ) throws {
    if stacked.waiting.isEmpty { return }
    for (lineage, waiting) in stacked.waiting.sorted(by: { $0.key < $1.key })
    where waiting.outcome.holding.owner == nil {
      guard var folded = try folded(lineage, in: engine.reader) else { continue }
      folded.fold.stackAlone(in: lineage)
      try writeRow(of: folded, waiting, &deadlines, in: &engine)
    }
    for (owner, arriving) in stacked.owners.sorted(by: { $0.key < $1.key }) {
      try writeRows(of: owner, arriving, stacked, &deadlines, in: &engine)
    }
  }

  /// - Parameter arriving: Lineages of the owner that may still have their row elsewhere, or none.
  private func writeRows(
    of owner: Subject, _ arriving: [Lineage], _ stacked: StackedRows, _ deadlines: inout DeadlineChanges,
    in engine: inout WriteTransaction
  ) throws {
    let lineages = Set(try engine.reader.lineages(of: owner, in: tables)).union(arriving).sorted()
    var all: [Folded] = []
    for lineage in lineages {
      guard let folded = try folded(lineage, in: engine.reader), !folded.fold.stackingProducts.isEmpty
      else { continue }
      all.append(folded)
    }
    let stack = Stack(
      all.flatMap { $0.fold.stackedPurchases(in: $0.lineage) }, terms: context.terms)
    for var folded in all {
      folded.fold.starts = stack.starts(in: folded.lineage)
      try writeRow(of: folded, stacked.waiting[folded.lineage], &deadlines, in: &engine)
    }
  }

  /// - Parameter waiting: `nil` where nothing but the row may change.
  private func writeRow(
    of folded: Folded, _ waiting: StackedRows.Waiting?, _ deadlines: inout DeadlineChanges,
    in engine: inout WriteTransaction
  ) throws {
    let before =
      if let waiting { waiting.before } else { try stored(folded.lineage, in: engine.reader) }
    guard var outcome = waiting?.outcome ?? before else { return }
    outcome.row = folded.row
    try writeRows(of: folded.lineage, outcome, before: before, &deadlines, in: &engine)
  }
}
