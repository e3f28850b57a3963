import Entstore
import EntstoreRails
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

  @Test func `in every order, and each line twice, everybody ends with the same rows`() throws {
    let bench = try origin()
    let before = try bench.log().map(\.draft)
    try bench.store.erase(subject: "ann")
    let after = try bench.log().filter { !$0.isErased }.map(\.draft)
    let erasure = try #require(after.last)
    let rows = try rows(bench.file())
    let shelf = try Shelf(now: day(5))
    // The events as they came, the erasure, and what the erasure has left of the last but one.
    let lines = before + [erasure, after[0]]
    try forEachPermutation(of: lines.count) { order in
      try shelf.clear()
      try shelf.store.write { transaction in
        for place in order { try transaction.append(lines[place]) }
        for place in order { #expect(try transaction.append(lines[place]).outcome == .duplicate) }
      }
      try #require(try self.rows(shelf.file) == rows, "\(order)")
      try #require(try shelf.store.entitlements(of: "ann").isEmpty, "\(order)")
      guard order.first == lines.count - 1 || order.last == lines.count - 1 else { return }
      try #require(try shelf.store.verify().faults == [], "\(order)")
    }
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
