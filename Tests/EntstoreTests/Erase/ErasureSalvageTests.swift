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
}
