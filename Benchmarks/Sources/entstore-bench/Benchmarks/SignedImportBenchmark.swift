import Foundation

/// The tool's import of signed notifications, beside the bare verifications that it cannot do without.
enum SignedImportBenchmark {
  /// The notification, its transaction and its renewal info.
  private static let signatures = 3.0

  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    let events = max(5_000, min(bench.options.events / 10, 100_000))
    let authority = workspace.path("authority")
    if !FileManager.default.fileExists(atPath: authority) {
      try Child.run([workspace.tool, "forge", "ca", authority])
    }
    let input = try workspace.prepared("signed-\(events).ndjson") { path in
      let life = workspace.path("signed-life.ndjson")
      defer { workspace.delete(life) }
      try Child.run(
        [
          workspace.tool, "forge", "life", "--subjects", "\(events / 7 + 500)", "--seed", "4", "--signed",
          "--ca", authority,
        ],
        output: life)
      try Child.run(["head", "-n", "\(events)", life], output: path)
    }
    let path = workspace.path("signed.entstore")
    defer { workspace.delete(path) }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let values = try interleaved(
      rounds: bench.rounds, warmUp: false,
      [
        Candidate("entstore") {
          workspace.delete(path)
          let use = try Child.run([
            workspace.tool, "import", "--environment", "sandbox", "--app", "com.example.app", "--root",
            "\(authority)/root.pem", "--store", path, input,
          ])
          return Double(events) / use.seconds
        },
        Candidate("P-256") { try Floors.verifications(threads: cores) / signatures },
      ])
    bench.add(
      Figure(
        "signed", "import, \(cores) cores", .perSecond, values[0],
        baselines: [("bare P-256", values[1], nil)],
        targets: [.atLeast(0.8, of: "bare P-256")]))
    bench.add(
      Figure(
        "signed", "bytes an event", .bytes, [workspace.size(path) / Double(events)],
        baselines: [("input", [workspace.size(input) / Double(events)], nil)], targets: [.atMost(1_000)]))
    try bench.verify(path, after: "signed")
  }
}
