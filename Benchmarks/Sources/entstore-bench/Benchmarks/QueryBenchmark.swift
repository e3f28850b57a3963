import Entstore

/// The tool's `query` as a whole process, beside SQLite's shell, and where its time goes.
enum QueryBenchmark {
  /// Processes in a round.
  private static let times = 20

  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    let mirror = try workspace.mirror()
    let store = try workspace.store()
    let subject = try Probe.sample(RawLMDB(store, readOnly: true), most: 100)[0].subject.text
    var cpu: [String: [Double]] = [:]
    func process(_ name: String, _ arguments: [String]) -> Candidate {
      Candidate(name) {
        let use = try Child.run(arguments, codes: [0, 1])
        cpu[name, default: []].append(use.cpuSeconds)
        return use.seconds
      }
    }
    let select = "SELECT hex(row) FROM entitlements WHERE subject = '\(subject)'"
    let values = try interleaved(
      rounds: bench.rounds * times,
      [
        process("query", [workspace.tool, "query", "--store", store, "--subject", subject, "--key", "pro"]),
        process("sqlite3", ["sqlite3", mirror, select]),
        process("--version", [workspace.tool, "--version"]),
        process("true", ["/bin/true"]),
      ])
    bench.add(
      Figure(
        "query", "whole process", .seconds, values[0], baselines: [("sqlite3", values[1], nil)],
        targets: [.atMost(1.5, of: "sqlite3")]))
    bench.add(
      Figure("query", "CPU of it", .seconds, cpu["query"]!, baselines: [("sqlite3", cpu["sqlite3"]!, nil)]))
    bench.add(Figure("query", "  of it: any process", .seconds, values[3]))
    bench.add(
      Figure(
        "query", "  of it: loading the tool", .seconds, zip(values[2], values[3]).map { max(0, $0 - $1) }))
    bench.add(
      Figure(
        "query", "  of it: open, answer, print", .seconds, zip(values[0], values[2]).map { max(0, $0 - $1) }))
  }
}
