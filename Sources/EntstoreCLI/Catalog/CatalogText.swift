import Entstore

/// What one catalog says otherwise than another, in words and as JSON.
enum CatalogText {
  /// One line for each key and term: "+ plus: +appStore com.example.plus".
  static func lines(_ changes: CatalogChanges) -> [String] {
    let keys = changes.keys.map { change in
      let parts = parts(change)
      return "\(sign(change.kind)) \(change.key)"
        + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }
    let terms = changes.terms.map { change in
      "~ \(change.product): \(text(change.before)) -> \(text(change.after))"
    }
    return keys + terms
  }

  private static func sign(_ kind: CatalogChanges.Kind) -> String {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    }
  }

  private static func parts(_ change: CatalogChanges.Key) -> [String] {
    change.addedProducts.map { "+\($0.rail) \($0.product)" }
      + change.removedProducts.map { "-\($0.rail) \($0.product)" }
      + change.addedIncludes.map { "+all that \($0) opens" }
      + change.removedIncludes.map { "-all that \($0) opens" }
  }

  private static func text(_ span: CatalogChanges.Span?) -> String {
    guard let span else { return "no term" }
    return CatalogFile.duration(span.duration) + (span.stacks ? ", stacks" : "")
  }

  static func json(_ changes: CatalogChanges) -> JSONText {
    .object([
      (
        "keys",
        .array(
          changes.keys.map { change in
            .object([
              ("key", .text(change.key.text)), ("change", .text("\(change.kind)")),
              ("addedProducts", products(change.addedProducts)),
              ("removedProducts", products(change.removedProducts)),
              ("addedIncludes", .array(change.addedIncludes.map { .text($0.text) })),
              ("removedIncludes", .array(change.removedIncludes.map { .text($0.text) })),
            ])
          })
      ),
      (
        "terms",
        .array(
          changes.terms.map { change in
            .object([
              ("product", .text(change.product.text)), ("before", json(change.before)),
              ("after", json(change.after)),
            ])
          })
      ),
    ])
  }

  private static func products(_ products: [CatalogChanges.Product]) -> JSONText {
    .array(products.map { .object([("rail", .text("\($0.rail)")), ("product", .text($0.product.text))]) })
  }

  private static func json(_ span: CatalogChanges.Span?) -> JSONText {
    guard let span else { return .null }
    return .object([("duration", .text(CatalogFile.duration(span.duration))), ("stacks", .bool(span.stacks))])
  }
}
