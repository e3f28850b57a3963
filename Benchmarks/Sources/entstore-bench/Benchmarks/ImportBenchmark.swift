import Entstore
import Foundation

/// The tool's import of decoded notifications, beside a straightforward importer into SQLite.
enum ImportBenchmark {
  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    for isShuffled in [false, true] {
      let input = try decoded(workspace, isShuffled)
      let order = isShuffled ? "shuffled" : "life by life"
      let path = workspace.path("import.entstore")
      let other = workspace.path("import.sqlite")
      defer { for file in [path, other] { workspace.delete(file) } }
      var memory: [Double] = []
      var cpu: [[Double]] = [[], []]
      let events = Double(bench.options.events)
      let values = try interleaved(
        rounds: min(bench.rounds, 3), warmUp: false,
        [
          Candidate("entstore") {
            workspace.delete(path)
            let use = try Child.run(
              [workspace.tool, "import", "--environment", "sandbox", "--unsigned", "--store", path, input],
              watchesMemory: true)
            memory.append(use.anonymousBytes)
            cpu[0].append(use.cpuSeconds / events)
            return events / use.seconds
          },
          Candidate("SQLite") {
            workspace.delete(other)
            let before = cpuSeconds()
            let taken = try timed { _ = try SQLiteImporter.run(input, into: other) }
            cpu[1].append((cpuSeconds() - before) / events)
            return events / taken
          },
        ])
      bench.add(
        Figure(
          "import", "decoded, \(order)", .perSecond, values[0], baselines: [("SQLite", values[1], nil)],
          targets: [.atLeast(100_000)]))
      bench.add(
        Figure("import", "CPU an event, \(order)", .seconds, cpu[0], baselines: [("SQLite", cpu[1], nil)]))
      bench.add(
        Figure("import", "memory of its own, \(order)", .bytes, memory, targets: [.atMost(700e6)]))
      bench.add(
        Figure(
          "import", "bytes an event, \(order)", .bytes, [workspace.size(path) / events],
          baselines: [
            ("SQLite", [workspace.size(other) / events], nil),
            ("input", [workspace.size(input) / events], nil),
          ]))
      try bench.verify(path, after: "import, \(order)")
    }
  }

  /// As many lines as were asked for.
  private static func decoded(_ workspace: Workspace, _ isShuffled: Bool) throws -> String {
    let events = workspace.options.events
    let order = isShuffled ? "-shuffled" : ""
    return try workspace.prepared("input-\(events)\(order).ndjson") { path in
      // Some life has seven events and more, on the whole.
      let life = try workspace.life(subjects: events / 7 + 10_000, months: 12, seed: 3, shuffled: isShuffled)
      try Child.run(["head", "-n", "\(events)", life], output: path)
      workspace.delete(life)
    }
  }
}
