import Entstore

extension CatalogFile {
  /// The catalog as `catalog set` reads it, keys in the order of their bytes.
  static func json(for catalog: Catalog) -> JSONText {
    let entitlements = catalog.entitlements.sorted { $0.key < $1.key }.map { key, offer in
      var members = offer.products.sorted { $0.key.rawValue < $1.key.rawValue }.map { rail, products in
        ("\(rail)", JSONText.array(products.map { .text($0.text) }))
      }
      members.append(("includes", .array(offer.includes.map { .text($0.text) })))
      return (key.text, JSONText.object(members))
    }
    let terms = catalog.terms.sorted { $0.key < $1.key }.map { product, term in
      let stacks = catalog.stacking.contains(product)
      return (
        product.text, JSONText.object([("duration", .text(duration(term))), ("stacks", .bool(stacks))])
      )
    }
    return .object([("entitlements", .object(entitlements)), ("products", .object(terms))])
  }

  /// A term as people write it: "P30D".
  static func duration(_ term: TimeSpan) -> String { Term.text(term) }
}
