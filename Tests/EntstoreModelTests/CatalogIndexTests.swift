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
    #expect(index.products(opening: "k2999").filter { $0.rail == .appStore }.count == 3_000)
    #expect(index.products(opening: "k0").filter { $0.rail == .appStore }.count == (isRing ? 3_000 : 1))
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

  @Test func `a grant of a key opens it and what it includes`() {
    let index = CatalogIndex(tiers)
    #expect(index.keys(openedBy: "pro", on: .grant) == ["pro", "basic"])
    #expect(index.keys(openedBy: "basic", on: .grant) == ["basic"])
    #expect(index.keys(openedBy: "unheard of", on: .grant) == ["unheard of"])
    // Of a store's product that happens to be called so, the catalog says nothing.
    #expect(index.keys(openedBy: "pro", on: .appStore) == ["pro"])
  }

  @Test func `a key is opened by grants of itself and of what includes it`() {
    let index = CatalogIndex(tiers)
    func granted(_ key: EntitlementKey) -> Set<ProductID> {
      Set(index.products(opening: key).filter { $0.rail == .grant }.map(\.product))
    }
    #expect(granted("basic") == ["basic", "pro"])
    #expect(granted("pro") == ["pro"])
    #expect(granted("unheard of") == ["unheard of"])
  }

  @Test func `where a catalog names products of grants, these open what it says`() {
    var catalog = tiers
    catalog.entitlements["vip"] = .init(products: [.grant: ["pro"]])
    let index = CatalogIndex(catalog)
    #expect(index.keys(openedBy: "pro", on: .grant) == ["vip"])
    #expect(Set(index.products(opening: "basic").map(\.product)) == ["b", "m", "basic"])
    #expect(Set(index.products(opening: "vip").map(\.product)) == ["pro", "vip"])
  }

  private let tiers = Catalog(entitlements: [
    "pro": .init(products: [.appStore: ["m"]], includes: ["basic"]),
    "basic": .init(products: [.appStore: ["b"]]),
  ])
}
