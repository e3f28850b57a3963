import Entstore
import Testing

/// A page that the disk never wrote is what it was some commits ago. Every commit writes the page with the head of the log, the catalog and the
/// policies, and the last one of the log: if one of them is old, they do not agree.
struct OldHeadTests {
  private let bench: Bench

  init() throws {
    bench = try Bench(now: day(20))
    for day in 0..<6 { try append(day) }
    try setCatalog(opening: true)
  }

  private func append(_ number: Int) throws {
    let sale = Sale.month(number, from: day(0), token: "ann")
    try bench.append(
      .notice(EventID(canonical: "e\(number)"), day(Int64(number)), Said("1", sale, .on, .active)))
  }

  private func setCatalog(opening opens: Bool) throws {
    let products: [Rail: [ProductID]] = opens ? [.appStore: [.monthly]] : [:]
    let catalog = Catalog(entitlements: ["pro": .init(products: products)])
    try bench.store.write { _ = try $0.setCatalog(catalog) }
  }

  /// - Parameter isOtherwise: Whether the catalog changes meanwhile.
  private func makeOld(_ table: String, _ isOtherwise: Bool) throws {
    let old = try bench.file().entries(table)
    try append(7)
    if isOtherwise { try setCatalog(opening: false) }
    try append(8)
    #expect(try bench.store.access(of: "ann", to: "pro").isEntitled != isOtherwise)
    let file = try bench.file()
    for entry in try file.entries(table) { try file.remove(entry.key, from: table) }
    for entry in old { try file.put(entry.value, for: entry.key, in: table) }
    file.engine.close()
  }

  private func isDamaged(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch StoreError.damaged {
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: ["meta", "events"], [true, false])
  func `of a log that ends elsewhere than its head says nothing is answered, written or derived`(
    _ table: String, _ isOtherwise: Bool
  ) throws {
    try makeOld(table, isOtherwise)
    let before = try bench.everything()
    let store = bench.store
    #expect(isDamaged { _ = try store.access(of: "ann", to: "pro") })
    #expect(isDamaged { _ = try store.entitlements(of: "ann") })
    #expect(isDamaged { _ = try store.read { $0.catalog } })
    #expect(isDamaged { _ = try store.read { try $0.eventCount() } })
    #expect(isDamaged { _ = try bench.log() })
    #expect(isDamaged { try append(9) })
    #expect(isDamaged { _ = try store.write { try $0.setCatalog(Catalog()) } })
    #expect(isDamaged { _ = try store.erase(subject: "ann") })
    #expect(isDamaged { _ = try store.rebuild() })
    #expect(isDamaged { _ = try store.backup(to: bench.folder.file("backup")) })
    #expect(isDamaged { _ = try store.compact(to: bench.folder.file("copy")) })
    #expect(isDamaged { _ = try store.compactInPlace() })
    #expect(try bench.everything() == before)
    #expect(try !store.verify().isSound)
    store.close()
    #expect(isDamaged { _ = try EntitlementStore.rebuild(path: store.path) })
    let again = try EntitlementStore(path: store.path, opening: .existing)
    #expect(isDamaged { _ = try again.access(of: "ann", to: "pro") })
    #expect(try bench.everything() == before)
  }
}
