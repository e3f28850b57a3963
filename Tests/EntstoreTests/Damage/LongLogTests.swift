import Entstore
import EntstoreCodec
import Testing

/// A log that is checked in several parts says the same as one checked in one.
struct LongLogTests {
  private static let count = 2_500

  /// Two thousand events of many lineages, and one that is long.
  private static func bench() throws -> Bench {
    let bench = try Bench()
    try bench.append(
      (0..<count).map { number in
        let lineage = Lineage(canonical: number % 2 == 0 ? "7000" : "line-\(number % 300)")
        return .bought(
          EventID(canonical: "e\(number)"), day(Int64(number * 7 % 900)), lineage: lineage, by: "ada")
      })
    return bench
  }

  private static func faults(_ bench: Bench) throws -> [String] {
    try bench.store.verify().faults.map(\.description)
  }

  @Test(arguments: [1, 2, 1_023, 1_024, 1_025, 1_026, 2_048, 2_049, 2_499] as [UInt64])
  func `an event that is missing is named, wherever the log is cut`(_ sequence: UInt64) throws {
    let bench = try Self.bench()
    try bench.file().remove(Key.event(sequence), from: "events")
    let faults = try Self.faults(bench)
    #expect(
      faults.prefix(2) == [
        "events: event \(sequence) is missing; next is \(sequence + 1)",
        "events: event \(sequence + 1): the digest chain does not hold",
      ])
    #expect(faults.contains("by_date: 1 entry belongs to nothing in the log"))
    #expect(faults.contains("timeline: 1 entry belongs to nothing in the log"))
    #expect(faults.count == 4)
  }

  @Test(arguments: [1_024, 1_025, 2_048] as [UInt64])
  func `an event that cannot be read breaks the chain behind it, wherever the log is cut`(
    _ sequence: UInt64
  ) throws {
    let bench = try Self.bench()
    let file = try bench.file()
    try file.put([1, 2, 3], for: Key.event(sequence), in: "events")
    let faults = try Self.faults(bench)
    #expect(faults[0].hasPrefix("events: event \(sequence): "))
    #expect(faults[1] == "events: event \(sequence + 1): the digest chain does not hold")
    #expect(faults.count == 4)
  }

  @Test(arguments: ["by_date", "timeline"])
  func `two entries that have changed places are both named`(_ table: String) throws {
    let bench = try Self.bench()
    let file = try bench.file()
    let entries = try file.entries(table)
    let (a, b) = (entries[400], entries[2_100])
    try file.putSealed(b.payload, for: a.key, in: table)
    try file.putSealed(a.payload, for: b.key, in: table)
    let faults = try Self.faults(bench)
    #expect(
      faults.filter { $0.hasPrefix("\(table): ") && $0.hasSuffix("is not what the log says") }.count == 2)
    #expect(try bench.store.rebuild().faultCount >= 2)
    #expect(try Self.faults(bench) == [])
  }

  @Test func `progress is told where it was asked for, and up to the end`() throws {
    let bench = try Self.bench()
    for check in [bench.store.verify, bench.store.rebuild] {
      var seen: [UInt64] = []
      let report = try check { seen.append($0) }
      #expect(report.isSound)
      #expect(report.events == UInt64(Self.count))
      #expect(seen == seen.sorted())
      #expect(seen.last == UInt64(Self.count))
    }
  }

  @Test func `a store that others write to meanwhile is sound at every moment`() async throws {
    let bench = try Self.bench()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in Self.count..<(Self.count + 300) {
          try bench.append(.bought(EventID(canonical: "e\(number)"), day(Int64(number % 900)), by: "bob"))
        }
      }
      group.addTask {
        for _ in 0..<8 {
          let faults = try bench.store.verify().faults
          #expect(faults == [])
        }
      }
      try await group.waitForAll()
    }
    #expect(try bench.store.rebuild().isSound)
  }
}
