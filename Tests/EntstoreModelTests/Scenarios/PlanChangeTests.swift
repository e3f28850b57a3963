import EntstoreModel
import Testing

struct PlanChangeTests {
  let first = Bill.month(1, from: day(0))
  let max = Bill.month(2, .max, from: day(12))
  let heard = day(0) + .seconds(5)

  private var upgraded: [Notice] {
    [
      Notice(heard, first, .on, .active),
      Notice(day(12) + .seconds(3), max, .on, .active),
      Notice(day(12) + .minutes(1), first.upgraded, .on, .active),
    ]
  }

  @Test func `an upgrade is immediate`() {
    let life = Life { upgraded }
    life.opens(day(12) + .hours(1), .max, until: day(42))
    life.opens(day(12) - .hours(1), .monthly)
  }

  @Test func `an upgrade that is refunded does not revive the plan before it`() {
    let life = Life {
      upgraded
      Notice(day(13) + .seconds(1), max.refunded(day(13)), .off, .revoked)
    }
    life.isClosed(day(14), .refunded)
  }

  @Test func `a yearly plan ends where a monthly one begins, marked upgraded or not`() {
    let life = Life {
      Notice(heard, Bill(1, .monthly, from: day(0), to: day(365)), .on, .active)
      Notice(day(12) + .seconds(3), max, .on, .active)
    }
    life.opens(day(12) + .hours(1), .max, until: day(42))
    life.opens(day(12) - .hours(1), .monthly)
    life.isClosed(day(42) + .hours(2), .expired)
  }

  @Test func `a lost upgrade is healed by the new plan's renewals`() {
    let second = Bill(2, .max, from: day(42), to: day(72), isRenewal: true)
    let third = second.renewal()
    let fourth = third.renewal()
    let life = Life {
      Notice(heard, Bill(1, .monthly, from: day(0), to: day(365)), .on, .active)
      Notice(day(42) + .seconds(5), second, .on, .active)
      Notice(day(72) + .seconds(5), third, .on, .active)
      Notice(day(102) + .seconds(5), fourth, .on, .active)
    }
    life.opens(day(43), .max)
    life.isClosed(day(162), .expired)
  }

  @Test func `of three plans each ends where the next begins`() {
    let ultra = Bill.month(3, .ultra, from: day(17))
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(12) + .seconds(3), max, .on, .active)
      Notice(day(17) + .minutes(1), max.upgraded, .on, .active)
      Notice(day(17) + .seconds(61), first.upgraded, .on, .active)
      Notice(day(17) + .seconds(3), ultra, .on, .active)
    }
    life.opens(day(14), .max)
    life.opens(day(18), .ultra, until: day(47))
  }

  @Test func `a downgrade changes nothing until the renewal brings it`() {
    let dear = Bill.month(1, .max, from: day(0))
    let life = Life {
      Notice(heard, dear, .on, .active)
      Notice(day(12), dear, .on, .active)
      Notice(day(30) + .seconds(5), dear.renewal(product: .monthly), .on, .active)
    }
    life.opens(day(13), .max)
    life.opens(day(31), .monthly, until: day(60))
    life.opens(day(30) + .hours(3), .monthly)
  }

  @Test func `a renewal under another account's token renews the same line`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(5), first.renewal(), .on, .active)
    }
    life.opens(day(31), until: day(60))
  }
}
