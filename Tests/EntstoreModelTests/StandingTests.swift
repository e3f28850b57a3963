import EntstoreModel
import Testing

struct StandingTests {
  private static let all: [Standing] = [true, false].flatMap { isEntitled in
    [Int64(1), 2, .max].flatMap { until in
      AccessStatus.allCases.map { Standing(isEntitled: isEntitled, until: until, status: $0) }
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

  @Test func `closed answers of one status are equally good whatever their ends`() {
    let soon = Standing(isEntitled: false, until: 1, status: .expired)
    let late = Standing(isEntitled: false, until: 2, status: .expired)
    #expect(soon == late)
  }
}
