import Entstore

/// The products of a StoreKit configuration file: each subscription group is a key named after the group's reference name, and
/// every other product that is held is its own key.
enum StoreKitFile {
  static func catalog(in document: [String: Any]) throws(CatalogFileError) -> Catalog {
    var catalog = Catalog()
    for group in try list(document, "subscriptionGroups") {
      let name = group["name"] as? String ?? group["id"] as? String ?? ""
      let key: EntitlementKey = try CatalogFile.name(name, "subscriptionGroups.name")
      var products: [ProductID] = []
      for subscription in try list(group, "subscriptions") { products.append(try product(subscription)) }
      try add(key, products, to: &catalog)
    }
    // Consumables are used up, not held: they open nothing and so have no key.
    for item in try list(document, "products") where item["type"] as? String != "Consumable" {
      try add(product(item), to: &catalog)
    }
    for item in try list(document, "nonRenewingSubscriptions") { try add(product(item), to: &catalog) }
    return catalog
  }

  private static func add(_ product: ProductID, to catalog: inout Catalog) throws(CatalogFileError) {
    let key: EntitlementKey = try CatalogFile.name(product.text, "productID")
    try add(key, [product], to: &catalog)
  }

  /// Of two groups or products that would be one key, one could be lost, and whoever has paid for it with it.
  private static func add(
    _ key: EntitlementKey, _ products: [ProductID], to catalog: inout Catalog
  ) throws(CatalogFileError) {
    // Swift's strings are the same in every spelling, and so they are to whoever reads the catalog that this becomes.
    if catalog.entitlements.keys.contains(where: { $0.text == key.text }) { throw .repeatedKey(key.text) }
    catalog.entitlements[key] = Catalog.Offer(products: [.appStore: products])
  }

  private static func product(_ item: [String: Any]) throws(CatalogFileError) -> ProductID {
    guard let text = item["productID"] as? String else { throw .wrongType("productID", expected: "a text") }
    return try CatalogFile.name(text, "productID")
  }

  private static func list(_ members: [String: Any], _ name: String) throws(CatalogFileError) -> [[String:
    Any]]
  {
    guard let value = members[name] else { return [] }
    guard let list = value as? [[String: Any]] else { throw .wrongType(name, expected: "a list of objects") }
    return list
  }
}
