import Entstore

/// `entstore catalog set` and `show`.
struct CatalogCommand {
  private let context: Context
  private static let largestFile = 64 << 20

  init(_ context: Context) {
    self.context = context
  }

  func set() throws -> ExitCode {
    let file = try InputFile(context.command.arguments[0])
    let bytes = try file.readAll(atMost: Self.largestFile)
    let catalog: Catalog
    do {
      catalog = try CatalogFile.catalog(in: bytes)
    } catch {
      throw CommandFailure(code: .inputRefused, message: "\(file.name): \(error)")
    }
    let hasChanged = try context.openForWriting().write { try $0.setCatalog(catalog) != nil }
    let products = catalog.entitlements.values.flatMap { $0.products.values }.joined().count
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("changed", .bool(hasChanged)), ("keys", .count(catalog.entitlements.count)),
          ("products", .count(products)),
        ]).line)
    } else {
      let counts = "\(catalog.entitlements.count) keys, \(products) products"
      try context.output.writeLine(hasChanged ? "Catalog set: \(counts)." : "Catalog unchanged: \(counts).")
    }
    return .done
  }

  func show() throws -> ExitCode {
    let catalog = try context.openForReading().read { $0.catalog }
    if context.isJSON {
      try context.output.writeLine(CatalogFile.json(for: catalog).line)
      return .done
    }
    if catalog.entitlements.isEmpty && catalog.terms.isEmpty {
      context.output.note("No catalog: every product is its own key.")
      return .done
    }
    var table = TextTable([.init("KEY"), .init("RAIL"), .init("PRODUCT", isShrinkable: true), .init("LASTS")])
    for (key, offer) in catalog.entitlements.sorted(by: { $0.key < $1.key }) {
      for (rail, products) in offer.products.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        for product in products {
          let stacks = catalog.stacking.contains(product) ? ", stacks" : ""
          let term = catalog.terms[product].map { CatalogFile.duration($0) + stacks } ?? "-"
          table.append([key.text, "\(rail)", product.text, term])
        }
      }
      for lower in offer.includes { table.append([key.text, "-", "everything that \(lower) opens", "-"]) }
    }
    let width = Terminal.textWidth(1)
    try context.output.write(table.text(width: width) { context.style.bold($0) })
    return .done
  }
}
