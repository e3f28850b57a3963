import Entstore

/// Words on what a catalog says that is most often a slip of the pen.
enum CatalogNotes {
  private static let listed = 10

  static func lines(on catalog: Catalog, in snapshot: borrowing Snapshot) throws -> [String] {
    // In a store that has no purchase at all, they would be about every product.
    guard try snapshot.hasPurchases() else { return [] }
    var named = Set(catalog.terms.keys)
    for offer in catalog.entitlements.values {
      for products in offer.products.values { named.formUnion(products) }
    }
    var lines: [String] = []
    if let unsold = list(try snapshot.unsold(named)) {
      lines.append("Note: no event has named \(unsold) as bought.")
    }
    if let endless = list(try snapshot.productsWithoutTerm(under: catalog)) {
      lines.append(
        "Note: bought, and opening nothing until 'products' says how long they last: \(endless).")
    }
    return lines
  }

  private static func list(_ products: Set<ProductID>) -> String? {
    if products.isEmpty { return nil }
    let list = products.sorted().prefix(listed).map { visible($0.text) }.joined(separator: ", ")
    return list + (products.count > listed ? " and \(products.count - listed) more" : "")
  }
}
