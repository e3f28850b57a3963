import Entstore

/// The products of a StoreKit configuration file: each subscription group is a key named after the group's reference name, and
/// every other product that is held is its own key.
enum StoreKitFile {
  static func catalog(in document: [String: Any]) throws(CatalogFileError) -> Catalog {
    var catalog = Catalog()
    var names: Set<String> = []
    for group in try list(document, "subscriptionGroups") {
      let name = group["name"] as? String ?? group["id"] as? String ?? ""
      let key: EntitlementKey = try CatalogFile.name(name, "subscriptionGroups.name")
      var products: [ProductID] = []
      for subscription in try list(group, "subscriptions") { products.append(try product(subscription)) }
      try add(key, products, to: &catalog, &names)
    }
    // Consumables are used up, not held: they open nothing and so have no key.
    for item in try list(document, "products") where item["type"] as? String != "Consumable" {
      try add(product(item), to: &catalog, &names)
    }
    for item in try list(document, "nonRenewingSubscriptions") {
      try add(product(item), to: &catalog, &names)
    }
    return catalog
  }

  private static func add(
    _ product: ProductID, to catalog: inout Catalog, _ names: inout Set<String>
  ) throws(CatalogFileError) {
    let key: EntitlementKey = try CatalogFile.name(product.text, "productID")
    try add(key, [product], to: &catalog, &names)
  }

  /// Of two groups or products that would be one key, one could be lost, and whoever has paid for it with it.
  ///
  /// - Parameter names: Those of all keys before. Strings that are canonically equivalent are one name, also to whoever reads the
  ///   catalog that this becomes.
  private static func add(
    _ key: EntitlementKey, _ products: [ProductID], to catalog: inout Catalog, _ names: inout Set<String>
  ) throws(CatalogFileError) {
    if !names.insert(key.text).inserted { throw .repeatedKey(key.text) }
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
