import EntstoreModel
import Testing

/// §9.
struct OtherRailRuleTests {
  let first = Bill.month(1, from: day(0))
  let heard = day(0) + .seconds(5)

  @Test func `an ended line closes from that instant, with its reason and no tail`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(5), ending: .ended(at: day(10), reason: .other))
    }
    life.opens(day(10) - .tick)
    life.isClosed(day(10), .expired, because: .other)
  }

  @Test func `an ended line has no grace and no retry`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(5), ending: .ended(at: day(10), reason: .voluntary))
    }
    life.isClosed(day(10), .expired, because: .voluntary)
  }

  @Test func `an ended line stays refunded if it was`() {
    let life = Life {
      Notice(heard, first.refunded(day(1)))
      Notice(day(5), ending: .ended(at: day(3), reason: .other))
    }
    life.isClosed(day(10), .refunded)
  }

  @Test func `an end can be taken back`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(5), ending: .ended(at: day(5), reason: .other))
      Notice(day(6), ending: .takenBack)
    }
    life.isClosed(day(6) - .tick, .expired)
    life.opens(day(6), until: day(30))
  }

  @Test func `a void revokes a purchase, and later copies do not lift it`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(5), void: VoidFact(purchase: first.id, at: day(4)))
      Notice(day(6), first, .on, .active)
    }
    life.opens(day(5) - .tick)
    life.isClosed(day(6), .refunded)
  }

  @Test func `a void may come before its purchase`() {
    let life = Life {
      Notice(day(1), void: VoidFact(purchase: first.id, at: day(1)))
      Notice(day(6), first, .on, .active)
    }
    life.isClosed(day(6), .refunded)
  }

  @Test func `paused runs to the end of what is paid, and no further`() {
    let life = Life {
      Notice(heard, first, .grace(until: day(46)), .grace)
      Notice(day(5), nil, nil, .paused)
    }
    life.opens(day(30) - .tick)
    life.isClosed(day(30), .paused)
  }

  @Test func `paused lasts until another status comes`() {
    let life = Life {
      Notice(heard, first, .on, .active)
      Notice(day(31), nil, nil, .paused)
      Notice(day(32), nil, nil, .expired)
    }
    life.isClosed(day(31), .paused)
    life.isClosed(day(32), .expired)
  }

  @Test func `paused forgets no period that was stated`() {
    let life = Life {
      Notice(heard, nil, .period(.monthly, until: day(30)), .active)
      Notice(day(5), nil, nil, .paused)
    }
    life.opens(day(6), until: day(30))
    life.isClosed(day(30), .paused)
  }

  @Test func `pending opens nothing until another status comes`() {
    let life = Life {
      Notice(heard, first, .on, .pending)
      Notice(day(5), nil, nil, .active)
    }
    life.isClosed(day(1), .pending)
    life.opens(day(5), until: day(30))
  }

  @Test func `pending is told before any purchase is known`() {
    Life { Notice(heard, nil, nil, .pending) }.isClosed(day(1), .pending)
  }

  @Test func `of events of one clock tick the greater rank is folded last`() {
    let life = Life {
      Notice(heard, rank: 1, nil, .off)
      Notice(heard, rank: 0, first, .on)
    }
    life.isClosed(day(30), .expired)
  }
}
