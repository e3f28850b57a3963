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

  @Test func `an old page in another one's place takes no event away without a word`() throws {
    let pages = sample.grown.count / SalvagedStore.pageBytes
    func range(_ page: Int) -> Range<Int> {
      page * SalvagedStore.pageBytes..<(page + 1) * SalvagedStore.pageBytes
    }
    // A page with an earlier end of the log on it: its entry begins with the lengths of value and key.
    let entry = [49, 0, 0, 0, 0, 0, 4, 0] + Array("head".utf8) as [UInt8]
    let old = try #require((2..<pages).first { sample.grown[range($0)].firstRange(of: entry) != nil })
    for page in 2..<pages {
      var bytes = sample.grown
      bytes.replaceSubrange(range(page), with: sample.grown[range(old)])
      let (events, losses, _) = try sample.salvaged(bytes)
      var told = Set(events.map(\.sequence))
      for loss in losses {
        switch loss {
        case .events(let range): told.formUnion(range)
        case .meaning(let event, _): told.insert(event)
        case .end(let last): told.formUnion(last...UInt64(sample.events.count))
        case .versions, .chain, .payloads, .identity: break
        }
      }
      #expect(told.isSuperset(of: sample.events.map(\.sequence)), "page \(old) on page \(page)")
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
