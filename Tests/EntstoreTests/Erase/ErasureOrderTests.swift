import Entstore
import Testing

/// An erasure that comes to another store: before, between or behind the events that it speaks of.
struct ErasureOrderTests {
  /// Ann's own lineage, Bob's, one that was Ann's and is Bob's by a transfer, and an event of both.
  private func origin() throws -> Bench {
    let bench = try Bench(now: day(5))
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "ann"),
      .bought("e2", day(1), lineage: "2", by: "ann"),
      .notice(
        "e3", day(2), Said("1", .month(1, from: day(0), token: "ann"), .off),
        Said("3", .month(3, from: day(2), token: "bob"), .on), rail: .stripe))
    try bench.store.transfer("2", to: "bob")
    return bench
  }

  /// The lines of the events as they came, of the erasure, and of the event that is gone by it.
  private func linesOfOne() throws -> (lines: [String], rows: [[StoreFile.Entry]]) {
    let bench = try origin()
    let before = try bench.lines()
    try bench.store.erase(subject: "ann")
    let after = try bench.lines()
    #expect(after[0].hasPrefix(#"{"entstore":2,"environment":"production","erased":{"#))
    return (before + [after[4], after[0]], try rows(bench.file()))
  }

  /// Of a lineage that was hers something is left behind Ann, and nothing behind Bob, to whom it had moved.
  private func linesOfTwo() throws -> (lines: [String], rows: [[StoreFile.Entry]]) {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), by: "ann"))
    try bench.store.transfer("1000", to: "bob")
    let before = try bench.lines()
    try bench.store.erase(subject: "ann")
    let between = try bench.lines()
    try bench.store.erase(subject: "bob")
    let after = try bench.lines()
    #expect(after[0].contains(#""erased":{"#) && after[1].contains(#""erased":{"#))
    return ([before[0], before[1], between[0], after[0], after[2], after[3]], try rows(bench.file()))
  }

  @Test(arguments: [false, true])
  func `in every order, and each line twice, everybody ends with the same rows`(ofTwo: Bool) throws {
    let (lines, rows) = try ofTwo ? linesOfTwo() : linesOfOne()
    let shelf = try Shelf(now: day(5))
    var number = 0
    try forEachPermutation(of: lines.count) { order in
      try shelf.clear()
      try shelf.store.write { transaction in
        for place in order { try transaction.take(lines[place]) }
        for place in order { #expect(try transaction.take(lines[place]).outcome == .duplicate) }
      }
      try #require(try self.rows(shelf.file) == rows, "\(order)")
      try #require(try shelf.store.entitlements(of: "ann").isEmpty, "\(order)")
      number += 1
      guard number.isMultiple(of: 17) else { return }
      try #require(try shelf.store.verify().faults == [], "\(order)")
      try #require(try shelf.store.rebuild().faults == [], "\(order)")
    }
  }

  @Test func `what was erased before it came is taken as its place alone, and the erasure may follow`() throws
  {
    let bench = try origin()
    let whole = try bench.lines()
    try bench.store.erase(subject: "ann")
    let lines = try bench.lines()
    let copy = try Bench(now: day(5))
    for (number, line) in lines.enumerated() {
      let outcome: Receipt.Outcome = number == 0 ? .recorded : .applied
      #expect(try copy.take([line]) == [Receipt(sequence: UInt64(number + 1), outcome: outcome)])
      // Sound also while the erasure has not come.
      #expect(try copy.store.verify().faults == [])
      #expect(try copy.store.rebuild().faults == [])
      #expect(try copy.take([whole[0], line]).map(\.outcome) == [.duplicate, .duplicate])
    }
    #expect(try copy.lines() == lines)
    #expect(try copy.take(whole).map(\.sequence) == [1, 2, 3, 4])
    #expect(try copy.take(lines).map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(try rows(copy.file()) == rows(bench.file()))
  }

  @Test func `what came erased is kept in the bytes that the format says`() throws {
    let bench = try Bench(now: day(5))
    try bench.take([
      #"{"entstore":2,"environment":"production","erased":{"digest":"3330df801677a72f1aaee26a5c0fb074","rank":2,"#
        + #""signedAt":1700000000000},"sequence":1}"#
    ])
    let expected =
      "00000000000000000000000000000000"
      + "541c2682eb9c6bf5860333235802cdf9b351d5a1c3862b38531498f7da94fde5"
      + "03" + "c9cd8dea4250847e87fa937b1fff1a7cb2d2ae592be5642d25e80339f13779b1" + "8000018bcfe5680002"
      + "3330df801677a72f1aaee26a5c0fb074"
    let payload = try #require(try bench.file().entries("events").first).payload
    #expect(payload.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `an entry that calls itself erased, and that nothing has erased, is found`() throws {
    let bench = try origin()
    let file = try bench.file()
    let entry = try #require(try file.entries("events").first)
    // Form 3, with a digest that is not that of a place alone; its link is not looked at here.
    let place = try #require(try file.entries("by_date").first).key
    let forged = Array(entry.payload[..<48]) + [3] + [UInt8](repeating: 7, count: 32) + place
    try file.putSealed(forged, for: entry.key, in: "events")
    #expect(
      try bench.store.verify().faults.contains {
        "\($0)".contains("event 1 is gone, and nothing has erased it")
      })
  }

  @Test func `an erased event of the other environment, or of no date, is refused and counted`() throws {
    let bench = try origin()
    try bench.store.erase(subject: "ann")
    let line = try bench.lines()[0]
    let copy = try Bench(now: day(5), environment: .sandbox)
    let before = try copy.everythingTaken()
    for (line, kind) in [
      (line, RefusalKind.wrongEnvironment),
      (
        line.replacing("production", with: "sandbox").replacing(/"signedAt":[0-9]+/, with: #""signedAt":7"#),
        .implausibleDate
      ),
    ] {
      #expect(
        try copy.store.write { transaction in
          do {
            _ = try transaction.take(line)
            return false
          } catch let error as StoreError {
            return error.isRefusal
          }
        })
      #expect(try copy.store.read { try $0.refusals()[kind] } == 1)
    }
    #expect(try copy.everythingTaken() == before)
  }

  private func rows(_ file: StoreFile) throws -> [[StoreFile.Entry]] {
    [try file.entries("entitlements"), try file.entries("deadlines")]
  }

  @Test func `what an erasure awaits is rebuilt, verified, and missed where it is gone`() throws {
    let bench = try origin()
    let before = try bench.log().map(\.draft)
    try bench.store.erase(subject: "ann")
    let copy = try Bench(now: day(5))
    try copy.append(try #require(try bench.log().last).draft)
    let awaited = try copy.file().entries("by_date")
    #expect(awaited.count == 1 + before.count)
    #expect(try copy.store.verify().faults == [])
    for entry in awaited {
      try copy.file().remove(entry.key, from: "by_date")
      #expect(try !copy.store.verify().isSound)
      #expect(try !copy.store.rebuild().isSound)
      #expect(try copy.file().entries("by_date") == awaited)
    }
    // It comes late, and as the erasure has left it.
    try copy.append(before)
    #expect(
      try copy.log().filter { $0.draft.act == nil }.allSatisfy {
        $0.draft.facts.allSatisfy { $0.lineage != "1" }
      })
    #expect(try copy.store.entitlements(of: "bob") == bench.store.entitlements(of: "bob"))
    #expect(try copy.store.verify().faults == [])
  }

  @Test func `two persons erased from one lineage, in either order, before or behind its events`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("e1", day(0), by: "ann"))
    try bench.store.transfer("1000", to: "bob")
    try bench.store.transfer("1000", to: "cleo")
    let before = try bench.log().map(\.draft)
    try bench.store.erase(subject: "ann")
    try bench.store.erase(subject: "bob")
    #expect(try bench.store.verify().faults == [])
    let acts = try bench.log().suffix(2).map(\.draft)
    for drafts in [before + acts, acts + before, acts.reversed() + before, [acts[0]] + before + [acts[1]]] {
      let copy = try Bench(now: day(5))
      try copy.append(drafts)
      #expect(try copy.store.entitlements(of: "cleo") == bench.store.entitlements(of: "cleo"))
      #expect(try copy.store.verify().faults == [])
      #expect(try copy.store.rebuild().faults == [])
    }
    try bench.store.erase(subject: "cleo")
    #expect(try bench.log().prefix(3).allSatisfy(\.isErased))
    #expect(try bench.store.verify().faults == [])
  }
}
