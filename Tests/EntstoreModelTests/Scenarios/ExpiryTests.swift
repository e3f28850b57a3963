import EntstoreModel
import Testing

struct ExpiryTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test func `auto-renew off forfeits the next period, not the paid one, and its end is sharp`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(3), first, .off, .active)
    }
    life.opens(day(10), because: .paid, until: day(30))
    life.opens(day(30) - .tick)
    life.isClosed(day(30), .expired)
  }

  @Test func `an expiry for another reason does not reopen what auto-renew off has closed`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(3), first, .off, .active)
      Notice(day(30) + .minutes(1), first, .off, .expired, because: .priceIncrease)
    }
    life.isClosed(day(30) + .seconds(30), .expired)
    life.isClosed(day(30) + .seconds(61), .expired, because: .priceIncrease)
  }

  @Test func `a voluntary expiry has no soak`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(2), first, .off, .expired, because: .voluntary)
    }
    life.isClosed(day(30) + .seconds(3), .expired, because: .voluntary)
    life.opens(day(30) - .tick)
  }

  @Test func `an expiry for billing keeps access for ninety seconds`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(1), first, .off, .expired, because: .billing)
    }
    life.opens(day(30) + .seconds(91) - .tick, because: .soak, until: day(30) + .seconds(91))
    life.isClosed(day(30) + .seconds(91), .expired, because: .billing)
  }

  @Test func `an expiry and a renewal seconds later leave no gap`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(1), first, .on, .expired, because: .billing)
      Notice(day(30) + .seconds(5), first.renewal(), .on, .active)
    }
    life.opens(day(30) + TimeSpan(milliseconds: 1_500))
    life.opens(day(30) + .seconds(6), until: day(60))
    life.opens(day(40))
  }

  @Test func `an old expiry says nothing of a later purchase`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(1), first, .off, .expired, because: .voluntary)
      Notice(day(90) + .seconds(5), first.renewal(from: day(90)), .on, .active)
    }
    life.opens(day(91), until: day(120))
    life.isClosed(day(60), .expired, because: .voluntary)
  }

  @Test func `an expiry after sixty days of retry gives no soak`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(2), first, .retrying, .billingRetry, because: .billing)
      Notice(day(90), first, .off, .expired, because: .billing)
    }
    life.isClosed(day(89), .billingRetry)
    life.isClosed(day(90) + .seconds(1), .expired, because: .billing)
  }

  @Test func `a new chain stands while the old one dies in retry`() {
    let old = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(1), first, .retrying, .billingRetry, because: .billing)
      Notice(day(40), first, .off, .expired, because: .billing)
    }
    let new = Life { Notice(day(33) + .seconds(5), .month(7, from: day(33)), .on, .active) }
    old.isClosed(day(32), .billingRetry)
    new.isClosed(day(32), .none)
    old.isClosed(day(41), .expired)
    new.opens(day(41), until: day(63))
  }

  @Test func `six months of one customer`() {
    let second = first.renewal()
    let old = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(5), second, .on, .active)
      Notice(day(60) + .seconds(2), second, .grace(until: day(76)), .grace, because: .billing)
      Notice(day(76) + .seconds(1), second, .off, .expired, because: .billing)
    }
    let season = Bill(9, .monthly, from: day(78), to: day(168), isRenewal: true)
    let new = Life {
      Notice(day(78) + .seconds(5), season, .on, .active)
      Notice(day(145), season.refunded(day(145) - .seconds(1)), .off, .revoked)
      Notice(day(152), season, .on, .active)
    }
    old.opens(day(41))
    old.opens(day(65), .monthly, .grace)
    old.opens(day(76) + .seconds(60), because: .soak)
    old.isClosed(day(76) + .seconds(91), .expired)
    new.opens(day(80))
    new.isClosed(day(146), .refunded)
    new.opens(day(153), until: day(168))
  }
}
