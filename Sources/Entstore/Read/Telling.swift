import EntstoreCodec
import EntstoreLMDB

/// Under which terms, and of what, a lineage is folded again beside its row.
struct Telling {
  let context: FoldContext
  /// What had been said by then; `nil`: all of it.
  var asOf: Instant?
  /// What had been heard here by then; `nil`: all of it.
  var knownAt: Instant?
}

extension Snapshot {
  /// Folds `lineage` again, each purchase that waits for another of its owner in its place.
  ///
  /// - Complexity: O(log *n*) and the events of the lineage; where it has products that stack, those of its owner.
  func fold(_ lineage: Lineage, _ telling: Telling) throws -> LineageFold {
    var fold = try ownFold(lineage, telling)
    if fold.stackingProducts.isEmpty { return fold }
    let stack =
      if let owner = try owner(of: lineage) {
        try stack(of: owner, telling)
      } else {
        Stack(fold.stackedPurchases(in: lineage), terms: telling.context.terms)
      }
    fold.starts = stack.starts(in: lineage)
    return fold
  }

  /// The purchases of all lineages of `owner` that stack.
  func stack(of owner: Subject, _ telling: Telling) throws -> Stack {
    try reader.stack(of: owner, terms: telling.context.terms, in: tables) { try ownFold($0, telling) }
  }

  private func ownFold(_ lineage: Lineage, _ telling: Telling) throws -> LineageFold {
    var fold = LineageFold(context: telling.context, asOf: telling.asOf)
    try forEachTimelineEntry(of: lineage) { position, record in
      if let knownAt = telling.knownAt {
        let heard = try event(record.sequence)?.receivedAt ?? .greatest
        guard heard <= knownAt else { return }
      }
      fold.apply(record.facts, at: position)
    }
    return fold
  }

  func owner(of lineage: Lineage) throws -> Subject? {
    try lineageRecord(lineage)?.owner
  }
}

extension Reader {
  /// Puts the stacking purchases of all lineages of `owner` one behind the other.
  ///
  /// - Parameter fold: Folds one lineage by itself.
  func stack(
    of owner: Subject, terms: [ProductID: TimeSpan], in tables: Tables,
    fold: (Lineage) throws -> LineageFold
  ) throws -> Stack {
    var purchases: [StackedPurchase] = []
    for lineage in try lineages(of: owner, in: tables) {
      purchases += try fold(lineage).stackedPurchases(in: lineage)
    }
    return Stack(purchases, terms: terms)
  }

  /// The lineages that `owner` owns and that have a row.
  func lineages(of owner: Subject, in tables: Tables) throws -> [Lineage] {
    let prefix = Key.entitlementPrefix(owner)
    var lineages: [Lineage] = []
    var cursor = try cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      lineages.append(try Key.entitlement(cursor.key).lineage)
      isThere = try cursor.next()
    }
    return lineages
  }
}
