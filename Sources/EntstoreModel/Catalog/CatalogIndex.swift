/// A catalog turned around: from a product to the keys that it opens.
public struct CatalogIndex: Sendable {
  /// The keys that name a product themselves, in the order of their bytes.
  private let naming: [Rail: [ProductID: [EntitlementKey]]]
  private let lower: [EntitlementKey: [EntitlementKey]]
  private let higher: [EntitlementKey: [EntitlementKey]]

  /// Turns `catalog` around. O(*n*) for the *n* names in it.
  public init(_ catalog: Catalog) {
    var naming: [Rail: [ProductID: [EntitlementKey]]] = [:]
    var lower: [EntitlementKey: [EntitlementKey]] = [:]
    var higher: [EntitlementKey: [EntitlementKey]] = [:]
    for key in catalog.entitlements.keys.sorted() {
      guard let offer = catalog.entitlements[key] else { continue }
      for (rail, products) in offer.products {
        for product in products where naming[rail]?[product]?.last != key {
          naming[rail, default: [:]][product, default: []].append(key)
        }
      }
      lower[key] = offer.includes
      for included in offer.includes { higher[included, default: []].append(key) }
    }
    self.naming = naming
    self.lower = lower
    self.higher = higher
  }

  /// The keys that `product` opens: what the catalog says, lower tiers included, however deep and even in a circle; or, for a
  /// product that it does not name, the product's own id.
  ///
  /// What is granted is named by the key itself: on the rail of grants that opens the key and all that it includes.
  public func keys(openedBy product: ProductID, on rail: Rail) -> [EntitlementKey] {
    let itself = EntitlementKey(canonical: product.text)
    guard let named = naming[rail]?[product] else {
      return rail == .grant ? Self.reached(from: [itself], by: lower) : [itself]
    }
    return Self.reached(from: named, by: lower)
  }

  /// Every product that the catalog says something of: those it names and, as grants of themselves, its keys.
  var named: Set<CatalogChanges.Product> {
    var all: Set<CatalogChanges.Product> = []
    for (rail, products) in naming {
      for product in products.keys { all.insert(CatalogChanges.Product(rail: rail, product: product)) }
    }
    for key in lower.keys {
      all.insert(CatalogChanges.Product(rail: .grant, product: ProductID(canonical: key.text)))
    }
    return all
  }

  /// Whether the catalog names `product`.
  package func names(_ product: ProductID, on rail: Rail) -> Bool {
    naming[rail]?[product] != nil
  }

  /// The products that open `key`, by themselves or because a higher tier includes it; of grants, the keys themselves.
  package func products(opening key: EntitlementKey) -> [(rail: Rail, product: ProductID)] {
    let opening = Self.reached(from: [key], by: higher)
    let granted = opening.map { ProductID(canonical: $0.text) }.filter { !names($0, on: .grant) }
    let openingSet = Set(opening)
    return naming.flatMap { rail, products in
      products.filter { !openingSet.isDisjoint(with: $0.value) }.map { (rail, $0.key) }
    } + granted.map { (.grant, $0) }
  }

  private static func reached(
    from start: [EntitlementKey], by steps: [EntitlementKey: [EntitlementKey]]
  ) -> [EntitlementKey] {
    var reached = start
    var seen = Set(start)
    var next = 0
    while next < reached.count {
      for key in steps[reached[next]] ?? [] where seen.insert(key).inserted { reached.append(key) }
      next += 1
    }
    return reached
  }
}
