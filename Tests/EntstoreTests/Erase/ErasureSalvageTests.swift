import Entstore
import Foundation
import Testing

struct ErasureSalvageTests {
  @Test func `what was erased is of the environment of the rest, where the store does not say it any more`()
    throws
  {
    let bench = try Bench(now: day(5), environment: .sandbox)
    for (id, name) in [("e1", "ann"), ("e2", "bob")] {
      var event = EventDraft.bought(
        EventID(canonical: id), day(1), lineage: Lineage(canonical: id), by: AccountToken(canonical: name))
      event.environment = .sandbox
      try bench.append(event)
    }
    try bench.store.erase(subject: "ann")
    _ = try bench.store.compact(to: bench.folder.file("copy"))
    var bytes = Data(try SalvagedStore.bytes(of: bench.folder.file("copy")))
    let identity = try #require(try bench.file().entries("meta").first { $0.key == Array("store".utf8) })
    let place = try #require(bytes.range(of: Data(identity.value)))
    bytes[place.lowerBound + 1] ^= 1
    try bytes.write(to: URL(fileURLWithPath: bench.folder.file("damaged")))
    var events: [LoggedEvent] = []
    let report = try EntitlementStore.salvage(path: bench.folder.file("damaged")) { _ in
    } event: {
      events.append($0)
    }
    #expect(report.environment == nil)
    #expect(events.map(\.isErased) == [true, false, false])
    #expect(events.allSatisfy { $0.draft.environment == .sandbox })
    #expect(events.first?.erased?.environment == .sandbox)
  }

  @Test func `what was erased stays so where the page that it was on still lies in the file`() throws {
    let bench = try Bench(now: day(5))
    for number in 0..<40 {
      let name: AccountToken = number % 4 == 0 ? "ann" : "bob"
      try bench.append(
        .bought(EventID(canonical: "e\(number)"), day(1), lineage: Lineage(canonical: "\(number)"), by: name))
    }
    let before = try SalvagedStore.bytes(of: bench.store.path)
    try bench.store.erase(subject: "ann")
    bench.store.close()
    let after = try SalvagedStore.bytes(of: bench.store.path)
    // Behind the end lies all that was there before: the old entries are whole, and as genuine as the new.
    let file = bench.folder.file("both")
    try Data(after + before.dropFirst(2 * SalvagedStore.pageBytes)).write(to: URL(fileURLWithPath: file))
    var events: [LoggedEvent] = []
    _ = try EntitlementStore.salvage(path: file) { _ in
    } event: {
      events.append($0)
    }
    #expect(events.count == 41)
    #expect(events.filter(\.isErased).count == 10)
    #expect(!events.contains { "\($0.draft)".contains("ann") })
  }

  /// What is left of `store` when each of these entries is damaged, and copies from before it was written lie in the file.
  private func salvaged(
    _ bench: Bench, without damaged: [StoreFile.Entry], before: [UInt8], hasHeaders: Bool
  ) throws -> [LoggedEvent] {
    var bytes = try SalvagedStore.bytes(of: bench.store.path)
    for entry in damaged {
      // A commit behind it may have copied it already.
      while let place = bytes.firstRange(of: entry.value) { bytes[place.lowerBound + 1] ^= 1 }
    }
    if !hasHeaders {
      bytes.replaceSubrange(
        0..<2 * SalvagedStore.pageBytes, with: repeatElement(0, count: 2 * SalvagedStore.pageBytes))
    }
    let file = bench.folder.file("damaged")
    try Data(bytes + before.dropFirst(2 * SalvagedStore.pageBytes)).write(to: URL(fileURLWithPath: file))
    var events: [LoggedEvent] = []
    _ = try EntitlementStore.salvage(path: file) { _ in
    } event: {
      events.append($0)
    }
    return events
  }

  @Test(arguments: [true, false])
  func `what was erased stays so where nothing but an old copy of it can be read`(hasHeaders: Bool) throws {
    let bench = try Bench(now: day(5))
    try bench.append(
      .bought("e1", day(0), lineage: "1", by: "ann"), .bought("e2", day(1), lineage: "2", by: "ann"),
      .bought("e3", day(1), lineage: "3", by: "bob"))
    try bench.store.transfer("2", to: "bob", reason: "a present of ann")
    try bench.append(.bought("e4", day(2), lineage: "4", by: "ann"))
    let before = try SalvagedStore.bytes(of: bench.store.path)
    try bench.store.erase(subject: "ann")
    try bench.append(.bought("e5", day(3), lineage: "5", by: "bob"))
    let left = try bench.log()
    #expect(left.map(\.isErased) == [true, false, false, false, true, false, false])
    let entries = try bench.file().entries("events").filter { [1, 2, 4, 5].contains($0.key.last) }
    let events = try salvaged(bench, without: entries, before: before, hasHeaders: hasHeaders)
    #expect(events == left)
  }

  @Test(arguments: [true, false])
  func `an event that two erasures have changed is given out as the last one has left it`(hasHeaders: Bool)
    throws
  {
    let bench = try Bench(now: day(5))
    try bench.append(
      .notice(
        "e1", day(0), Said("1", .month(1, from: day(0), token: "ann")),
        Said("2", .month(2, from: day(0), token: "cleo")), Said("3", .month(3, from: day(0), token: "bob"))))
    try bench.store.transfer("2", to: "bob")
    try bench.store.erase(subject: "ann")
    let between = try SalvagedStore.bytes(of: bench.store.path)
    try bench.store.erase(subject: "cleo")
    let left = try bench.log()
    let first = try bench.file().entries("events").prefix(1)
    #expect(try salvaged(bench, without: Array(first), before: between, hasHeaders: hasHeaders) == left)
    // And where all is there, nothing is done twice.
    #expect(try salvaged(bench, without: [], before: between, hasHeaders: hasHeaders) == left)
  }
}
