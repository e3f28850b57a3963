import Entstore
import Foundation
import Testing

/// Pages of a commit that never came to its end stay in a file, and look like those of one that did.
struct SalvageVersionTests {
  private let sample: SalvagedStore
  /// The file with two more events, and with another one that was written from the same state.
  private let committed: [UInt8]
  private let abandoned: [UInt8]
  private let events: [LoggedEvent]

  init() throws {
    sample = try SalvagedStore()
    let other = sample.bench.folder.file("other")
    try Data(sample.grown).write(to: URL(fileURLWithPath: other))
    let store = try EntitlementStore(path: other)
    try store.write { _ = try $0.append(.notice("never", day(80), Said("line-1", nil, .off))) }
    abandoned = try SalvagedStore.bytes(of: other)
    for id in ["f", "g"] as [EventID] {
      try sample.bench.append(.notice(id, day(80), Said("line-2", nil, .off)))
    }
    committed = try SalvagedStore.bytes(of: sample.bench.store.path)
    events = try sample.bench.store.read { snapshot in
      var events: [LoggedEvent] = []
      try snapshot.forEachEvent { events.append($0) }
      return events
    }
  }

  @Test func `what was never committed is no event, and no loss`() throws {
    let (found, losses, _) = try sample.salvaged(sample.grown + abandoned)
    #expect(found == sample.events)
    #expect(losses == [])
  }

  @Test func `a head that is an older one than that of the last event ends nothing`() throws {
    var bytes = sample.compact
    let head = StoreFile.sealed(Array(repeating: 0, count: 40), key: Array("head".utf8), in: "meta")
    let place = try #require(bytes.firstRange(of: Array("head".utf8) + [1]))
    bytes.replaceSubrange(place.lowerBound + 4..<place.lowerBound + 4 + head.count, with: head)
    let (found, losses, _) = try sample.salvaged(bytes)
    #expect(found == sample.events)
    #expect(losses == [.end(last: 61)])
  }

  @Test func `of two versions the committed one is given out`() throws {
    let (found, losses, _) = try sample.salvaged(committed + abandoned)
    #expect(found == events)
    #expect(losses == [])
  }

  @Test func `where no commit is known, the version that the next event follows from is given out`() throws {
    for bytes in [committed + abandoned, abandoned + committed] {
      var bytes = bytes
      for place in 0..<2 * SalvagedStore.pageBytes { bytes[place] = 0 }
      let (found, losses, _) = try sample.salvaged(bytes)
      #expect(found == events)
      #expect(losses == [.versions(event: 62, count: 2), .end(last: 63)])
    }
  }
}
