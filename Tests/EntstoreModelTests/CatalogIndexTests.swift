import EntstoreModel
import Testing

struct CatalogIndexTests {
  private func chain(_ length: Int, isRing: Bool) -> Catalog {
    var catalog = Catalog()
    for number in 0..<length {
      let next = number + 1 < length ? number + 1 : (isRing ? 0 : nil)
      catalog.entitlements[EntitlementKey(canonical: "k\(number)")] = Catalog.Offer(
        products: [.appStore: [ProductID(canonical: "p\(number)")]],
        includes: next.map { [EntitlementKey(canonical: "k\($0)")] } ?? [])
    }
    return catalog
  }

  @Test(arguments: [true, false]) func `tiers include lower ones however deep, and even in a circle`(
    _ isRing: Bool
  ) {
    let index = CatalogIndex(chain(3_000, isRing: isRing))
    #expect(index.keys(openedBy: "p0", on: .appStore).count == 3_000)
    #expect(index.keys(openedBy: "p2999", on: .appStore).count == (isRing ? 3_000 : 1))
    #expect(index.products(opening: "k2999").count == 3_000)
    #expect(index.products(opening: "k0").count == (isRing ? 3_000 : 1))
  }

  @Test func `a product opens several keys, each once, and only on its rail`() {
    let catalog = Catalog(entitlements: [
      "a": .init(products: [.appStore: ["x", "x"]], includes: ["b"]),
      "b": .init(products: [.appStore: ["x"]]),
    ])
    let index = CatalogIndex(catalog)
    #expect(index.keys(openedBy: "x", on: .appStore) == ["a", "b"])
    #expect(index.keys(openedBy: "x", on: .stripe) == ["x"])
    #expect(index.names("x", on: .appStore) && !index.names("x", on: .stripe))
  }
}
