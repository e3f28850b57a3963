import Entstore
import Foundation
import Testing

struct ErasureSalvageTests {
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
