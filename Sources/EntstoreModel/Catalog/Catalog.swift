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
  private let keys: [Rail: [ProductID: [EntitlementKey]]]

  /// Works out which keys each product opens, lower tiers included, however deep and even in a circle.
  public init(_ catalog: Catalog) {
    var keys: [Rail: [ProductID: [EntitlementKey]]] = [:]
    for key in catalog.entitlements.keys.sorted() {
      for (rail, products) in catalog.entitlements[key]?.products ?? [:] {
        for product in products {
          for opened in Self.keysOpened(by: key, in: catalog) {
            if keys[rail]?[product]?.contains(opened) == true { continue }
            keys[rail, default: [:]][product, default: []].append(opened)
          }
        }
      }
    }
    self.keys = keys
  }

  /// The keys that `product` opens: what the catalog says or, for a product that it does not name, the product's own id.
  public func keys(openedBy product: ProductID, on rail: Rail) -> [EntitlementKey] {
    keys[rail]?[product] ?? [EntitlementKey(canonical: product.text)]
  }

  /// Every product that the catalog names, with the keys it opens.
  package var products: [(rail: Rail, product: ProductID, keys: [EntitlementKey])] {
    keys.flatMap { rail, products in products.map { (rail, $0.key, $0.value) } }
  }

  private static func keysOpened(by key: EntitlementKey, in catalog: Catalog) -> [EntitlementKey] {
    var opened = [key]
    var next = 0
    while next < opened.count {
      for lower in catalog.entitlements[opened[next]]?.includes ?? [] where !opened.contains(lower) {
        opened.append(lower)
      }
      next += 1
    }
    return opened
  }
}
