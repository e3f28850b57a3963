import CRawLMDB
import Entstore

/// What is done to a whole store: open it, check it, derive it again, write it out, copy it without free pages.
enum MaintainBenchmark {
  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    let mirror = try workspace.mirror()
    let path = try workspace.copy(workspace.store(), as: "maintain.entstore")
    let rawPath = try workspace.copy(path, as: "maintain.mdb")
    defer { for file in [path, rawPath] { workspace.delete(file) } }
    let store = try EntitlementStore(path: path, opening: .existing)
    let events = Double(try store.counts().events)
    store.close()

    try open(bench, path, rawPath, mirror)
    try compact(bench, path, rawPath, mirror, events)
    let rounds = min(bench.rounds, 3)
    var memory: [Double] = []
    var cpu: [String: [Double]] = [:]
    func tool(_ command: String) -> Candidate {
      Candidate(command) {
        let use = try Child.run([workspace.tool, command, "--store", path], watchesMemory: true)
        if command == "rebuild" { memory.append(use.anonymousBytes) }
        cpu[command, default: []].append(use.cpuSeconds / events)
        return events / use.seconds
      }
    }
    let verify = try interleaved(
      rounds: rounds, warmUp: false,
      [
        tool("verify"),
        Candidate("SQLite") {
          try events / timed { try SQLite(mirror).prepare("PRAGMA integrity_check").runOnce() }
        },
      ])
    bench.add(
      Figure(
        "maintain", "verify", .perSecond, verify[0], baselines: [("SQLite integrity_check", verify[1], nil)]))
    let export = try interleaved(
      rounds: rounds, warmUp: false,
      [
        tool("export"),
        Candidate("SQLite") {
          try events
            / timed {
              let select = try SQLite(mirror).prepare("SELECT record FROM events ORDER BY sequence")
              while try select.step() { consume(select.byteCount(0)) }
            }
        },
      ])
    bench.add(
      Figure("maintain", "export", .perSecond, export[0], baselines: [("SQLite, bytes only", export[1], nil)])
    )
    let rebuild = try interleaved(rounds: rounds, warmUp: false, [tool("rebuild")])
    bench.add(Figure("maintain", "rebuild", .perSecond, rebuild[0], targets: [.atLeast(250_000)]))
    bench.add(Figure("maintain", "rebuild, memory of its own", .bytes, memory))
    for command in ["verify", "export", "rebuild"] {
      bench.add(Figure("maintain", "CPU an event, \(command)", .seconds, cpu[command]!))
    }
    try bench.verify(path, after: "maintain")
  }

  private static func open(_ bench: Bench, _ path: String, _ rawPath: String, _ mirror: String) throws {
    let times = 50
    let values = try interleaved(
      rounds: bench.rounds,
      [
        Candidate("entstore") {
          try timed {
            for _ in 0..<times { try EntitlementStore(path: path, opening: .existing).close() }
          } / Double(times)
        },
        Candidate("raw LMDB") {
          try timed {
            for _ in 0..<times { _ = try RawLMDB(rawPath, readOnly: false).table("entitlements") }
          } / Double(times)
        },
        Candidate("SQLite") {
          try timed {
            for _ in 0..<times { _ = try SQLite(mirror).number("SELECT max(sequence) FROM events") }
          } / Double(times)
        },
      ])
    bench.add(
      Figure(
        "maintain", "open and close", .seconds, values[0],
        baselines: [("raw LMDB", values[1], nil), ("SQLite", values[2], nil)]))
  }

  private static func compact(
    _ bench: Bench, _ path: String, _ rawPath: String, _ mirror: String, _ events: Double
  ) throws {
    let workspace = bench.workspace
    let copy = workspace.path("compacted")
    defer { workspace.delete(copy) }
    func copying(_ name: String, _ body: @escaping () throws -> Void) -> Candidate {
      Candidate(name) {
        workspace.delete(copy)
        return try events / timed(body)
      }
    }
    let values = try interleaved(
      rounds: min(bench.rounds, 3), warmUp: false,
      [
        copying("entstore") {
          let store = try EntitlementStore(path: path, opening: .existing)
          defer { store.close() }
          _ = try store.compact(to: copy)
        },
        copying("raw LMDB") {
          let raw = try RawLMDB(rawPath, readOnly: true)
          guard mdb_env_copy2(raw.environment, copy, UInt32(MDB_CP_COMPACT)) == 0 else {
            throw Failure("mdb_env_copy2 failed")
          }
          try Child.run(["sync", copy])
        },
        copying("SQLite") { try SQLite(mirror).run("VACUUM INTO '\(copy)'") },
      ])
    bench.add(
      Figure(
        "maintain", "compact into a new file", .perSecond, values[0],
        baselines: [("raw LMDB", values[1], nil), ("SQLite VACUUM INTO", values[2], nil)]))
  }
}
