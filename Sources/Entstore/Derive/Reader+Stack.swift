import EntstoreCodec
import EntstoreLMDB
import Synchronization

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

  /// The lineages that `owner` owns, of those whose row stands under them: what is shared with somebody stays its owner's.
  func lineages(of owner: Subject, in tables: Tables) throws -> [Lineage] {
    var lineages: [Lineage] = []
    try forEachKey(under: Key.entitlementPrefix(owner), in: tables.entitlements) { key in
      lineages.append(try Key.entitlement(key).lineage)
    }
    return try lineages.filter { try self.owner(of: $0, in: tables) == owner }
  }

  func owner(of lineage: Lineage, in tables: Tables) throws -> Subject? {
    let key = Key.lineage(lineage)
    guard let payload = try payload(for: key.rawSpan, in: tables.lineages) else { return nil }
    return try LineageRecord(payload).holding.owner
  }
}

/// Stacks that were worked out before, by owner: each of an owner's lineages asks for the same one.
final class StackMemory: Sendable {
  private let known = Mutex<[Subject: Stack]>([:])
  /// Beyond this many the oldest knowledge is thrown away.
  private static let capacity = 65_536

  func stack(of owner: Subject, _ make: () throws -> Stack) rethrows -> Stack {
    if let stack = known.withLock({ $0[owner] }) { return stack }
    let stack = try make()
    known.withLock { known in
      if known.count >= Self.capacity { known.removeAll() }
      known[owner] = stack
    }
    return stack
  }
}

extension LineageFold {
  /// Lets the purchases of this lineage wait for each other and for no others.
  mutating func stackAlone(in lineage: Lineage) {
    starts = Stack(stackedPurchases(in: lineage), terms: context.terms).starts(in: lineage)
  }
}
