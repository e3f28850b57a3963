/// What is sold: which products of which store open which key, and how long a product without an end of its own lasts.
public struct Catalog: Hashable, Sendable {
  /// The keys and what opens them.
  public var entitlements: [EntitlementKey: Offer]
  /// How long a non-renewing product lasts from its purchase.
  public var terms: [ProductID: TimeSpan]
  /// The non-renewing products that last one after another: bought again by the same owner while the first still runs, the
  /// second begins where the first ends. Means nothing for a product without a term.
  public var stacking: Set<ProductID>

  /// A catalog; an empty one makes every product its own key.
  public init(
    entitlements: [EntitlementKey: Offer] = [:], terms: [ProductID: TimeSpan] = [:],
    stacking: Set<ProductID> = []
  ) {
    self.entitlements = entitlements
    self.terms = terms
    self.stacking = stacking
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
