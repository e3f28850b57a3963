import EntstoreModel
import Testing

struct OneTimeTests {
  let heard = day(0) + .seconds(5)

  @Test func `a lifetime purchase has no end, and a refund ends it`() {
    let lifetime = Bill(1, .lifetime, from: day(0), kind: .nonConsumable)
    let kept = Life { Notice(heard, lifetime) }
    kept.opens(day(900), .lifetime, because: .lifetime)
    let refunded = Life {
      Notice(heard, lifetime)
      Notice(day(10), lifetime.refunded(day(9)))
    }
    refunded.isClosed(day(900), .refunded)
  }

  @Test func `a non-renewing subscription without a term opens nothing`() {
    let life = Life { Notice(heard, Bill(1, .season, from: day(0), kind: .nonRenewing)) }
    life.isClosed(day(1), .expired, because: .lapsed)
    life.isClosed(day(3650), .expired)
  }

  @Test func `a non-renewing subscription runs for the catalog's term, sharply`() {
    let life = Life { Notice(heard, Bill(1, .season, from: day(0), kind: .nonRenewing)) }
      .with(terms: [.season: .days(90)])
    life.opens(day(90) - .tick, .season, until: day(90))
    life.isClosed(day(90), .expired, because: .lapsed)
  }

  @Test func `a consumable opens nothing`() {
    let life = Life { Notice(heard, Bill(1, .season, from: day(0), to: day(30), kind: .consumable)) }
    life.isClosed(day(1), .none)
  }

  @Test func `a lifetime purchase of its own line outlives the subscription's`() {
    let month = Bill.month(1, from: day(0))
    let subscription = Life {
      Notice(heard, month, .on, .active)
      Notice(day(30) + .seconds(1), month, .off, .expired, because: .voluntary)
    }
    let once = Life { Notice(day(60), Bill(5, .lifetime, from: day(60) - .seconds(5), kind: .nonConsumable)) }
    subscription.isClosed(day(31), .expired)
    once.isClosed(day(31), .none)
    subscription.isClosed(day(90), .expired)
    once.opens(day(90), .lifetime)
  }
}
