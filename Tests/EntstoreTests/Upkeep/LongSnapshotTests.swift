import Entstore
import Foundation
import Synchronization
import Testing

/// What the handler has heard.
private final class Reports: Sendable {
  private let heard = Mutex<[StoreReader]>([])

  func hear(_ reader: StoreReader) { heard.withLock { $0.append(reader) } }
  var all: [StoreReader] { heard.withLock { $0 } }
}

private struct Watched {
  let folder: TemporaryFolder
  let clock = TestClock(day(1_000))
  let reports = Reports()
  let store: EntitlementStore

  init() throws {
    folder = try TemporaryFolder()
    store = try EntitlementStore(
      path: folder.file("a.entstore"), clock: { [clock] in clock.now }, snapshotLifetime: .seconds(10),
      onLongSnapshot: reports.hear)
  }

  func write(_ number: Int) throws {
    _ = try store.grant("pro", to: Subject("s\(number)"), until: nil)
  }
}

@Test func `a snapshot that outlives its time is told of by the next write, once`() throws {
  let watched = try Watched()
  try watched.write(0)
  try watched.store.read(for: "the nightly report") { _ in
    watched.clock.now = day(1_000) + .seconds(10)
    try watched.write(1)
    #expect(watched.reports.all.isEmpty, "ten seconds are allowed")
    watched.clock.now = day(1_000) + .seconds(11)
    try watched.write(2)
    try watched.write(3)
  }
  let report = try #require(watched.reports.all.first)
  #expect(watched.reports.all.count == 1)
  #expect(report.own?.beganAt == day(1_000) && report.own?.purpose == "the nightly report")
  #expect(report.own?.isOverdue == true && report.commitsBehind == 1 && report.pinnedBytes > 0)
  #expect(report.processID == getpid())
  try watched.write(4)
  #expect(watched.reports.all.count == 1, "it is over")
}

@Test func `a new snapshot on the same slot is told of for itself`() throws {
  let watched = try Watched()
  for round in 1...2 {
    try watched.store.read { _ in
      watched.clock.now = watched.clock.now + .seconds(60)
      try watched.write(round)
    }
    #expect(watched.reports.all.count == round && watched.reports.all.last?.own?.purpose == nil)
  }
}

@Test func `another handle of the same file hears of it too, and only one of them`() throws {
  let watched = try Watched()
  let other = Reports()
  let second = try EntitlementStore(
    path: watched.store.path, clock: { [clock = watched.clock] in clock.now }, snapshotLifetime: .seconds(10),
    onLongSnapshot: other.hear)
  try watched.store.read { _ in
    watched.clock.now = watched.clock.now + .seconds(60)
    _ = try second.grant("pro", to: "ann", until: nil)
    try watched.write(1)
  }
  #expect(other.all.count == 1 && watched.reports.all.isEmpty)
}

@Test func `readers are told of oldest first, with what each keeps from being used again`() throws {
  let watched = try Watched()
  try watched.write(0)
  #expect(try watched.store.readers().isEmpty)
  try watched.store.read(for: "first") { _ in
    try watched.write(1)
    try watched.store.read(for: "second") { _ in
      try watched.write(2)
      let readers = try watched.store.readers()
      #expect(readers.map(\.own?.purpose) == ["first", "second"])
      #expect(readers.map(\.commitsBehind) == [2, 1])
      #expect(readers[0].pinnedBytes > readers[1].pinnedBytes && readers[1].pinnedBytes > 0)
      #expect(readers.allSatisfy { $0.own?.isOverdue == false && $0.own?.thread == readers[0].own?.thread })
    }
  }
  #expect(try watched.store.readers().isEmpty)
}

@Test func `a file grows while an old snapshot is read, and not after`() throws {
  let watched = try Watched()
  for number in 0..<20 { try watched.write(number) }
  func growth(_ range: Range<Int>) throws -> UInt64 {
    let before = try watched.store.counts().fileBytes
    for number in range { try watched.write(number) }
    return try watched.store.counts().fileBytes - before
  }
  let during = try watched.store.read { _ in try growth(20..<40) }
  let after = try growth(40..<60)
  #expect(during > 4 * after, "what was given up meanwhile is used again: \(during) and \(after) bytes")
}
