import CAllocations
import CRawLMDB
import Entstore
import Synchronization

/// May this subject use this? Warm and cold, known and unknown, alone and beside a writer.
enum AccessBenchmark {
  private static let key: EntitlementKey = "pro"
  static let probes = 100_000
  /// Operations whose time is taken one by one.
  private static let timedOperations = 20_000

  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    let mirror = try workspace.mirror()
    let rawPath = try workspace.copy(workspace.store(), as: "access.mdb")
    defer { workspace.delete(rawPath) }
    let raw = try RawLMDB(rawPath, readOnly: false)
    let hits = try Probe.sample(raw, most: probes)
    let misses = try Probe.missing(hits)
    let path = try workspace.copy(workspace.store(), as: "access.entstore")
    defer { workspace.delete(path) }
    do {
      let store = try EntitlementStore(path: path, opening: .existing)
      defer { store.close() }
      let readers = Readers(engine: store, bare: raw, mirror: mirror, key: key)
      try counts(bench, readers, hits: hits, misses: misses)
      try warm(bench, readers, "hit", hits, threads: 1, target: true)
      try warm(bench, readers, "miss", misses, threads: 1)
      try warm(bench, readers, "hit", hits, threads: 2)
      try beside(bench, readers, hits)
    }
    try ColdAccess.run(bench, path: path, mirror: mirror, probes: hits)
    try bench.verify(path, after: "access")
  }

  /// Counts do not depend on the machine.
  private static func counts(_ bench: Bench, _ readers: Readers, hits: [Probe], misses: [Probe]) throws {
    for (name, probes) in [("hit", hits), ("miss", misses)] {
      let allocations = try [readers.store, readers.sqlite()].map { read in
        try read(probes[...])
        let before = entstore_allocation_count()
        try read(probes[...])
        return Double(entstore_allocation_count() - before) / Double(probes.count)
      }
      bench.add(
        Figure(
          "access", "allocations, \(name)", .count, [allocations[0]],
          baselines: allocations[1] > 0 ? [("SQLite", [allocations[1]], nil)] : [], targets: [.atMost(0)]))
    }
    let raw = readers.bare
    let pages = try ["entitlements", nil].reduce(0.0) { sum, name in
      sum + Double(try raw.statistics(of: name == nil ? 1 : raw.table(name)).ms_depth)
    }
    bench.add(Figure("access", "pages on the way to a row", .count, [pages]))
  }

  private static func warm(
    _ bench: Bench, _ readers: Readers, _ what: String, _ probes: [Probe], threads: Int, target: Bool = false
  ) throws {
    let name = "warm, \(what), \(threads) thread\(threads == 1 ? "" : "s")"
    let kinds = try (0..<threads).map { _ in
      (readers.store, try readers.raw(), try readers.sqlite())
    }
    let jobs = [kinds.map(\.0), kinds.map(\.1), kinds.map(\.2)]
    let names = ["entstore", "raw LMDB", "SQLite"]
    // A round of a small store would be over before it means anything.
    let passes = max(1, 2 * Self.probes / probes.count)
    let values = try interleaved(
      rounds: bench.rounds,
      zip(names, jobs).map { name, jobs in
        Candidate(name) {
          let times = Mutex<[Double]>([])
          try together(
            jobs.map { read in
              {
                let time = try perItem(probes, passes: passes, read)
                times.withLock { $0.append(time) }
              }
            })
          return mean(times.withLock { $0 })
        }
      })
    let tails = threads == 1 ? try readers.tails(Array(probes.prefix(timedOperations))) : []
    bench.add(
      Figure(
        "access", name, .seconds, values[0], tail: tails.first,
        baselines: [
          ("raw LMDB", values[1], tails.isEmpty ? nil : tails[1]),
          ("SQLite", values[2], tails.isEmpty ? nil : tails[2]),
        ], targets: target ? [.atMost(1.25, of: "raw LMDB"), .atMost(1.0 / 3, of: "SQLite")] : []))
  }

  /// Each engine with a writer of its own that commits one event after the other.
  private static func beside(_ bench: Bench, _ readers: Readers, _ probes: [Probe]) throws {
    let probes = Array(probes.prefix(timedOperations))
    let appender = try Appender(bench.workspace, store: readers.engine, raw: readers.bare)
    let copy = try bench.workspace.copy(readers.mirror, as: "access.sqlite")
    defer { bench.workspace.delete(copy) }
    let writer = try SQLiteAppender(copy)
    let copied = Readers(engine: readers.engine, bare: readers.bare, mirror: copy, key: key)
    for threads in [1, 2] {
      func reads(_ make: () throws -> Readers.Read) rethrows -> [Readers.Read] {
        try (0..<threads).map { _ in try make() }
      }
      let candidates: [(String, [Readers.Read], @Sendable () throws -> Void)] = [
        ("entstore", reads { readers.store }, { try appender.appendToStore() }),
        ("raw LMDB", try reads { try readers.raw() }, { try appender.appendToRaw() }),
        ("SQLite", try reads { try copied.sqlite() }, { try writer.append(appender.next()) }),
      ]
      let values = try interleaved(
        rounds: bench.rounds,
        candidates.map { name, reads, write in
          // The whole time, with every wait for the writer in it.
          Candidate(name) {
            try whileRunning(write) {
              try timed { try together(reads.map { read in { try read(probes[...]) } }) }
            } / Double(probes.count)
          }
        })
      bench.add(
        Figure(
          "access", "warm, hit, \(threads) thread\(threads == 1 ? "" : "s") beside a writer", .seconds,
          values[0],
          baselines: [("raw LMDB", values[1], nil), ("SQLite", values[2], nil)]))
    }
  }
}

