import EntstoreModel
import Testing

/// §2 step 2.
struct RenewalRuleTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test func `a renewal fact replaces the one before`() {
    let life = Life {
      Notice(heard, first, .off, .active)
      Notice(day(1), nil, .on)
    }
    life.opens(day(30), because: .awaitingRenewal)
  }

  @Test func `its grace date replaces the grace date`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(31), nil, .grace(until: day(40)))
    }
    life.opens(day(35), .monthly, .grace, until: day(40))
  }

  @Test func `its lack of a grace date clears the grace date`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .active)
      Notice(day(1), nil, .on)
    }
    life.isClosed(day(31), .expired)
  }

  @Test func `its lack of a grace date clears nothing under this event's status 4`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .active)
      Notice(day(1), nil, .on, .grace)
    }
    life.opens(day(31), .monthly, .grace, until: day(46))
  }

  @Test func `its lack of a grace date clears nothing while the last status is 4`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(1), nil, .on)
    }
    life.opens(day(31), .monthly, .grace, until: day(46))
  }

  @Test func `this event's status counts before the last`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(1), nil, .on, .active)
    }
    life.opens(day(30), because: .awaitingRenewal, until: day(30) + .hours(2))
  }

  @Test(arguments: [
    (ExpiryReason.voluntary, AccessReason.voluntary), (.billing, .billing),
    (.priceIncrease, .priceIncrease), (.productUnavailable, .productUnavailable), (.other, .other),
  ])
  func `an expiry reason is the reason of the expiry`(said: ExpiryReason, read: AccessReason) {
    let life = Life { Notice(heard, first, .off, nil, because: said) }
    life.isClosed(day(31), .expired, because: read)
  }

  @Test func `an expiry reason counts without a renewal fact`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .tick, nil, nil, .expired, because: .voluntary)
    }
    life.isClosed(day(30) + .seconds(5), .expired, because: .voluntary)
  }
}
