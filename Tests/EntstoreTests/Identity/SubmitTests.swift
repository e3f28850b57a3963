import Entstore
import Testing

struct SubmitTests {
  private let purchase = EventDraft.notice("digest", day(0), Said("1000", .month(1, from: day(0))))
  private let notice = EventDraft.notice(
    "notification", day(0) + .seconds(4), Said("1000", .month(1, from: day(0)), .on, .active))

  @Test func `the answer comes in the same call, entitled before any webhook`() throws {
    let bench = try Bench(now: day(0) + .seconds(3))
    let (submission, entitlements) = try bench.store.submit([purchase], by: "A")
    #expect(submission.receipts.map(\.outcome) == [.applied])
    #expect(submission.lineages.map(\.lineage) == ["1000"])
    #expect(submission.lineages.map(\.outcome) == [.bound])
    #expect(entitlements.map(\.subject) == ["A"])
    #expect(entitlements.first?.segment.isEntitled == true)
    #expect(try bench.isEntitled("A"))
  }

  @Test func `the notification moments later is a no-op`() throws {
    let bench = try Bench(now: day(0) + .seconds(3))
    _ = try bench.store.submit([purchase], by: "A")
    let rows = try bench.store.entitlements(of: "A").map(\.schedule)
    let lineages = try bench.derived("lineages")
    bench.clock.now = day(0) + .seconds(5)
    try bench.append(notice)
    #expect(try bench.store.entitlements(of: "A").map(\.schedule) == rows)
    #expect(try bench.derived("lineages") == lineages)
    #expect(try bench.conflicts() == [])
    #expect(try bench.file().entries("entitlements").count == 1)
  }

  @Test func `notification and submit give the same state in either order`() throws {
    let (before, after) = (try Bench(now: day(1)), try Bench(now: day(1)))
    try before.append(notice)
    #expect(try before.owner() == nil)
    _ = try before.store.submit([purchase], by: "A")
    _ = try after.store.submit([purchase], by: "A")
    try after.append(notice)
    for table in ["lineages", "entitlements", "deadlines", "accounts"] {
      #expect(try before.file().entries(table) == after.file().entries(table))
    }
  }

  @Test func `posting the same transaction again writes nothing`() throws {
    let bench = try Bench(now: day(1))
    _ = try bench.store.submit([purchase], by: "A")
    let everything = try bench.everythingTaken()
    let again = try bench.store.submit([purchase], by: "A").submission
    #expect(again.receipts.map(\.outcome) == [.duplicate])
    #expect(again.lineages.map(\.outcome) == [.held])
    #expect(try bench.everythingTaken() == everything)
  }

  @Test func `several transactions are one submit, and each lineage has its own outcome`() throws {
    let bench = try Bench(now: day(1))
    try bench.map("t", "B")
    let submission = try bench.store.submit(
      [purchase, .bought("other", day(0), lineage: "2", by: "t"), notice], by: "A"
    ).submission
    #expect(submission.receipts.count == 3)
    #expect(submission.lineages.map(\.lineage) == ["1000", "2"])
    #expect(submission.lineages.map(\.outcome) == [.bound, .conflict(holder: "B")])
    #expect(try bench.store.entitlements(of: "B").map(\.lineage) == ["2"])
  }

  @Test func `one refused transaction refuses the submit whole`() throws {
    let bench = try Bench(now: day(1))
    let everything = try bench.everythingTaken()
    let sandbox = EventDraft.notice("s", day(0), Said("2", .month(1, from: day(0))), environment: .sandbox)
    #expect(throws: StoreError.self) { try bench.store.submit([purchase, sandbox], by: "A") }
    #expect(try bench.everythingTaken() == everything)
  }

  @Test func `a submit that disagrees is kept, and the facts in it count`() throws {
    let bench = try Bench(now: day(1))
    try bench.append(purchase)
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    let renewed = EventDraft.notice("r", day(1), Said("1000", Sale.month(1, from: day(0)).renewed))
    #expect(
      try bench.store.submit([renewed], by: "B").submission.lineages.map(\.outcome) == [
        .conflict(holder: "A")
      ])
    #expect(try bench.store.entitlements(of: "A").first?.entitledUntil == day(60) + .hours(2))
    #expect(try bench.conflicts() == ["B asked"])
  }
}
