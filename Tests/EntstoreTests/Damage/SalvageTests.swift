import Entstore
import EntstoreCodec
import EntstoreLMDB
import Testing

struct SalvageTests {
  private let sample: SalvagedStore
  private let page = SalvagedStore.pageBytes

  init() throws {
    sample = try SalvagedStore.shared.get()
  }

  @Test func `of a sound store everything is given out, once and in its order`() throws {
    for bytes in [sample.grown, sample.compact] {
      let (events, losses, report) = try sample.salvaged(bytes)
      #expect(events == sample.events)
      #expect(losses == [])
      #expect(report.events == 61)
      #expect(report.environment == .production)
      #expect(report.apps == ["com.example.app"])
    }
  }

  @Test func `an empty store is one too`() throws {
    let bench = try Bench()
    let report = try EntitlementStore.salvage(path: bench.store.path) {
      Issue.record("\($0)")
    } event: {
      Issue.record("\($0)")
    }
    #expect(report.events == 0 && report.losses == 0)
  }

  @Test(arguments: 1...40)
  func `with pages gone, exactly what stood on them is missing, and named`(seed: Int) throws {
    var random = Choices(seed: UInt64(seed))
    var bytes = sample.compact
    var pages: Set<Int> = []
    for _ in 0..<random.number(in: 1...6) { pages.insert(random.number(in: 0...(bytes.count / page - 1))) }
    let isZero = random.chance(50)
    for place in pages.flatMap({ $0 * page..<($0 + 1) * page }) {
      bytes[place] = isZero ? 0 : UInt8(random.number(in: 0...255))
    }
    let left = sample.left(without: pages)
    let (events, losses, report) = try sample.salvaged(bytes)
    #expect(events == left, "seed \(seed), pages \(pages)")
    var named: Set<UInt64> = []
    for case .events(let range) in losses { named.formUnion(range) }
    // The last ones are named only if the head of the log is there still.
    let isEndKnown = !losses.contains { if case .end = $0 { true } else { false } }
    let missing = Set(sample.events.map(\.sequence)).subtracting(left.map(\.sequence))
    #expect(isEndKnown ? named == missing : named.isSubset(of: missing), "seed \(seed)")
    #expect(isEndKnown || missing.subtracting(named).allSatisfy { $0 > left.last?.sequence ?? 0 })
    #expect(report.missingEvents == named.count)
    let changed = zip(events, sample.events.filter { !missing.contains($0.sequence) })
    #expect(report.withoutPayload == changed.count { $0 != $1 })
  }

  @Test func `with one page gone after the other, never anything else is missing`() throws {
    for number in 0..<sample.compact.count / page {
      var bytes = sample.compact
      for place in number * page..<(number + 1) * page { bytes[place] = 0xFF }
      #expect(try sample.salvaged(bytes).events == sample.left(without: [number]), "page \(number)")
    }
  }

  @Test func `without its two headers a store loses nothing but the certainty of its end`() throws {
    for whole in [sample.grown, sample.compact] {
      let bytes = [UInt8](repeating: 0, count: 2 * page) + whole[(2 * page)...]
      let (events, losses, report) = try sample.salvaged(bytes)
      #expect(events == sample.events)
      #expect(losses == [.end(last: 61)])
      #expect(report.environment == .production && report.apps == ["com.example.app"])
    }
  }

  @Test func `cut off anywhere, it gives out what is before the cut`() throws {
    let pages = sample.compact.count / page
    for end in [2 * page + 100, 3 * page, pages / 2 * page, (pages - 1) * page, pages * page - 1] {
      let lost = Set(end / page..<pages)
      let events = try? sample.salvaged(Array(sample.compact[..<end])).events
      let left = sample.left(without: lost)
      // Some of the page that was cut may be left.
      #expect(Set(left.map(\.sequence)).isSubset(of: (events ?? []).map(\.sequence)), "end \(end)")
    }
  }

  @Test func `what is no store is refused by name`() throws {
    var random = Choices(seed: 3)
    let noise = (0..<50_000).map { _ in UInt8(random.number(in: 0...255)) }
    let other = sample.bench.folder.file("other")
    let engine = try LMDBEnvironment(path: other, tables: ["one"], options: .init(access: .create))
    try engine.write {
      try $0.put([1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9], in: engine.table("one"))
    }
    for bytes in [[], [1], noise, try SalvagedStore.bytes(of: other)] {
      guard case .notAStore = try storeError({ _ = try sample.salvaged(bytes) }) else {
        Issue.record("another error")
        continue
      }
    }
  }

  @Test func `a store of a newer format is left to a newer version`() throws {
    let sample = try SalvagedStore()
    let store = Array("store".utf8)
    let newer =
      [9]
      + (try sample.bench.file().entries("meta").first { $0.key == store }!.payload.dropFirst())
    try sample.bench.file().putSealed(newer, for: store, in: "meta")
    guard
      case .newerFormat(_, 9, 2) = try storeError({
        _ = try sample.salvaged(SalvagedStore.bytes(of: sample.bench.store.path))
      })
    else {
      Issue.record("another error")
      return
    }
  }

  @Test func `a head far beyond the last event ends nothing, and what is missing is told`() throws {
    let sample = try SalvagedStore()
    let far = [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 32)
    try sample.bench.file().putSealed(far, for: Array("head".utf8), in: "meta")
    let (events, losses, report) = try sample.salvaged(SalvagedStore.bytes(of: sample.bench.store.path))
    #expect(events == sample.events)
    #expect(losses.contains(.events(62...UInt64.max)) && report.missingEvents == UInt64.max - 61)
    #expect(losses.map(\.description).contains("events 62 to 18446744073709551615 are lost"))
  }

  @Test func `an entry inside of a part of a payload is none`() throws {
    let sample = try SalvagedStore()
    let key = Key.event(62)
    let last = try sample.bench.file().entries("events").last!.payload
    let value = StoreFile.sealed(last, key: key, in: "events")
    let entry = [UInt8(value.count & 0xFF), UInt8(value.count >> 8), 0, 0, 0, 0, 8, 0] + key + value
    let filler = [UInt8](repeating: 0xFF, count: page)
    // Of two that follow each other, one begins at an even place.
    for shift in 0..<2 {
      let part = filler + Array(repeating: 0xFF, count: shift) + entry + filler
      try sample.bench.append(
        .notice(EventID(canonical: "f\(shift)"), day(90), Said("line-1", nil, .off), raw: [.shared(part)]))
    }
    var bytes = try SalvagedStore.bytes(of: sample.bench.store.path)
    bytes.replaceSubrange(0..<2 * page, with: repeatElement(0, count: 2 * page))
    let (events, losses, _) = try sample.salvaged(bytes)
    #expect(events.map(\.sequence) == Array(1...63))
    #expect(events[61].draft.id == "f0")
    #expect(losses == [.end(last: 63)])
  }
}
