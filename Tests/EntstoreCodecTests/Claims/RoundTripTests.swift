import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct RoundTripTests {
  @Test func `any event reads back as it was written`() throws {
    try expectRoundTrips("events") { $0.event() }
  }

  @Test func `any timeline record reads back as it was written`() throws {
    try expectRoundTrips("timelines") { $0.timeline() }
  }

  @Test func `any lineage record reads back as it was written`() throws {
    try expectRoundTrips("lineages") { $0.lineage() }
  }

  @Test func `any row reads back as it was written`() throws {
    try expectRoundTrips("rows") { $0.row() }
  }

  @Test func `any catalog reads back as it was written`() throws {
    try expectRoundTrips("catalogs") { $0.catalog() }
  }

  @Test func `any policy reads back as it was written`() throws {
    try expectRoundTrips("policies") { $0.policy() }
    try expectRoundTrips("identity policies") { $0.identityPolicy() }
    try expectRoundTrips("accounts") { $0.account() }
    try expectRoundTrips("refusals") { $0.refused() }
  }

  @Test func `any key reads back as it was written`() {
    let seed = seed(of: "keys")
    var random = RandomModel(seed: seed)
    for _ in 0..<500 {
      let (position, instant) = (random.position(), random.instant())
      let (subject, lineage): (Subject?, Lineage) = (random.maybe { $0.name() }, random.name())
      for (read, key) in [
        (GoldenKey.readEvent, Key.event(random.number())), (GoldenKey.readDate, Key.date(position)),
        (GoldenKey.readTimeline, Key.timeline(lineage, position)),
        (GoldenKey.readEntitlement, Key.entitlement(subject, lineage)),
        (GoldenKey.readDeadline, Key.deadline(instant, subject, lineage)),
      ] {
        #expect(read(key) == .decoded(key), "seed \(seed)")
      }
    }
  }

  @Test func `a catalog is the same bytes however it was put together`() {
    let seed = seed(of: "catalog order")
    var random = RandomModel(seed: seed)
    for _ in 0..<200 {
      let catalog = random.catalog()
      var again = Catalog()
      for (product, term) in catalog.terms.shuffled() { again.terms[product] = term }
      for product in catalog.stacking.shuffled() { again.stacking.insert(product) }
      for (key, offer) in catalog.entitlements.shuffled() {
        var same = Catalog.Offer(includes: offer.includes)
        for (rail, products) in offer.products.shuffled() { same.products[rail] = products }
        again.entitlements[key] = same
      }
      #expect(again.encoded() == catalog.encoded(), "seed \(seed)")
    }
  }

  private func expectRoundTrips<Record: Recodable>(
    _ what: String, _ make: (inout RandomModel) -> Record
  ) throws {
    let seed = seed(of: what)
    var random = RandomModel(seed: seed)
    for _ in 0..<500 {
      let record = make(&random)
      let bytes = record.encoded()
      let read = try Record(bytes.rawSpan)
      #expect(read == record, "seed \(seed)")
      #expect(read.encoded() == bytes, "seed \(seed)")
    }
  }
}
