import EntstoreModel
import Testing

/// §2 step 1.
struct PurchaseRuleTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test func `of the copies of one transaction the newest signed wins wholly`() {
    let life = Life {
      Notice(heard, first.refunded(day(0)).upgraded.extended(to: day(5)))
      Notice(day(1), first)
    }
    life.opens(day(2), until: day(30))
  }

  @Test func `a copy's own clock decides, not the event that carries it`() {
    let life = Life {
      Notice(day(3), first.extended(to: day(20)))
      Notice(day(4), first.signed(day(2)))
    }
    life.opens(day(5), until: day(20))
  }

  @Test func `of two copies signed at once the later in the fold wins`() {
    let life = Life {
      Notice(day(3), first.extended(to: day(20)))
      Notice(day(3), first.extended(to: day(25)))
    }
    life.opens(day(5), until: day(25))
  }

  @Test func `a purchase has begun at the earliest of its copies' dates`() {
    let later = Bill.month(2, .max, from: day(5))
    let life = Life {
      Notice(day(10), first.restored(as: 99, at: day(8)))
      Notice(day(11), first)
      Notice(day(12), later)
    }
    life.opens(day(13), .max, until: day(35))
    life.opens(day(4))
  }

  @Test func `other fields come from the newest copy, under whatever transaction id`() {
    let life = Life {
      Notice(day(10), first.restored(as: 99).extended(to: day(40)))
      Notice(day(11), first)
    }
    life.opens(day(12), until: day(30))
  }

  @Test func `a purchase is upgraded if any of its copies is`() {
    let life = Life {
      Notice(day(10), first.upgraded)
      Notice(day(11), first.restored(as: 99))
    }
    life.isClosed(day(12), .expired, because: .lapsed)
  }

  @Test func `a purchase is revoked at the earliest of its copies' revocations`() {
    let life = Life {
      Notice(day(10), first.refunded(day(9)))
      Notice(day(11), first.restored(as: 99).refunded(day(6)))
    }
    life.isClosed(day(11), .refunded)
    life.isClosed(day(10) + .hours(1), .refunded)
    life.opens(day(6) - .tick)
  }

  @Test func `a copy purchased after a revocation excuses it`() {
    let life = Life {
      Notice(heard, first)
      Notice(day(10), first.refunded(day(9)))
      Notice(day(11), first.restored(as: 99, at: day(10)))
    }
    life.opens(day(12), until: day(30))
  }

  @Test func `a copy purchased before a revocation excuses nothing, however new it is`() {
    let life = Life {
      Notice(day(10), first.refunded(day(9)))
      Notice(day(11), first.restored(as: 99, at: day(8)))
    }
    life.isClosed(day(12), .refunded)
  }

  @Test func `a copy that is revoked too excuses nothing`() {
    let life = Life {
      Notice(day(10), first.refunded(day(5)))
      Notice(day(12), first.restored(as: 99, at: day(10)).refunded(day(11)))
    }
    life.isClosed(day(13), .refunded)
  }

  @Test func `for a family share a copy signed after the revocation excuses it`() {
    let shared = Bill(1, .monthly, from: day(0), to: day(30), isFamilyShare: true)
    let life = Life {
      Notice(day(10), shared.refunded(day(9)))
      Notice(day(11), shared.restored(as: 99))
    }
    life.opens(day(12), until: day(30))
  }

  @Test func `the newest is the latest purchased, then the latest to expire, then the greatest id`() {
    let byDate = Life {
      Notice(day(1), .month(2, .monthly, from: day(0)))
      Notice(day(1), .month(1, .max, from: day(1)))
    }
    byDate.isClosed(day(60), .expired)
    byDate.expect(day(60), false, .expired, .max)
    let byEnd = Life {
      Notice(day(1), Bill(2, .monthly, from: day(0), to: day(20)))
      Notice(day(1), Bill(1, .max, from: day(0), to: day(30)))
    }
    byEnd.expect(day(60), false, .expired, .max)
    let byID = Life {
      Notice(day(1), .month(2, .max, from: day(0)))
      Notice(day(1), .month(1, .monthly, from: day(0)))
    }
    byID.expect(day(60), false, .expired, .max)
  }

  @Test func `an upgraded purchase is not the newest while another is not upgraded`() {
    let life = Life {
      Notice(day(1), .month(1, .monthly, from: day(0)))
      Notice(day(2), Bill.month(2, .max, from: day(1)).upgraded)
    }
    life.expect(day(60), false, .expired, .monthly)
  }

  @Test func `if all are upgraded the newest is the greatest of all`() {
    let life = Life {
      Notice(day(1), Bill.month(1, .monthly, from: day(0)).upgraded)
      Notice(day(2), Bill.month(2, .max, from: day(1)).upgraded)
    }
    life.expect(day(60), false, .expired, .max)
  }

  @Test func `what was said of the period before is forgotten when a new purchase becomes the newest`() {
    let life = Life {
      Notice(day(29), first, .grace(until: day(90)), .billingRetry, because: .billing)
      Notice(day(30), first.renewal())
    }
    life.opens(day(60), because: .awaitingRenewal, until: day(60) + .hours(2))
    life.isClosed(day(61), .expired, because: .lapsed)
  }

  @Test func `what was said stands when an older purchase arrives`() {
    let life = Life {
      Notice(day(31), first.renewal(), .off, .active)
      Notice(day(32), first)
    }
    life.opens(day(60) - .tick)
    life.isClosed(day(60), .expired)
  }

  @Test func `a first purchase forgets nothing that was said before it`() {
    let life = Life {
      Notice(heard, nil, .off)
      Notice(day(1), first)
    }
    life.isClosed(day(30), .expired)
  }
}
