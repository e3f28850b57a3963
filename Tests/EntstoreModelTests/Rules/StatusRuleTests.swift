import EntstoreModel
import Testing

/// §2 step 3.
struct StatusRuleTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)
  let end = day(30)

  @Test(arguments: [StoreStatus.expired, .billingRetry])
  func `2 and 3 clear the grace date`(status: StoreStatus) {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(31), nil, nil, status, because: .voluntary)
    }
    life.expect(day(31), false)
  }

  @Test(arguments: [StoreStatus.expired, .billingRetry])
  func `2 and 3 clear the stated period`(status: StoreStatus) {
    let life = Life {
      Notice(heard, first, .period(.monthly, until: day(60)), .active)
      Notice(day(31), nil, nil, status, because: .voluntary)
    }
    life.opens(day(31) - .tick)
    life.expect(day(31), false)
  }

  @Test func `the soak is due if the end came in time: no later than the leeway past the end`() {
    let bound = end + .hours(2)
    let inTime = Life {
      Notice(heard, first, .on, .active)
      Notice(bound, nil, nil, .expired)
    }
    inTime.opens(bound, because: .soak, until: bound + .seconds(90))
    let late = Life {
      Notice(heard, first, .on, .active)
      Notice(bound + .tick, nil, nil, .expired)
    }
    late.isClosed(bound + .tick, .expired)
  }

  @Test func `the grace date, as before this event, counts for the soak`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(46) + .hours(2), nil, .on, .expired)
    }
    life.opens(day(46) + .hours(2), because: .soak)
  }

  @Test func `if auto-renew was known off before this event, the leeway is nothing`() {
    let atEnd = Life {
      Notice(heard, first, .off, .active)
      Notice(end, nil, .on, .expired)
    }
    atEnd.opens(end, because: .soak)
    let justAfter = Life {
      Notice(heard, first, .off, .active)
      Notice(end + .tick, nil, .on, .expired)
    }
    justAfter.isClosed(end + .tick, .expired)
  }

  @Test func `auto-renew off that this event itself brings takes no leeway away`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(end + .hours(1), nil, .off, .expired)
    }
    life.opens(end + .hours(1), because: .soak)
  }

  @Test func `a voluntary end has no soak, told by this event or before`() {
    let before = Life {
      Notice(heard, first, .on, nil, because: .voluntary)
      Notice(end, nil, nil, .expired)
    }
    before.isClosed(end, .expired)
    let now = Life {
      Notice(heard, first, .on, .active)
      Notice(end, nil, nil, .expired, because: .voluntary)
    }
    now.isClosed(end, .expired)
  }

  @Test func `what is over already is not over anew`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(end, nil, nil, .billingRetry)
      Notice(end + .minutes(1), nil, nil, .expired)
    }
    life.opens(end + .seconds(89), because: .soak, until: end + .seconds(90))
  }

  @Test(arguments: [StoreStatus.active, .grace])
  func `1 and 4 take back that it is over, and the reason`(status: StoreStatus) {
    let life = Life {
      Notice(day(1), first, .on, .expired, because: .billing)
      Notice(day(2), nil, nil, status)
    }
    life.expect(end, true)
    life.isClosed(day(200), .expired, because: .lapsed)
  }

  @Test func `4 without a date keeps access for the fallback past the latest end`() {
    let life = Life { Notice(day(30), first, .on, .grace) }
    life.opens(day(31), .monthly, .grace, until: day(36))
  }

  @Test func `4 without a date keeps access for at least the leeway past its signature`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(50), nil, nil, .grace)
    }
    life.opens(day(50), .monthly, .grace, until: day(50) + .hours(2))
  }

  @Test func `4 without a date and without a purchase keeps the leeway for the purchase to come`() {
    let life = Life {
      Notice(day(31), nil, nil, .grace)
      Notice(day(31) + .tick, first)
    }
    life.opens(day(31) + .hours(1), .monthly, .grace, until: day(31) + .hours(2))
  }

  @Test func `1 with a product and a renewal date states a period`() {
    let life = Life { Notice(heard, nil, .period(.monthly, until: day(30)), .active) }
    life.opens(day(1), because: .paid, until: day(30))
    life.opens(day(30), because: .awaitingRenewal)
  }

  @Test(arguments: [StoreStatus.active, .grace, .revoked])
  func `1 without a date, 4 and 5 state no period`(status: StoreStatus) {
    let life = Life {
      Notice(heard, nil, .period(.monthly, until: day(30)), .active)
      Notice(day(1), nil, .on, status)
    }
    life.isClosed(day(2), .none)
  }

  @Test(arguments: [StoreStatus?.none, .grace, .expired])
  func `a product and a renewal date state nothing without status 1`(status: StoreStatus?) {
    let life = Life { Notice(heard, nil, .period(.monthly, until: day(30)), status) }
    life.isClosed(day(1), .none)
  }

  @Test func `5 revokes the newest purchase at its signature`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), nil, nil, .revoked)
    }
    life.opens(day(10) - .tick)
    life.isClosed(day(10), .refunded)
  }

  @Test func `5 leaves an earlier revocation as it is`() {
    let life = Life {
      Notice(heard, first.refunded(day(5)), .on, .active)
      Notice(day(10), nil, nil, .revoked)
    }
    life.isClosed(day(10), .refunded)
    life.isClosed(day(5), .refunded)
  }

  @Test func `a later copy without revocation lifts it`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), nil, nil, .revoked)
      Notice(day(11), first)
    }
    life.opens(day(12), until: day(30))
  }

  @Test func `a copy signed before the word lifts nothing`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), nil, nil, .revoked)
      Notice(day(11), first.signed(day(9)))
    }
    life.isClosed(day(12), .refunded)
  }

  @Test(arguments: [StoreStatus.expired, .billingRetry, .revoked])
  func `a later copy lifts nothing if its event says 2, 3 or 5`(status: StoreStatus) {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), nil, nil, .revoked)
      Notice(day(11), first, nil, status)
    }
    life.isClosed(day(12), .refunded)
  }
}