/// The same question to each engine, over many probes.
struct Readers {
  let engine: EntitlementStore
  let bare: RawLMDB
  let mirror: String
  let key: EntitlementKey

  typealias Read = (ArraySlice<Probe>) throws -> Void

  var store: Read {
    { [engine, key] probes in
      var open = 0
      for probe in probes where try engine.access(of: probe.subject, to: key).isEntitled { open += 1 }
      consume(open)
    }
  }

  func raw() throws -> Read {
    let reader = try RawReader(bare, table: bare.table("entitlements"))
    return { probes in
      var bytes = 0
      for probe in probes { bytes += reader.read(probe.rowKey) }
      consume(bytes)
    }
  }

  func sqlite() throws -> Read {
    let reader = try SQLiteReader(mirror)
    return { probes in
      var bytes = 0
      for probe in probes { bytes += try reader.read(probe.rowKey) }
      consume(bytes)
    }
  }

  /// One operation at a time.
  func tails(_ probes: [Probe]) throws -> [Tail] {
    let (raw, sqlite) = (try RawReader(bare, table: bare.table("entitlements")), try SQLiteReader(mirror))
    return [
      Tail(
        try probes.map { probe in
          try timed { consume(try engine.access(of: probe.subject, to: key).isEntitled) }
        }),
      Tail(probes.map { probe in timed { consume(raw.read(probe.rowKey)) } }),
      Tail(try probes.map { probe in try timed { consume(try sqlite.read(probe.rowKey)) } }),
    ]
  }
}

/// Reads all rows of a subject with one prepared statement.
final class SQLiteReader {
  private let database: SQLite
  private let select: Statement

  init(_ path: String) throws {
    database = try SQLite(path)
    select = try database.prepare("SELECT row FROM entitlements WHERE subject = ?")
  }

  /// - Parameter key: Subject, a zero byte, lineage.
  func read(_ key: [UInt8]) throws -> Int {
    try key.withUnsafeBytes { bytes in
      let end = bytes.firstIndex(of: 0)!
      select.bind(1, UnsafeRawBufferPointer(rebasing: bytes[..<end]), isText: true)
      defer { select.reset() }
      var count = 0
      while try select.step() { count += select.byteCount(0) }
      return count
    }
  }
}
