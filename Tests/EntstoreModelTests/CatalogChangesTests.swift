import EntstoreModel
import Testing

struct CatalogChangesTests {
  private let catalog = Catalog(
    entitlements: [
      "pro": .init(products: [.appStore: ["m", "y"]], includes: ["basic"]),
      "basic": .init(products: [.appStore: ["b"]]),
    ], terms: ["season": .days(30)])

  @Test func `equal catalogs differ in nothing, whatever the order of their products`() {
    var other = catalog
    other.entitlements["pro"]?.products = [.appStore: ["y", "m", "y"]]
    #expect(catalog.changes(to: catalog).isEmpty)
    #expect(catalog.changes(to: other).isEmpty)
  }

  @Test func `keys are added, removed and changed by product, rail and tier`() {
    var next = catalog
    next.entitlements["basic"] = nil
    next.entitlements["pro"] = .init(products: [.appStore: ["m"], .stripe: ["y"]], includes: ["max"])
    next.entitlements["max"] = .init()
    let changes = catalog.changes(to: next)
    #expect(changes.keys.map(\.key) == ["basic", "max", "pro"])
    #expect(changes.keys.map(\.kind) == [.removed, .added, .changed])
    #expect(changes.keys[0].removedProducts == [.init(rail: .appStore, product: "b")])
    #expect(changes.keys[2].addedProducts == [.init(rail: .stripe, product: "y")])
    #expect(changes.keys[2].removedProducts == [.init(rail: .appStore, product: "y")])
    #expect(changes.keys[2].addedIncludes == ["max"])
    #expect(changes.keys[2].removedIncludes == ["basic"])
    #expect(changes.terms == [])
  }

  @Test func `terms change by their length and by whether they stack`() {
    var next = catalog
    next.stacking = ["season", "nothing"]
    next.terms["pass"] = .days(7)
    let changes = catalog.changes(to: next)
    #expect(changes.keys == [])
    #expect(changes.terms.map(\.product) == ["pass", "season"])
    #expect(changes.terms.map(\.before?.stacks) == [nil, false])
    #expect(changes.terms.map(\.after?.stacks) == [false, true])
    #expect(next.changes(to: Catalog()).terms.allSatisfy { $0.after == nil })
  }

  @Test func `a product opens otherwise by itself or by a tier, and grants by the tier of their key`() {
    var next = catalog
    next.entitlements["basic"]?.includes = ["trial"]
    next.entitlements["trial"] = .init()
    let (index, other) = (CatalogIndex(catalog), CatalogIndex(next))
    let opening = index.productsOpeningOtherwise(under: other)
    #expect(opening == other.productsOpeningOtherwise(under: index))
    let names = opening.sorted { ($0.rail.rawValue, $0.product) < ($1.rail.rawValue, $1.product) }
    #expect(names.map(\.product) == ["b", "m", "y", "basic", "pro"])
    #expect(names.map(\.rail) == [.appStore, .appStore, .appStore, .grant, .grant])
    #expect(index.productsOpeningOtherwise(under: index) == [])
  }
}
