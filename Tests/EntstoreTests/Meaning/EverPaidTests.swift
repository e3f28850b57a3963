import Entstore
import Testing

/// What counts as having paid.
struct EverPaidTests {
  private func hasEverPaid(_ drafts: EventDraft...) throws -> Bool {
    let bench = try Bench(now: day(100))
    try bench.append(drafts)
    return try bench.store.verdict(for: "ann").hasEverPaid
  }

  private let sale = Sale.month(1, from: day(0), token: "ann")

  @Test func `a purchase counts, long after it has ended`() throws {
    #expect(try hasEverPaid(.notice("a", day(0), Said("1000", sale, .off))))
  }

  @Test func `a trial does not count, whether it runs or has ended`() throws {
    #expect(try !hasEverPaid(.notice("a", day(0), Said("1000", sale.trial, .off))))
    #expect(
      try !hasEverPaid(.notice("a", day(90), Said("1000", .month(1, from: day(90), token: "ann").trial, .on)))
    )
  }

  @Test func `what was paid before the newest trial counts, in the same lineage or in another`() throws {
    let later = Sale.month(2, from: day(90), token: "ann").trial
    #expect(
      try hasEverPaid(
        .notice("a", day(0), Said("1000", sale, .off)), .notice("b", day(90), Said("1000", later, .off))))
    #expect(
      try hasEverPaid(
        .notice("a", day(0), Said("1000", sale, .off)), .notice("b", day(90), Said("2000", later, .off))))
  }

  @Test func `what was given back does not count, unless that was taken back`() throws {
    let refund = EventDraft.notice("b", day(2), Said("1000", sale.refunded(day(2))))
    #expect(try !hasEverPaid(.notice("a", day(0), Said("1000", sale, .off)), refund))
    #expect(
      try hasEverPaid(
        .notice("a", day(0), Said("1000", sale, .off)), refund,
        .notice("c", day(3), Said("1000", sale, .off, .active))))
    let void = VoidFact(purchase: sale.purchase, at: day(2))
    #expect(
      try !hasEverPaid(
        .notice("a", day(0), Said("1000", sale, .off)), .notice("b", day(2), Said("1000", void: void))))
    #expect(
      try !hasEverPaid(
        .notice("a", day(0), Said("1000", sale, .off)), .notice("b", day(2), Said("1000", nil, nil, .revoked))
      ))
  }

  @Test func `one month of several given back leaves the others`() throws {
    #expect(
      try hasEverPaid(
        .notice("a", day(0), Said("1000", sale, .on)),
        .notice("b", day(30), Said("1000", sale.renewed.refunded(day(31))))))
  }

  @Test func `a consumable does not count`() throws {
    let coins = Sale(1, from: day(0), to: nil, kind: .consumable, token: "ann")
    #expect(try !hasEverPaid(.notice("a", day(0), Said("1000", coins))))
  }

  @Test func `a period that was not paid, or awaits its first payment, does not count`() throws {
    let empty = Sale(1, from: day(0), to: day(0), token: "ann")
    #expect(try !hasEverPaid(.notice("a", day(0), Said("1000", empty, .on))))
    #expect(try !hasEverPaid(.notice("a", day(0), Said("1000", sale, .on, .pending))))
  }

  @Test func `a period that only a renewal fact tells of does not count yet`() throws {
    #expect(
      try !hasEverPaid(
        .notice("a", day(0), Said("1000", sale.trial, .on)),
        .notice("b", day(30), Said("1000", nil, .period(.monthly, until: day(60)), .active))))
  }

  @Test func `a family share counts for the member that it was paid for`() throws {
    // Its token does not count, so the lineage is theirs by a purchase of their own in it.
    let shared = Sale.month(1, from: day(0)).familyShared
    let bench = try Bench(now: day(10))
    try bench.append(
      .notice("a", day(0), Said("1000", shared, .off)),
      .notice("b", day(1), Said("1000", Sale(2, from: day(1), to: day(2), token: "ann").trial, .off)))
    #expect(try bench.store.verdict(for: "ann").hasEverPaid)
  }

  @Test(arguments: [
    (Rail.appStore, true), (.stripe, true), (.playStore, true), (.grant, false),
  ])
  func `what is sold counts, and what is given does not`(_ rail: Rail, isPaid: Bool) throws {
    #expect(try hasEverPaid(.notice("a", day(0), Said("1000", sale, .off), rail: rail)) == isPaid)
  }

  @Test func `what somebody else has paid does not count`() throws {
    #expect(try !hasEverPaid(.notice("a", day(0), Said("1000", sale.by("bob"), .off))))
  }
}
