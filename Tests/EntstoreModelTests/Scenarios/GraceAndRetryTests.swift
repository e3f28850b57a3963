import EntstoreModel
import Testing

struct GraceAndRetryTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)
  let failed = day(30) + .seconds(1)

  /// Bought, and in grace to day 46 from the end of the first month on.
  private var graced: [Notice] {
    [
      Notice(heard, first, .on, .active),
      Notice(failed, first, .grace(until: day(46)), .grace, because: .billing),
    ]
  }

  @Test func `in grace access stays to the date that the store gave`() {
    let life = Life { graced }
    life.opens(day(35), .monthly, .grace, because: .grace, until: day(46))
    life.opens(day(46) - .tick, .monthly, .grace)
    life.opens(day(46), because: .awaitingRenewal)
    life.isClosed(day(46) + .hours(2), .billingRetry)
  }

  @Test func `grace that ends unrenewed is billing retry after the soak`() {
    let life = Life {
      graced
      Notice(day(46) + .seconds(1), first, .retrying, .billingRetry, because: .billing)
    }
    life.opens(day(46) + .seconds(30), because: .soak)
    life.isClosed(day(46) + .seconds(91), .billingRetry)
    life.isClosed(day(56), .billingRetry)
  }

  @Test func `auto-renew off during grace ends it, after the soak`() {
    let life = Life {
      graced
      Notice(day(30) + .hours(3), first, .off, .expired, because: .billing)
    }
    life.opens(day(30) + .hours(2), .monthly, .grace)
    life.opens(day(30) + .hours(3) + .minutes(1))
    life.isClosed(day(30) + .hours(3) + .seconds(90), .expired)
  }

  @Test func `a grace date stands while the status is grace and no other date is given`() {
    let life = Life {
      graced
      Notice(day(32), first, .on, .grace)
    }
    life.opens(day(40), .monthly, .grace, until: day(46))
  }

  @Test func `grace without a date is bounded by the fallback`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(failed, first, .retrying, .grace)
    }
    life.opens(day(35), .monthly, .grace, until: day(36))
    life.opens(day(36), because: .awaitingRenewal)
    life.isClosed(day(36) + .hours(2), .billingRetry)
  }

  @Test func `a recovery restores access at once`() {
    let life = Life {
      graced
      Notice(day(46) + .seconds(1), first, .retrying, .billingRetry, because: .billing)
      Notice(day(48) + .seconds(5), first.renewal(from: day(48)), .on, .active)
    }
    life.isClosed(day(47), .billingRetry)
    life.opens(day(48) + .seconds(5), until: day(78))
  }

  @Test func `a failure signed after the recovery is a label, and the status is the truth`() {
    let second = first.renewal(from: day(31))
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(31) + .seconds(5), second, .on, .active)
      Notice(day(31) + .minutes(1), second, .on, .active)
    }
    life.opens(day(35), until: day(61))
  }

  @Test func `a charge that fails early takes nothing that is paid`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(29), first, .retrying, .billingRetry, because: .billing)
    }
    life.opens(day(30) - .hours(1), because: .paid)
    life.opens(day(30) + .minutes(1), because: .soak)
    life.isClosed(day(30) + .seconds(90), .billingRetry)
  }

  @Test func `without grace a failed renewal is billing retry ninety seconds after the word`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(2), first, .retrying, .billingRetry, because: .billing)
    }
    life.opens(day(30) + .minutes(1))
    life.isClosed(day(30) + .seconds(92), .billingRetry, until: day(90))
    life.isClosed(day(91), .expired, because: .billing)
  }

  @Test func `retry is counted from what was paid, grace included`() {
    let life = Life { graced }
    life.isClosed(day(89), .billingRetry, until: day(90))
    life.isClosed(day(91), .expired)
  }
}
