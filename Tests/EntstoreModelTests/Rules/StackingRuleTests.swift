import EntstoreModel
import Testing

struct StackingRuleTests {
  private func bought(
    _ lineage: Lineage, _ from: Int64, _ product: ProductID = .season, id: PurchaseID = "p",
    cut: Int64? = nil
  ) -> StackedPurchase {
    StackedPurchase(
      product: product, lineage: lineage, id: id, begunAt: day(from), cutAt: cut.map { day($0) })
  }

  /// When each purchase of thirty days begins; `nil`: when it was bought.
  private func starts(_ purchases: StackedPurchase...) -> [Instant?] {
    let stack = Stack(purchases, terms: [.season: .days(30), .lifetime: .days(30)])
    #expect(Stack(purchases.reversed(), terms: [.season: .days(30), .lifetime: .days(30)]) == stack)
    return purchases.map { stack.starts(in: $0.lineage)[$0.id] }
  }

  @Test func `what is bought while the first still runs begins at its end, and so on`() {
    #expect(starts(bought("a", 0), bought("b", 10), bought("c", 20)) == [nil, day(30), day(60)])
  }

  @Test func `what is bought at the end or after it begins when it is bought`() {
    #expect(starts(bought("a", 0), bought("b", 30), bought("c", 99)) == [nil, nil, nil])
  }

  @Test func `what follows one that was taken back moves up to where that one ended`() {
    #expect(starts(bought("a", 0, cut: 20), bought("b", 10), bought("c", 12)) == [nil, day(20), day(50)])
    #expect(starts(bought("a", 0, cut: 5), bought("b", 10)) == [nil, nil])
  }

  @Test func `one that was taken back before its turn takes no time`() {
    #expect(
      starts(bought("a", 0), bought("b", 10, cut: 15), bought("c", 20)) == [nil, day(30), day(30)])
    #expect(starts(bought("a", 0), bought("b", 10, cut: 40), bought("c", 20)) == [nil, day(30), day(40)])
  }

  @Test func `each product waits for its own only`() {
    #expect(starts(bought("a", 0), bought("b", 10, .lifetime), bought("c", 20)) == [nil, nil, day(30)])
  }

  @Test func `of two bought in one instant the lineage comes first, then the purchase`() {
    #expect(starts(bought("a", 0), bought("b", 0)) == [nil, day(30)])
    #expect(starts(bought("a", 0, id: "p"), bought("a", 0, id: "q")) == [nil, day(30)])
  }

  @Test func `a product without a term waits for nothing`() {
    let stack = Stack([bought("a", 0), bought("b", 0)], terms: [:])
    #expect(stack == Stack())
  }

  @Test func `the end is the start and the term, and what is before it stays open`() {
    var fold = LineageFold(context: FoldContext(terms: [.season: .days(30)], stacking: [.season]))
    let bill = Bill(1, .season, from: day(10), kind: .nonRenewing)
    fold.apply(
      LineageFacts(lineage: "b", purchase: bill.fact(signedAt: day(10))),
      at: EventPosition(signedAt: day(10), rank: 0, digest: EventDigest(high: 0, low: 0)))
    #expect(fold.stackedPurchases(in: "b") == [bought("b", 10, id: bill.id)])
    #expect(fold.stackingProducts == [.season])
    #expect(fold.schedule().segment(at: day(10)).until == day(40))
    fold.starts = [bill.id: day(30)]
    #expect(fold.schedule().segment(at: day(10)).until == day(60))
    #expect(fold.summary.expiresAt == day(60))
    #expect(fold.summary.purchasedAt == day(10))
  }

  @Test func `only a non-renewing purchase that lasts by its term waits`() {
    let fact = LineageFacts.self
    for (bill, isStacked) in [
      (Bill(1, .season, from: day(0), kind: .nonRenewing), true),
      (Bill(1, .season, from: day(0), to: day(9), kind: .nonRenewing), false),
      (Bill(1, .season, from: day(0), kind: .nonConsumable), false),
      (Bill(1, .monthly, from: day(0), kind: .nonRenewing), false),
      (Bill(1, .ultra, from: day(0), kind: .nonRenewing), false),
    ] {
      var fold = LineageFold(
        context: FoldContext(
          terms: [.season: .days(30), .monthly: .days(30)], stacking: [.season, .ultra]))
      fold.apply(
        fact.init(lineage: "b", purchase: bill.fact(signedAt: day(0))),
        at: EventPosition(signedAt: day(0), rank: 0, digest: EventDigest(high: 0, low: 0)))
      #expect(fold.stackedPurchases(in: "b").isEmpty == !isStacked, "\(bill)")
    }
  }
}
