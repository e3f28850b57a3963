import EntstoreCodec
import EntstoreLMDB

/// Under which terms, and of what, a lineage is folded again beside its row.
struct Telling {
  let context: FoldContext
  /// What had been said by then; `nil`: all of it.
  var asOf: Instant?
  /// What had been heard here by then; `nil`: all of it.
  var knownAt: Instant?
  /// One question is about the lineages of few owners.
  private let stacks = StackMemory()

  init(context: FoldContext, asOf: Instant? = nil, knownAt: Instant? = nil) {
    self.context = context
    self.asOf = asOf
    self.knownAt = knownAt
  }

  func stack(of owner: Subject, _ make: () throws -> Stack) rethrows -> Stack {
    try stacks.stack(of: owner, make)
  }
}

extension Snapshot {
  /// Folds `lineage` again, each purchase that waits for another of its owner in its place.
  ///
  /// - Complexity: O(log *n*) and the events of the lineage; where it has products that stack, those of its owner.
  func fold(_ lineage: Lineage, _ telling: Telling) throws -> LineageFold {
    var fold = try ownFold(lineage, telling)
    if fold.stackingProducts.isEmpty { return fold }
    guard let owner = try reader.owner(of: lineage, in: tables) else {
      fold.stackAlone(in: lineage)
      return fold
    }
    let stack = try telling.stack(of: owner) {
      try reader.stack(of: owner, terms: telling.context.terms, in: tables) { try ownFold($0, telling) }
    }
    fold.starts = stack.starts(in: lineage)
    return fold
  }

  private func ownFold(_ lineage: Lineage, _ telling: Telling) throws -> LineageFold {
    var fold = LineageFold(context: telling.context, asOf: telling.asOf)
    try forEachTimelineEntry(of: lineage) { position, record in
      guard record.isFolded else { return }
      if let knownAt = telling.knownAt {
        guard let event = try event(record.sequence) else {
          throw StoreError.damaged(table: "events", reason: .missing(what: "event \(record.sequence)"))
        }
        guard event.receivedAt <= knownAt else { return }
      }
      fold.apply(record.facts, at: position)
    }
    return fold
  }
}
