/// A purchase that lasts for a term and waits for those of its owner before it, as far as its own lineage tells.
package struct StackedPurchase: Hashable, Sendable {
  package let product: ProductID
  package let lineage: Lineage
  package let id: PurchaseID
  package let begunAt: Instant
  /// When it was taken back, or its lineage closed, if it was.
  package let cutAt: Instant?

  package init(
    product: ProductID, lineage: Lineage, id: PurchaseID, begunAt: Instant, cutAt: Instant? = nil
  ) {
    self.product = product
    self.lineage = lineage
    self.id = id
    self.begunAt = begunAt
    self.cutAt = cutAt
  }

  /// The order in which purchases of one product last.
  fileprivate static func precedes(_ a: Self, _ b: Self) -> Bool {
    if a.begunAt != b.begunAt { return a.begunAt < b.begunAt }
    return (a.lineage, a.id) < (b.lineage, b.id)
  }
}

/// From where on each stacked purchase of one owner lasts.
package struct Stack: Hashable, Sendable {
  /// Only those that wait for another; the rest begin when they were bought.
  private var later: [Lineage: [PurchaseID: Instant]] = [:]

  /// Nobody waits for anybody.
  package init() {}

  /// Puts the purchases of one owner one behind the other, each product for itself.
  ///
  /// In the order of (beginning, lineage, id) each lasts from where the one before ends, or from its own beginning if that is
  /// later. One that was taken back ends there, and what follows moves up; before its turn, it takes no time at all.
  ///
  /// - Parameter purchases: All of one owner, in any order.
  /// - Complexity: O(*p* log *p*) for *p* purchases.
  package init(_ purchases: [StackedPurchase], terms: [ProductID: TimeSpan]) {
    var ends: [ProductID: Instant] = [:]
    for purchase in purchases.sorted(by: StackedPurchase.precedes) {
      guard let term = terms[purchase.product] else { continue }
      let before = ends[purchase.product] ?? .least
      let start = max(purchase.begunAt, before)
      if start > purchase.begunAt { later[purchase.lineage, default: [:]][purchase.id] = start }
      let end = min(start.advanced(by: term), purchase.cutAt ?? .greatest)
      ends[purchase.product] = max(before, end)
    }
  }

  /// The starts of the purchases of `lineage` that wait for others.
  package func starts(in lineage: Lineage) -> [PurchaseID: Instant] { later[lineage] ?? [:] }
}

extension LineageFold {
  /// The purchases that last for a stacking term. No events but those of this lineage have a say in them.
  package func stackedPurchases(in lineage: Lineage) -> [StackedPurchase] {
    if context.stacking.isEmpty { return [] }
    return purchases.compactMap { purchase in
      let copy = purchase.newestCopy
      guard copy.kind == .nonRenewing, copy.expiresAt == nil, context.terms[copy.product] != nil,
        context.stacking.contains(copy.product)
      else { return nil }
      let cuts = [purchase.revokedAt, ending?.at].compactMap(\.self)
      return StackedPurchase(
        product: copy.product, lineage: lineage, id: purchase.id, begunAt: purchase.begunAt, cutAt: cuts.min()
      )
    }
  }
}
