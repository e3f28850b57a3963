import Entstore
import Foundation

/// Durable appends: one caller, and many who share commits.
enum AppendBenchmark {
  private static let callers = [1, 8, 64, 512]
  /// Appends of one caller in a round.
  private static let alone = 300

  static func run(_ bench: Bench) async throws {
    let workspace = bench.workspace
    let mirror = try workspace.copy(workspace.mirror(), as: "append.sqlite")
    let path = try workspace.copy(workspace.store(), as: "append.entstore")
    let rawPath = try workspace.copy(path, as: "append.mdb")
    defer { for file in [mirror, path, rawPath] { workspace.delete(file) } }
    let raw = try RawLMDB(rawPath, readOnly: false)
    let sqlite = try SQLiteAppender(mirror)
    let store = try EntitlementStore(path: path, opening: .existing)
    let appender = try Appender(workspace, store: store, raw: raw)

    var ours = [[Double]](repeating: [], count: callers.count)
    var rates = ours
    var (bare, other, floor): ([Double], [Double], [Double]) = ([], [], [])
    var (bareTimes, otherTimes): ([Double], [Double]) = ([], [])
    for round in 0...bench.rounds {
      // The first round warms up.
      if round == 1 {
        ours = ours.map { _ in [] }
        rates = ours
        (bare, other, floor, bareTimes, otherTimes) = ([], [], [], [], [])
      }
      for (index, count) in callers.enumerated() {
        let each = max(20, alone / count)
        try appender.prepare(count * each)
        let start = seconds()
        ours[index] += try await times(of: store, appender, callers: count, each: each)
        rates[index].append(Double(count * each) / (seconds() - start))
      }
      let rawTimes = try (0..<alone).map { _ in try timed { try appender.appendToRaw() } }
      try appender.prepare(alone)
      let drafts = try (0..<alone).map { _ in try appender.next() }
      let sqliteTimes = try drafts.map { draft in try timed { try sqlite.append(draft) } }
      bare.append(mean(rawTimes))
      other.append(mean(sqliteTimes))
      floor.append(mean(try Floors.sync(workspace.path("sync"), count: alone)))
      bareTimes += rawTimes
      otherTimes += sqliteTimes
    }

    bench.add(
      Figure(
        "append", "durable, one caller", .seconds, rates[0].map { 1 / $0 }, tail: Tail(ours[0]),
        baselines: [
          ("raw LMDB", bare, Tail(bareTimes)), ("SQLite", other, Tail(otherTimes)),
          ("write and sync", floor, nil),
        ], targets: [.atMost(2.5, of: "raw LMDB")]))
    for (index, count) in callers.enumerated().dropFirst() {
      bench.add(
        Figure(
          "append", "events a second, \(count) callers", .perSecond, rates[index],
          baselines: [("one caller", rates[0], nil), ("SQLite, one by one", other.map { 1 / $0 }, nil)],
          targets: count == 64 ? [.atLeast(6, of: "one caller")] : []))
      bench.add(
        Figure(
          "append", "latency, \(count) callers", .seconds, [Tail(ours[index]).p50], tail: Tail(ours[index])))
    }
    try pages(bench, appender, sqlite)
    store.close()
    try bench.verify(path, after: "append")
  }

  /// The seconds that each append took.
  private static func times(
    of store: EntitlementStore, _ appender: Appender, callers: Int, each: Int
  ) async throws -> [Double] {
    try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<callers {
        group.addTask {
          var times: [Double] = []
          for _ in 0..<each {
            let draft = try appender.next()
            let start = seconds()
            _ = try await store.append([draft])
            times.append(seconds() - start)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// What one append hands to the system to write.
  private static func pages(_ bench: Bench, _ appender: Appender, _ sqlite: SQLiteAppender) throws {
    guard bytesWritten() != nil else { return }
    try appender.prepare(2 * alone)
    let drafts = try (0..<alone).map { _ in try appender.next() }
    func pages(_ body: () throws -> Void) rethrows -> Double {
      let before = bytesWritten() ?? 0
      try body()
      return ((bytesWritten() ?? 0) - before) / 4_096 / Double(alone)
    }
    let ours = try pages { for _ in 0..<alone { try appender.appendToStore() } }
    let bare = try pages { for _ in 0..<alone { try appender.appendToRaw() } }
    let other = try pages { for draft in drafts { try sqlite.append(draft) } }
    bench.add(
      Figure(
        "append", "pages written, one caller", .count, [ours],
        baselines: [("raw LMDB", [bare], nil), ("SQLite", [other], nil)]))
  }

  private static func bytesWritten() -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
    return line.flatMap { Double($0.dropFirst(6).trimmingCharacters(in: .whitespaces)) }
  }
}

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
