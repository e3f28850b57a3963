import Entstore
import EntstoreCodec
import Testing

/// A seal says of which table and key a value is, and not of which store: the chain alone tells.
struct ForeignEventTests {
  private static let count: UInt64 = 6
  private let own: Bench
  private let other: Bench
  private let entries: [StoreFile.Entry]

  init() throws {
    func bench(_ name: String) throws -> Bench {
      let bench = try Bench()
      try bench.append(
        (1...Self.count).map {
          .bought(EventID(canonical: "\(name)-\($0)"), day(Int64($0)), by: AccountToken(canonical: name))
        })
      return bench
    }
    own = try bench("ada")
    other = try bench("bob")
    entries = try other.file().entries("events")
  }

  /// What is told of the log behind `sequence`, and whether it came to its end.
  private func log(after sequence: UInt64) throws -> (events: [LoggedEvent], isWhole: Bool) {
    var events: [LoggedEvent] = []
    do {
      try own.store.read { try $0.forEachEvent(after: sequence) { events.append($0) } }
      return (events, true)
    } catch StoreError.damaged {
      return (events, false)
    }
  }

  @Test(arguments: [1...1, 2...3, 3...6, 6...6, 1...6] as [ClosedRange<UInt64>])
  func `the log is not read past events of another store, from wherever it is read`(
    _ foreign: ClosedRange<UInt64>
  ) throws {
    let file = try own.file()
    for entry in entries where foreign.contains(try Key.sequence(entry.key.rawSpan)) {
      try file.put(entry.value, for: entry.key, in: "events")
    }
    for after in 0...Self.count {
      let (events, isWhole) = try log(after: after)
      #expect(isWhole == (after > foreign.upperBound), "after \(after)")
      // Nothing but the head tells of a log that is another's from its beginning, and of what is behind a foreign event.
      if after < foreign.lowerBound || isWhole, foreign.lowerBound > 1 {
        #expect(events.allSatisfy { $0.draft.id.text.hasPrefix("ada") }, "after \(after)")
      }
    }
  }

  @Test func `a log of its own is read to its end from every place`() throws {
    for after in 0...Self.count {
      let (events, isWhole) = try log(after: after)
      #expect(isWhole && events.map(\.sequence) == Array((after + 1)...(Self.count + 1)).dropLast())
    }
    #expect(try log(after: Self.count + 1).isWhole)
  }
}
