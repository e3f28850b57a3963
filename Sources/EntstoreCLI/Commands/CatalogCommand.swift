import Entstore

/// `entstore catalog set` and `show`; the file that a catalog is read from.
struct CatalogCommand {
  private let context: Context
  /// Some tens of thousands of products; as an act it must fit into a line of an export.
  private static let largestFile = 4 << 20

  init(_ context: Context) {
    self.context = context
  }

  /// Reads the catalog that stands in the file of this name.
  static func catalog(in name: String) throws -> Catalog {
    let file = try InputFile(name)
    let bytes = try file.readAll(atMost: largestFile)
    do {
      return try CatalogFile.catalog(in: bytes)
    } catch {
      throw CommandFailure(code: .inputRefused, message: "\(file.name): \(error)")
    }
  }

  func set() throws -> ExitCode {
    let catalog = try Self.catalog(in: context.command.arguments[0])
    let store = try context.openOrMake(checking: .everything)
    let hasChanged = try store.write { try $0.setCatalog(catalog) != nil }
    for note in try store.read({ try CatalogNotes.lines(on: catalog, in: $0) }) { context.output.note(note) }
    let products = catalog.entitlements.values.flatMap { $0.products.values }.joined().count
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("changed", .bool(hasChanged)), ("keys", .count(catalog.entitlements.count)),
          ("products", .count(products)),
        ]).line)
    } else {
      let counts = "\(counted(catalog.entitlements.count, "key")), \(counted(products, "product"))"
      try context.output.writeLine(hasChanged ? "Catalog set: \(counts)." : "Catalog unchanged: \(counts).")
    }
    return .done
  }

  func show() throws -> ExitCode {
    let sequence = try context.count("sequence")
    let catalog = try context.openForReading(checking: .tables([.meta])).read { snapshot in
      guard let sequence else { return snapshot.catalog }
      guard case .catalog(let catalog)? = try snapshot.event(UInt64(sequence))?.draft.act else {
        throw CommandFailure(
          code: .inputMissing, message: "event \(sequence) is no catalog; 'catalog log' lists them")
      }
      return catalog
    }
    if context.isJSON {
      try context.output.writeLine(CatalogFile.json(for: catalog).line)
      return .done
    }
    if catalog.entitlements.isEmpty && catalog.terms.isEmpty {
      context.output.note("No catalog: every product is its own key.")
      return .done
    }
    var table = TextTable([
      .init("KEY", isShrinkable: true), .init("RAIL"), .init("PRODUCT", isShrinkable: true), .init("LASTS"),
    ])
    var named: Set<ProductID> = []
    for (key, offer) in catalog.entitlements.sorted(by: { $0.key < $1.key }) {
      for (rail, products) in offer.products.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        for product in products {
          table.append([key.text, "\(rail)", product.text, term(of: product, in: catalog)])
        }
        named.formUnion(products)
      }
      for lower in offer.includes { table.append([key.text, "-", "everything that \(lower) opens", "-"]) }
    }
    // A product that no key names is its own key.
    for product in catalog.terms.keys.sorted() where !named.contains(product) {
      table.append([product.text, "-", product.text, term(of: product, in: catalog)])
    }
    let width = Terminal.tableWidth(1)
    try context.output.write(table.text(width: width) { context.style.bold($0) })
    return .done
  }

  private func term(of product: ProductID, in catalog: Catalog) -> String {
    guard let term = catalog.terms[product] else { return "-" }
    return CatalogFile.duration(term) + (catalog.stacking.contains(product) ? ", stacks" : "")
  }
}
