/// What one catalog says otherwise than another. The order in which it names products says nothing.
public struct CatalogChanges: Hashable, Sendable {
  /// Keys that were added, removed or changed, in the order of their bytes.
  public let keys: [Key]
  /// Non-renewing products whose term was set, removed or changed, in the order of their bytes.
  public let terms: [Term]

  /// How one key changes.
  public struct Key: Hashable, Sendable {
    public let key: EntitlementKey
    public let kind: Kind
    /// What opens it from now on, in the order of rails, then of bytes.
    public let addedProducts: [Product]
    /// What opens it no more.
    public let removedProducts: [Product]
    public let addedIncludes: [EntitlementKey]
    public let removedIncludes: [EntitlementKey]
  }

  /// Whether a key is in both catalogs, or in which one.
  public enum Kind: Hashable, Sendable {
    case added
    case removed
    case changed
  }

  /// A product of one store.
  public struct Product: Hashable, Sendable {
    public let rail: Rail
    public let product: ProductID

    package init(rail: Rail, product: ProductID) {
      self.rail = rail
      self.product = product
    }
  }

  /// How long one product lasts before and after.
  public struct Term: Hashable, Sendable {
    public let product: ProductID
    /// `nil`: it had no term.
    public let before: Span?
    /// `nil`: it has no term any more.
    public let after: Span?
  }

  /// How long a product lasts, and whether one purchase waits for another.
  public struct Span: Hashable, Sendable {
    public let duration: TimeSpan
    public let stacks: Bool
  }

  /// Whether both say the same.
  public var isEmpty: Bool { keys.isEmpty && terms.isEmpty }
}

extension Catalog {
  /// What `next` says otherwise.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* names in both.
  public func changes(to next: Catalog) -> CatalogChanges {
    let keys = Set(entitlements.keys).union(next.entitlements.keys).sorted().compactMap { key in
      Self.change(of: key, from: entitlements[key], to: next.entitlements[key])
    }
    let terms = Set(terms.keys).union(next.terms.keys).sorted().compactMap { product in
      let (before, after) = (span(of: product), next.span(of: product))
      return before == after ? nil : CatalogChanges.Term(product: product, before: before, after: after)
    }
    return CatalogChanges(keys: keys, terms: terms)
  }

  private func span(of product: ProductID) -> CatalogChanges.Span? {
    terms[product].map { CatalogChanges.Span(duration: $0, stacks: stacking.contains(product)) }
  }

  private static func change(
    of key: EntitlementKey, from before: Offer?, to after: Offer?
  ) -> CatalogChanges.Key? {
    let (old, new) = (products(of: before), products(of: after))
    let (oldLower, newLower) = (Set(before?.includes ?? []), Set(after?.includes ?? []))
    let kind: CatalogChanges.Kind = before == nil ? .added : after == nil ? .removed : .changed
    guard kind != .changed || old != new || oldLower != newLower else { return nil }
    return CatalogChanges.Key(
      key: key, kind: kind, addedProducts: ordered(new.subtracting(old)),
      removedProducts: ordered(old.subtracting(new)), addedIncludes: newLower.subtracting(oldLower).sorted(),
      removedIncludes: oldLower.subtracting(newLower).sorted())
  }

  private static func products(of offer: Offer?) -> Set<CatalogChanges.Product> {
    var products: Set<CatalogChanges.Product> = []
    for (rail, named) in offer?.products ?? [:] {
      for product in named { products.insert(CatalogChanges.Product(rail: rail, product: product)) }
    }
    return products
  }

  private static func ordered(_ products: Set<CatalogChanges.Product>) -> [CatalogChanges.Product] {
    products.sorted { ($0.rail.rawValue, $0.product) < ($1.rail.rawValue, $1.product) }
  }
}
