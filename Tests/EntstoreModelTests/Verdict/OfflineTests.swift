import EntstoreModel
import Testing

/// What a holder answers while the store cannot be asked.
struct OfflineTests {
  private let sevenDays = TimeSpan.days(7)

  @Test func `who has paid stays open past the end of the schedule, up to the bound`() {
    let verdict = Verdict.sample()
    let bound = day(30) + sevenDays
    #expect(
      verdict.access(to: "pro", at: day(30) - .tick)
        == Access(
          isEntitled: true, status: .active, reason: .paid, until: day(30), entitledUntil: day(30)))
    let extended = Access(
      isEntitled: true, status: .active, reason: .awaitingRenewal, until: bound, entitledUntil: bound)
    #expect(verdict.access(to: "pro", at: day(30)) == extended)
    #expect(verdict.access(to: "pro", at: bound - .tick) == extended)
    let closed = Access(
      isEntitled: false, status: .expired, reason: .lapsed, until: nil, entitledUntil: nil)
    #expect(verdict.access(to: "pro", at: bound) == closed)
    #expect(verdict.access(to: "pro", at: day(9_999)) == closed)
  }

  @Test func `who has never paid is closed at the end of the schedule`() {
    let verdict = Verdict.sample(hasEverPaid: false)
    #expect(verdict.access(to: "pro", at: day(30) - .tick).isEntitled)
    #expect(!verdict.access(to: "pro", at: day(30)).isEntitled)
    #expect(!verdict.access(to: "pro", at: day(9_999)).isEntitled)
  }

  @Test(arguments: [true, false])
  func `what was closed when the verdict was issued stays closed`(hasEverPaid: Bool) {
    for status in AccessStatus.allCases where ![.active, .grace].contains(status) {
      let verdict = Verdict.sample(hasEverPaid: hasEverPaid, ["pro": [.closed(status)]])
      for late in [day(0), day(10), day(10) + .tick, day(17)] {
        #expect(!verdict.access(to: "pro", at: late).isEntitled, "\(status)")
      }
    }
  }

  @Test(arguments: [
    (AccessStatus.expired, true), (.billingRetry, true), (.refunded, false), (.revoked, false),
    (.paused, false), (.pending, true), (.none, false),
  ])
  func `only an end that may hide a renewal is extended`(_ status: AccessStatus, isExtended: Bool) {
    let verdict = Verdict.sample(["pro": [.open(day(30)), .closed(status)]])
    #expect(verdict.access(to: "pro", at: day(30)).isEntitled == isExtended)
    #expect(verdict.isExtended("pro", at: day(30)) == isExtended)
    #expect(!verdict.isExtended("pro", at: day(30) - .tick))
    #expect(!verdict.isExtended("pro", at: day(37)))
  }

  @Test func `the extension counts from the end of access, whatever the schedule says of the time after`() {
    let verdict = Verdict.sample([
      "pro": [.open(day(30)), .closed(.billingRetry, .billingRetry, until: day(32)), .closed()]
    ])
    #expect(
      verdict.access(to: "pro", at: day(31))
        == Access(
          isEntitled: true, status: .active, reason: .awaitingRenewal, until: day(37),
          entitledUntil: day(37)))
    #expect(verdict.access(to: "pro", at: day(33)).entitledUntil == day(37))
    #expect(!verdict.access(to: "pro", at: day(37)).isEntitled)
  }

  @Test func `a refund that the schedule knows of ends the extension, and nothing brings it back`() {
    let verdict = Verdict.sample([
      "pro": [
        .open(day(30)), .closed(.expired, .lapsed, until: day(32)),
        .closed(.refunded, .refunded, until: day(34)), .closed(),
      ]
    ])
    #expect(verdict.access(to: "pro", at: day(31)).until == day(32))
    for late in [day(32), day(34), day(36)] { #expect(!verdict.access(to: "pro", at: late).isEntitled) }
  }

  @Test func `an extension goes over into what opens next, and each end has one of its own`() {
    let verdict = Verdict.sample([
      "pro": [.open(day(30)), .closed(until: day(33)), .open(day(40)), .closed()]
    ])
    let first = verdict.access(to: "pro", at: day(31))
    #expect(first.until == day(33) && first.entitledUntil == day(47))
    #expect(verdict.access(to: "pro", at: day(33)).entitledUntil == day(40))
    #expect(verdict.access(to: "pro", at: day(46)).isEntitled)
    #expect(!verdict.access(to: "pro", at: day(47)).isEntitled)
  }

  @Test func `a gift that is still to open does not take the extension from what was paid`() {
    let gift = Grant(lineage: "gift", subject: "ann", key: "pro", from: day(40), until: day(50))
    let folds = [
      gift.facts(clock: day(5)),
      LineageFacts(
        lineage: "bought", purchase: Bill.month(1, "pro", from: day(0)).fact(signedAt: day(0)),
        renewal: .off),
    ].map { facts in
      var fold = LineageFold(context: FoldContext())
      let digest = EventDigest(high: 0, low: 0)
      fold.apply(facts, at: EventPosition(signedAt: day(5), rank: 0, digest: digest))
      return fold
    }
    #expect(folds.map(\.hasBeenPaidFor) == [false, true])
    let futures = folds.map {
      LineageFuture(rail: .appStore, schedule: $0.schedule(), expiresAt: $0.summary.expiresAt)
    }
    let verdict = Verdict(
      subject: "ann", environment: .production, issuedAt: day(10), hasEverPaid: true, offline: .standard,
      keys: KeySchedule.merging(futures, from: day(10), catalog: CatalogIndex(Catalog())))
    let isOpen = [29, 30, 36, 37, 39, 40, 49, 50, 56, 57].map {
      verdict.access(to: "pro", at: day($0)).isEntitled
    }
    #expect(isOpen == [true, true, true, false, false, true, true, true, true, false])
  }

  @Test func `an extension of nothing extends nothing`() {
    let verdict = Verdict.sample(offline: OfflinePolicy(extendsBy: .seconds(0)))
    #expect(!verdict.access(to: "pro", at: day(30)).isEntitled)
  }

  @Test func `what has no end needs no extension, and a key never named is not open`() {
    let verdict = Verdict.sample(["pro": [.open(nil, .active, .lifetime)]])
    #expect(verdict.access(to: "pro", at: day(9_999)).isEntitled)
    #expect(verdict.access(to: "pro", at: .greatest).entitledUntil == nil)
    #expect(!verdict.isExtended("pro", at: day(9_999)))
    #expect(verdict.access(to: "max", at: day(11)) == .none)
  }

  @Test func `a holder asks again where an answer changes, and after a day at the latest`() {
    #expect(Verdict.sample().askAgainAt == day(11))
    #expect(Verdict.sample([:]).askAgainAt == day(11))
    let soon = Verdict.sample([
      "a": [.open(day(30)), .closed()], "b": [.open(day(10) + .hours(2)), .closed()],
    ])
    #expect(soon.askAgainAt == day(10) + .hours(2))
    #expect(Verdict.sample(offline: OfflinePolicy(asksWithin: .hours(1))).askAgainAt == day(10) + .hours(1))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `no schedule whatever is open past the last end that it names and the extension`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var stretches: [KeySchedule.Stretch] = []
    var end = day(10)
    var lastOpen: Instant?
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      end = end + .hours(Int64.random(in: 1...200, using: &random))
      let isOpen = random.chance(40)
      if isOpen { lastOpen = end }
      let status = random.pick(AccessStatus.allCases)
      stretches.append(.init(until: end, isEntitled: isOpen, status: status, reason: .other))
    }
    stretches.append(.closed(random.pick([.expired, .refunded, .none])))
    let hasEverPaid = random.chance(70)
    let verdict = Verdict.sample(hasEverPaid: hasEverPaid, ["pro": stretches])
    let bound = lastOpen.map { hasEverPaid ? $0 + sevenDays : $0 } ?? day(10)
    for _ in 0..<50 {
      let instant = day(10) + .seconds(Int64.random(in: 0...6_000_000, using: &random))
      let access = verdict.access(to: "pro", at: instant)
      if access.isEntitled {
        #expect(instant < bound, "seed \(seed)")
        #expect(access.entitledUntil.map { $0 > instant && $0 <= bound } == true, "seed \(seed)")
      }
      let bySchedule = stretches.first { $0.until.map { instant < $0 } ?? true }!
      if bySchedule.isEntitled { #expect(access.isEntitled && access.status == bySchedule.status) }
    }
    #expect(!verdict.access(to: "pro", at: bound).isEntitled, "seed \(seed)")
  }
}
