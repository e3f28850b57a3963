import EntstoreModel
import Testing

struct StandingTests {
  private static let all: [Standing] = [true, false].flatMap { isEntitled in
    [Int64(1), 2, .max].flatMap { until in
      [Int64(1), 2, .max].flatMap { paidUntil in
        AccessStatus.allCases.map {
          Standing(isEntitled: isEntitled, until: until, status: $0, paidUntil: paidUntil)
        }
      }
    }
  }

  @Test func `standings are ordered, and equal exactly when neither is worse`() {
    for a in Self.all {
      for b in Self.all {
        #expect((a == b) == (!(a < b) && !(b < a)))
        for c in Self.all where a < b && b < c { #expect(a < c) }
        for c in Self.all where a == b && b == c { #expect(a == c) }
      }
    }
  }

  @Test func `of closed answers of one status the one that was paid for longer is better`() {
    let soon = Standing(isEntitled: false, until: 2, status: .expired, paidUntil: 1)
    let late = Standing(isEntitled: false, until: 1, status: .expired, paidUntil: 2)
    #expect(soon < late && soon < Standing(isEntitled: false, until: 0, status: .expired, paidUntil: .max))
    #expect(late < Standing(isEntitled: false, until: 1, status: .paused, paidUntil: 1))
    #expect(late == Standing(isEntitled: false, until: 7, status: .expired, paidUntil: 2))
  }

  @Test func `what was paid makes an open answer no better`() {
    let one = Standing(isEntitled: true, until: 2, status: .active, paidUntil: 1)
    #expect(one == Standing(isEntitled: true, until: 2, status: .active, paidUntil: 2))
  }
}
