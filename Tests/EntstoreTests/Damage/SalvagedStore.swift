import Entstore
import EntstoreCodec
import Foundation

/// A store of some dozens of events in several commits, with payloads that share parts and payloads of several pages, and its
/// file to be damaged.
struct SalvagedStore: Sendable {
  static let pageBytes = 4_096

  let bench: Bench
  let events: [LoggedEvent]
  /// The file as the commits have left it, and without free pages.
  let grown: [UInt8]
  let compact: [UInt8]
  /// The pages of the compact file that each event needs, and each shared part of payloads.
  private let eventPages: [Set<Int>]
  private let blobPages: [[UInt8]: Set<Int>]

  /// One that nobody appends to.
  static let shared = Result { try SalvagedStore() }

  init(seed: UInt64 = 1) throws {
    bench = try Bench()
    var random = Choices(seed: seed)
    func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.number(in: 0...255)) } }
    let shared = (0..<3).map { _ in noise(1_500) }
    try bench.store.write { try $0.allow(apps: ["com.example.app"]) }
    try bench.store.write { try $0.setCatalog(DamagedStore.catalog) }
    for number in 0..<60 {
      let raw: [RawSegment] =
        number % 3 == 0 ? [] : [.inline(noise(number % 10 == 1 ? 9_000 : 300)), .shared(shared[number % 3])]
      try bench.append(
        .notice(
          EventID(canonical: "e\(number)"), day(Int64(number)),
          Said(
            Lineage(canonical: "line-\(number % 7)"), .month(number, from: day(Int64(number)), token: "ada")),
          app: "com.example.app",
          raw: raw))
    }
    events = try bench.store.read { snapshot in
      var events: [LoggedEvent] = []
      try snapshot.forEachEvent { events.append($0) }
      return events
    }
    grown = try Self.bytes(of: bench.store.path)
    _ = try bench.store.compact(to: bench.folder.file("compact"))
    compact = try Self.bytes(of: bench.folder.file("compact"))
    let data = Data(compact)
    eventPages = try bench.file().entries("events").map { Self.pages(of: $0, in: data) }
    blobPages = Dictionary(
      uniqueKeysWithValues: try bench.file().entries("blobs").map {
        ($0.payload, Self.pages(of: $0, in: data))
      })
  }

  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// What is given out of a file of these bytes, in its order, and what is lost.
  func salvaged(
    _ bytes: [UInt8]
  ) throws -> (events: [LoggedEvent], losses: [SalvageLoss], report: SalvageReport) {
    let path = bench.folder.file(UUID().uuidString)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var events: [LoggedEvent] = []
    var losses: [SalvageLoss] = []
    let report = try EntitlementStore.salvage(path: path) {
      losses.append($0)
    } event: {
      events.append($0)
    }
    return (events, losses, report)
  }

  /// The events that are left of the compact file when these pages are gone: those with all of their bytes elsewhere, and
  /// without their payload where a part of it is on one of the pages.
  func left(without pages: Set<Int>) -> [LoggedEvent] {
    zip(eventPages, events).compactMap { needed, event in
      guard pages.isDisjoint(with: needed) else { return nil }
      guard case .shared(let part)? = event.draft.raw.last, !pages.isDisjoint(with: blobPages[part]!)
      else { return event }
      var draft = event.draft
      draft.raw = []
      return LoggedEvent(sequence: event.sequence, receivedAt: event.receivedAt, draft: draft)
    }
  }

  /// Where an entry lies, found by its bytes.
  private static func pages(of entry: StoreFile.Entry, in data: Data) -> Set<Int> {
    let value = data.range(of: Data(entry.value))!
    let (first, last) = (value.lowerBound / pageBytes, (value.upperBound - 1) / pageBytes)
    var pages = Set(first...last)
    if value.lowerBound % pageBytes == 16 {
      // On pages of its own: the entry itself has the key and the number of the first.
      let number = (0..<8).map { UInt8(truncatingIfNeeded: first >> (8 * $0)) }
      pages.insert(data.range(of: Data(entry.key + number))!.lowerBound / pageBytes)
    }
    return pages
  }
}
