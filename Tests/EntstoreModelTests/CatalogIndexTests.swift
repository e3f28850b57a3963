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
    func sold(_ key: EntitlementKey) -> Int { index.products(opening: key).count { $0.rail == .appStore } }
    #expect(sold("k2999") == 3_000)
    #expect(sold("k0") == (isRing ? 3_000 : 1))
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

  @Test func `a grant of a key opens it and the lower tiers, as a product that it names would`() {
    let index = CatalogIndex(
      Catalog(entitlements: [
        "a": .init(products: [.appStore: ["x"]], includes: ["b"]),
        "b": .init(products: [.grant: ["a", "b"]]),
      ]))
    #expect(index.keys(openedBy: "a", on: .grant).sorted() == ["a", "b"])
    #expect(index.keys(openedBy: "b", on: .grant) == ["b"])
    #expect(index.keys(openedBy: "a", on: .appStore) == ["a"])
    #expect(index.keys(openedBy: "unknown", on: .grant) == ["unknown"])
    #expect(Set(index.products(opening: "b").filter { $0.rail == .grant }.map(\.product)) == ["a", "b"])
    #expect(index.products(opening: "a").filter { $0.rail == .grant }.map(\.product) == ["a"])
  }
}
