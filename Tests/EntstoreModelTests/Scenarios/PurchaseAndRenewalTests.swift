import EntstoreModel
import Testing

struct PurchaseAndRenewalTests {
  let first = Bill.month(1, from: day(0))

  @Test func `a first purchase is open until its end and two hours longer`() {
    let life = Life { Notice(day(0) + .seconds(5), first, .on, .active) }
    life.opens(day(0) + .seconds(5), because: .paid, until: day(30))
    life.opens(day(30) - .tick, because: .paid)
    life.opens(day(30), because: .awaitingRenewal, until: day(30) + .hours(2))
    life.isClosed(day(30) + .hours(2), .expired, because: .lapsed)
  }
}
