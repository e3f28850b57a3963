import EntstoreModel
import Testing

/// §4.
struct AccessRuleTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test func `a copy exists from the earlier of its purchase and its clock`() {
    Life { Notice(day(3), first) }.opens(day(0))
    Life { Notice(day(3), first) }.isClosed(day(0) - .tick, .none)
    Life { Notice(day(0) - .hours(1), first) }.opens(day(0) - .hours(1))
  }

  @Test func `at an earlier time the newest copy signed by then counts`() {
    let life = Life {
      Notice(heard, first)
      Notice(day(10), first.extended(to: day(44)))
      Notice(day(20), first.refunded(day(5)))
    }
    life.opens(day(8))
    life.opens(day(12))
    life.isClosed(day(20), .refunded)
  }

  @Test func `where the store had said nothing the first that it said later counts`() {
    let life = Life {
      Notice(day(10), first.refunded(day(4)))
      Notice(day(20), first)
    }
    life.opens(day(3))
    life.isClosed(day(5), .refunded)
    life.opens(day(21))
  }

  @Test func `renewal and status facts count from their signature on`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(31), nil, .off, .expired, because: .voluntary)
    }
    life.opens(day(30) + .hours(1), because: .awaitingRenewal)
    life.isClosed(day(30) + .hours(3), .expired, because: .lapsed)
    life.isClosed(day(31), .expired, because: .voluntary)
  }

  @Test func `a stated period that is known already adds nothing`() {
    let life = Life { Notice(heard, first, .period(.monthly, until: day(30)), .active) }
    life.opens(day(30) - .tick, because: .paid, until: day(30))
  }

  @Test func `a refunded period does not rise again by its own renewal date`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), first.refunded(day(9)), .period(.monthly, until: day(30)), .active)
    }
    life.isClosed(day(10), .refunded)
  }

  @Test func `a stated period of another product is a plan change at its event's signature`() {
    let life = Life {
      Notice(heard, Bill(1, .monthly, from: day(0), to: day(365)), .on, .active)
      Notice(day(12), nil, .period(.max, until: day(42)), .active)
    }
    life.opens(day(12) - .tick)
    life.opens(day(12), .max, until: day(42))
    life.isClosed(day(43), .expired)
  }

  @Test func `a stated period is the newest, whatever was revoked`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(33), first.refunded(day(20)), .period(.monthly, until: day(60)), .active)
    }
    life.opens(day(33), until: day(60))
    life.isClosed(day(60) + .hours(2), .expired)
  }

  @Test func `the product is that of the earliest-begun purchase that runs`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(30) - .hours(2), first.renewal(from: day(30) - .hours(2), product: .max), .on)
    }
    life.opens(day(30) - .hours(1), .monthly)
  }

  @Test func `the answer lasts until the latest end of that product`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(29), first.renewal(from: day(29)), .on)
    }
    life.opens(day(29), until: day(59))
  }

  @Test func `a revoked newest purchase is refunded at once, without grace or soak`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), first.refunded(day(10)), .grace(until: day(46)), .grace)
    }
    life.isClosed(day(10), .refunded)
  }

  @Test func `a revoked family share is revoked`() {
    let shared = Bill(1, .monthly, from: day(0), to: day(30), isFamilyShare: true)
    Life { Notice(day(10), shared.refunded(day(9))) }
      .isClosed(day(10), .revoked, because: .familyRevoked)
  }

  @Test func `a grace date before the end adds nothing`() {
    let life = Life { Notice(heard, first, .grace(until: day(20)), .active) }
    life.opens(day(30) - .tick, because: .paid)
    life.opens(day(30), because: .awaitingRenewal, until: day(30) + .hours(2))
  }

  @Test func `a tail of what is not auto-renewable is none`() {
    let life = Life { Notice(heard, Bill(1, .monthly, from: day(0), to: day(30), kind: .unknown), .on) }
    life.isClosed(day(30), .expired)
  }

  @Test func `a tail of what is upgraded is none`() {
    let life = Life { Notice(day(30) - .tick, first.upgraded, .on) }
    life.isClosed(day(30), .expired)
  }

  @Test func `the soak counts from the later of the end and the word that it is over`() {
    let early = Life { Notice(day(29), first, .on, .expired) }
    early.opens(day(30), because: .soak, until: day(30) + .seconds(90))
    let late = Life {
      Notice(heard, first, .on)
      Notice(day(30) + .hours(1), nil, nil, .expired)
    }
    late.opens(day(30) + .hours(1), because: .soak, until: day(30) + .hours(1) + .seconds(90))
  }

  @Test(arguments: [RenewalFact?.none, RenewalFact(), .on])
  func `auto-renew on or unknown keeps the leeway`(renewal: RenewalFact?) {
    let life = Life { Notice(heard, first, renewal) }
    life.opens(day(30), because: .awaitingRenewal, until: day(30) + .hours(2))
  }

  @Test func `auto-renew known off keeps nothing`() {
    Life { Notice(heard, first, .off) }.isClosed(day(30), .expired, because: .lapsed)
  }

  @Test(arguments: [StoreStatus.billingRetry, .grace])
  func `status 3 or 4 is billing retry once access has gone`(status: StoreStatus) {
    let life = Life {
      Notice(heard, first, .off)
      Notice(day(31), nil, nil, status)
    }
    life.isClosed(day(40), .billingRetry, until: day(90))
    life.isClosed(day(90), .expired)
  }

  @Test func `retrying counts as billing retry only while it is not over`() {
    let retrying = RenewalFact(willAutoRenew: false, isRetrying: true)
    Life { Notice(heard, first, retrying) }.isClosed(day(30), .billingRetry, until: day(90))
    Life { Notice(day(40), first, retrying, .expired) }.isClosed(day(40), .expired)
  }

  @Test func `without a purchase there is nothing`() {
    Life { Notice(heard, nil, .on, .active) }.isClosed(day(1), .none, because: AccessReason.none)
  }
}
