import EntstoreModel
import Testing

/// §3.
struct EndRuleTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test(arguments: [ProductKindOfSale.autoRenewable, .nonRenewing, .unknown])
  func `only a non-consumable may lack an end and last forever`(kind: ProductKindOfSale) {
    let endless = Life { Notice(heard, Bill(1, .monthly, from: day(0), kind: kind), .off) }
    endless.isClosed(day(1), .expired)
    let lifetime = Life { Notice(heard, Bill(1, .monthly, from: day(0), kind: .nonConsumable)) }
    lifetime.opens(day(40_000), because: .lifetime)
  }

  @Test func `a revocation ends a purchase from its own date on`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(10), first.refunded(day(8)))
    }
    life.opens(day(8) - .tick)
    life.isClosed(day(10), .refunded)
  }

  @Test func `a revocation yet to come leaves the time until then`() {
    let life = Life { Notice(heard, first.refunded(day(8)), .on) }
    life.opens(day(8) - .tick)
    life.isClosed(day(8), .refunded)
  }

  @Test func `an upgraded purchase ends where the next one begins, of the same product too`() {
    let life = Life {
      Notice(heard, first.upgraded)
      Notice(day(10), Bill(2, .monthly, from: day(10), to: day(15)))
    }
    life.opens(day(12), until: day(15))
    life.isClosed(day(16), .expired)
  }

  @Test func `until a next one is seen an upgraded purchase ends the leeway after its first mark`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(10), first.upgraded)
      Notice(day(20), first.upgraded)
    }
    life.opens(day(10) + .hours(2) - .tick)
    life.isClosed(day(20), .expired)
    life.isClosed(day(10) + .hours(2), .expired)
  }

  @Test func `another product ends this one where it begins`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(10), Bill(2, .max, from: day(9), to: day(12)), .off)
    }
    life.opens(day(9), .max, until: nil)
    life.isClosed(day(12), .expired)
  }

  @Test func `the same product beside it ends nothing`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(10), Bill(2, .monthly, from: day(9), to: day(12)), .off)
    }
    life.opens(day(20), until: day(30))
  }

  @Test func `a renewal of another product, charged a day early at most, waits for the old end`() {
    let atBound = Life {
      Notice(heard, first, .on)
      Notice(day(29), first.renewal(from: day(29), product: .max), .on)
    }
    atBound.opens(day(30) - .tick, .monthly)
    atBound.opens(day(30), .max)
    let earlier = Life {
      Notice(heard, first, .on)
      Notice(day(29), first.renewal(from: day(29) - .tick, product: .max), .on)
    }
    earlier.opens(day(29), .max)
  }

  @Test func `a purchase of another product is no renewal, however near the end`() {
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(30) - .hours(1), .month(2, .max, from: day(30) - .hours(1)), .on)
    }
    life.opens(day(30) - .hours(1), .max)
  }

  @Test(arguments: [Int64.min, .max])
  func `no early charge is too long or too short to be counted with`(milliseconds: Int64) {
    let policy = Policy(earlyCharge: TimeSpan(milliseconds: milliseconds))
    let life = Life {
      Notice(heard, first, .on)
      Notice(day(29), first.renewal(from: day(29), product: .max), .on)
    }
    life.with(policy: policy).opens(day(29), milliseconds < 0 ? .max : .monthly)
  }
}
