import Entstore

/// A word on products that a catalog names and nobody has bought: most often a slip of the pen, sometimes a product of tomorrow.
enum UnsoldNote {
  private static let listed = 10

  /// `nil`: there is nothing to say. In a store that has no purchase at all, it would be about every product.
  static func text(_ catalog: Catalog, in snapshot: borrowing Snapshot) throws -> String? {
    var named = Set(catalog.terms.keys)
    for offer in catalog.entitlements.values {
      for products in offer.products.values { named.formUnion(products) }
    }
    guard try snapshot.hasPurchases() else { return nil }
    let unsold = try snapshot.unsold(named).sorted()
    if unsold.isEmpty { return nil }
    let list = unsold.prefix(listed).map { visible($0.text) }.joined(separator: ", ")
    let more = unsold.count > listed ? " and \(unsold.count - listed) more" : ""
    return "Note: no event has named \(list)\(more) as bought."
  }
}
