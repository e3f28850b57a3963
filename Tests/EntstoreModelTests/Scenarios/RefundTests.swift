import EntstoreModel
import Testing

struct RefundTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  /// Bought, and refunded on day 10.
  private var refunded: [Notice] {
    [
      Notice(heard, first, .on, .active),
      Notice(day(10) + .seconds(1), first.refunded(day(10)), .off, .revoked),
    ]
  }

  @Test func `a refund closes at once`() {
    let life = Life { refunded }
    life.opens(day(10) - .tick)
    life.isClosed(day(10) + .seconds(1), .refunded, because: .refunded)
    life.isClosed(day(30) - .tick, .refunded)
  }

  @Test func `a refund of an older period leaves this one open`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(5), first.renewal(), .on, .active)
      Notice(day(35), first.refunded(day(35) - .seconds(1)), .off, .active)
    }
    life.opens(day(36), until: day(60))
  }

  @Test func `a renewal notice that comes after the refund gives nothing back`() {
    let second = first.renewal()
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(5), second, .on, .active)
      Notice(day(32), second.refunded(day(32) - .seconds(1)), .off, .revoked)
    }
    life.isClosed(day(33), .refunded)
    life.opens(day(31))
  }

  @Test func `an early renewal that is refunded leaves what was paid before`() {
    let early = day(30) - .hours(20)
    let second = first.renewal(from: early).extended(to: day(60))
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(early + .seconds(5), second, .on, .active)
      Notice(day(30) - .hours(10), second.refunded(day(30) - .hours(10) - .seconds(1)), .off, .active)
    }
    life.opens(day(30) - .hours(1), until: day(30))
    life.isClosed(day(30), .refunded)
  }

  @Test func `a refund of one copy refunds the purchase that a restore saw under another id`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(2), first.restored(as: 99), .on, .active)
      Notice(day(10) + .seconds(1), first.refunded(day(10)), .off, .revoked)
    }
    life.isClosed(day(10) + .seconds(2), .refunded)
    life.opens(day(10) - .seconds(1))
  }

  @Test func `a reversal gives access back until the end`() {
    let life = Life {
      refunded
      Notice(day(17), first, .off, .active)
    }
    life.opens(day(17) + .tick, until: day(30))
    life.isClosed(day(30), .expired)
    life.isClosed(day(17) - .tick, .refunded)
  }

  @Test func `a lost reversal is healed by a later copy that is not revoked`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10), first.refunded(day(10) - .seconds(1)), .off, .revoked)
      Notice(day(18), first, .off, .active)
    }
    life.isClosed(day(11), .refunded)
    life.opens(day(19), until: day(30))
  }

  @Test func `a reversal after the period gives nothing back`() {
    let life = Life {
      refunded
      Notice(day(35), first, .off, .expired, because: .other)
    }
    life.isClosed(day(36), .expired, because: .other)
  }

  @Test func `a copy signed before the refund loses, however new the notice that carries it`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(10) + .seconds(1), first.refunded(day(10)), .off)
      Notice(day(11), first.signed(day(9)), .off)
    }
    life.isClosed(day(12), .refunded)
  }

  @Test func `bought again after a refund and heard of late, it was open from the purchase on`() {
    let life = Life {
      refunded
      Notice(day(20), first.renewal(from: day(15)), .on, .active)
    }
    life.opens(day(16))
    life.isClosed(day(12), .refunded)
  }
}
