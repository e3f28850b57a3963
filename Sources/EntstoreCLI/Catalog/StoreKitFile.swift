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
      catalog.entitlements[key] = Catalog.Offer(products: [.appStore: products])
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
    catalog.entitlements[key] = Catalog.Offer(products: [.appStore: [product]])
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
