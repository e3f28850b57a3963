import Entstore
import Testing

/// Verdicts of what no store sold: the owner's own trials and gifts, and shares.
struct VerdictOfGiftsTests {
  private let bound = OfflinePolicy.standard.extendsBy

  private func opens(_ verdict: Verdict, _ instant: Instant, _ key: EntitlementKey = "pro") -> Bool {
    verdict.access(to: key, at: instant).isEntitled
  }

  private func startTrial(in bench: Bench) throws {
    try bench.store.write { _ = try $0.startTrial(of: "pro", for: "ann", lasting: .days(7)) }
  }

  @Test func `a trial of one's own is open by its own dates, then closed`() throws {
    let bench = try Bench(now: day(0))
    try startTrial(in: bench)
    let running = try bench.store.verdict(for: "ann")
    #expect(!running.hasEverPaid)
    #expect(opens(running, day(7) - .seconds(1)) && !opens(running, day(7)) && !opens(running, day(8)))
    bench.clock.now = day(8)
    let over = try bench.store.verdict(for: "ann")
    #expect(!opens(over, day(8)) && !opens(over, day(1)))
  }

  @Test func `a trial of one's own that ends offline is extended for who has paid`() throws {
    let bench = try Bench(now: day(50))
    try bench.append(.notice("a", day(0), Said("1000", .month(1, from: day(0), token: "ann"), .off, .active)))
    try startTrial(in: bench)
    let running = try bench.store.verdict(for: "ann")
    #expect(running.hasEverPaid)
    #expect(opens(running, day(57)) && opens(running, day(57) + bound - .seconds(1)))
    #expect(!opens(running, day(57) + bound))
    bench.clock.now = day(58)
    #expect(try !opens(bench.store.verdict(for: "ann"), day(58)))
  }

  @Test func `a gift that was taken back stays closed, and one without an end stays open`() throws {
    let bench = try Bench(now: day(0))
    let gift = try bench.store.write { try $0.grant("pro", to: "ann", until: nil) }
    let verdict = try bench.store.verdict(for: "ann")
    #expect(!verdict.hasEverPaid && opens(verdict, day(9_999)))
    bench.clock.now = day(1)
    try bench.store.write { _ = try $0.revokeGrant(gift.lineage) }
    #expect(try !opens(bench.store.verdict(for: "ann"), day(1)))
  }

  @Test func `a gift that is still to open opens on its day, offline too`() throws {
    let bench = try Bench(now: day(0))
    try bench.store.write { _ = try $0.grant("pro", to: "ann", from: day(10), until: day(20)) }
    let verdict = try bench.store.verdict(for: "ann")
    #expect([9, 10, 19, 20].map { opens(verdict, day($0)) } == [false, true, true, false])
  }

  @Test func `what somebody has paid and shares was paid for the member, too, until the share ends`() throws {
    let bench = try Bench(now: day(3))
    try bench.append(.bought("a", day(0), by: "bob"))
    #expect(try !bench.store.verdict(for: "ann").hasEverPaid)
    try bench.store.write { _ = try $0.share("1000", with: "ann") }
    let member = try bench.store.verdict(for: "ann")
    #expect(member.hasEverPaid && opens(member, day(29), .monthly))
    try bench.store.write { _ = try $0.unshare("1000", with: "ann") }
    let left = try bench.store.verdict(for: "ann")
    #expect(!left.hasEverPaid && !opens(left, day(4), .monthly))
  }
}
