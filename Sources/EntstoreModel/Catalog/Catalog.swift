/// What is sold: which products of which store open which key, and how long a product without an end of its own lasts.
public struct Catalog: Hashable, Sendable {
  /// The keys and what opens them.
  public var entitlements: [EntitlementKey: Offer]
  /// How long a non-renewing product lasts from its purchase.
  public var terms: [ProductID: TimeSpan]

  /// A catalog; an empty one makes every product its own key.
  public init(entitlements: [EntitlementKey: Offer] = [:], terms: [ProductID: TimeSpan] = [:]) {
    self.entitlements = entitlements
    self.terms = terms
  }

  /// What opens one key.
  public struct Offer: Hashable, Sendable {
    public var products: [Rail: [ProductID]]
    /// Lower tiers: whatever opens this key opens these too.
    public var includes: [EntitlementKey]

    /// An offer of `products` that opens `includes` as well.
    public init(products: [Rail: [ProductID]] = [:], includes: [EntitlementKey] = []) {
      self.products = products
      self.includes = includes
    }
  }
}

/// A catalog turned around: from a product to the keys that it opens.
public struct CatalogIndex: Sendable {
  /// The keys that name a product themselves.
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
      // A grant names the key itself, where a store names a product.
      let itself = ProductID(canonical: key.text)
      if naming[.grant]?[itself]?.contains(key) != true {
        naming[.grant, default: [:]][itself, default: []].append(key)
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
  public func keys(openedBy product: ProductID, on rail: Rail) -> [EntitlementKey] {
    guard let named = naming[rail]?[product] else { return [EntitlementKey(canonical: product.text)] }
    return Self.reached(from: named, by: lower)
  }

  /// Whether the catalog names `product`.
  package func names(_ product: ProductID, on rail: Rail) -> Bool {
    naming[rail]?[product] != nil
  }

  /// The products that open `key`, by themselves or because a higher tier includes it.
  package func products(opening key: EntitlementKey) -> [(rail: Rail, product: ProductID)] {
    let opening = Set(Self.reached(from: [key], by: higher))
    return naming.flatMap { rail, products in
      products.filter { !opening.isDisjoint(with: $0.value) }.map { (rail, $0.key) }
    }
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
