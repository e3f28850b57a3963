import Entstore
import Foundation

/// In which order events come.
enum Order: String, CaseIterable {
  /// All of a customer's, then the next one's: a backfill of histories.
  case byLife = "life by life"
  /// As the store signed them: webhooks as they come.
  case byDate = "by date"
  /// Each line somewhere among 65 536 others.
  case shuffled = "shuffled"
}

/// The tool's import of decoded notifications, beside a straightforward importer into SQLite.
enum ImportBenchmark {
  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    for order in Order.allCases {
      let input = try decoded(workspace, order)
      let order = order.rawValue
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
  private static func decoded(_ workspace: Workspace, _ order: Order) throws -> String {
    let events = workspace.options.events
    return try workspace.prepared("input-\(events)-\(order).ndjson") { path in
      switch order {
      case .byLife, .shuffled:
        // Some life has seven events and more, on the whole.
        let life = try workspace.life(
          subjects: events / 7 + 10_000, months: 12, seed: 3, shuffled: order == .shuffled)
        try Child.run(["head", "-n", "\(events)", life], output: path)
        workspace.delete(life)
      case .byDate:
        let date = #"s/^(.*"version":"2.0","signedDate":([0-9]+),.*)$/\2 \1/"#
        let sort = #"set -o pipefail; sed -E "$1" "$2" | sort -s -n -k1,1 | cut -d ' ' -f 2-"#
        let lives = try decoded(workspace, .byLife)
        try Child.run(["bash", "-c", sort, "bash", date, lives], output: path)
      }
    }
  }
}
