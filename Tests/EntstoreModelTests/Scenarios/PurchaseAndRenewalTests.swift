import EntstoreModel
import Testing

struct PurchaseAndRenewalTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test func `a first purchase is open until its end and two hours longer`() {
    let life = Life { Notice(heard, first, .on, .active) }
    life.opens(heard, because: .paid, until: day(30))
    life.opens(day(30) - .tick, because: .paid)
    life.opens(day(30), because: .awaitingRenewal, until: day(30) + .hours(2))
    life.isClosed(day(30) + .hours(2), .expired, because: .lapsed)
    life.isClosed(day(0) - .tick, .none)
  }

  @Test func `a renewal moves the end`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(5), first.renewal(), .on, .active)
    }
    life.opens(day(31), because: .paid, until: day(60))
  }

  @Test func `a renewal charged before the end joins both periods`() {
    let early = day(30) - .hours(20)
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(early + .seconds(5), first.renewal(from: early).extended(to: day(60)), .on, .active)
    }
    life.opens(day(30) - .hours(1), until: day(60))
    life.opens(day(30))
  }

  @Test func `a renewal signed before it starts is open from its signature`() {
    let life = Life { Notice(day(30) - .seconds(33), first.renewal(), .on, .active) }
    life.opens(day(30) - .seconds(33), until: day(60))
    life.isClosed(day(30) - .seconds(34), .none)
  }

  @Test func `a lost renewal is healed by any later notice that carries it`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(35), first.renewal(), .on, .active)
    }
    life.opens(day(36))
    life.opens(day(33))
  }

  @Test func `a lost renewal is healed by a renewal fact that states the period`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(33), first.refunded(day(33) - .seconds(1)), .period(.monthly, until: day(60)), .active)
    }
    life.opens(day(40), because: .paid, until: day(60))
    life.opens(day(60), because: .awaitingRenewal)
    life.isClosed(day(60) + .hours(2), .expired)
  }

  @Test func `an extension moves the end of the same purchase`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(20), first.extended(to: day(44)), .on, .active)
    }
    life.opens(day(40), until: day(44))
  }

  @Test func `periods whose purchases have ids of their own are refunded one by one`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .seconds(5), first.renewal(), .on, .active)
      Notice(day(31), first.refunded(day(31) - .seconds(1)), .off, .active)
    }
    life.opens(day(32), until: day(60))
  }

  @Test func `the same fact under new event ids changes nothing`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(2), first, .on, .active)
      Notice(day(3), first, .on, .active)
      Notice(day(4), first, .on, .active)
    }
    life.opens(day(5), until: day(30))
  }

  @Test func `a notice without facts changes nothing`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(heard + .tick)
      Notice(heard + .seconds(1))
    }
    life.opens(day(1), until: day(30))
  }

  @Test func `a purchase alone is enough to open`() {
    let life = Life { Notice(heard, first) }
    life.opens(day(1), until: day(30))
    life.opens(day(30), because: .awaitingRenewal)
  }

  @Test func `a notice of a kind never heard of still carries its renewal`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(30) + .minutes(1), first.renewal(), .on, .active)
    }
    life.opens(day(32), until: day(60))
  }

  @Test func `a family member's line is open in itself and closes as revoked`() {
    let shared = Bill(1, .monthly, from: day(0), to: day(30), isFamilyShare: true)
    let life = Life {
      Notice(heard, shared, .on, .active)
      Notice(day(10), shared.refunded(day(9)), nil, .revoked)
    }
    life.opens(day(1))
    life.isClosed(day(10), .revoked, because: .familyRevoked)
  }
}
