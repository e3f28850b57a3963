import Foundation

/// The tool's import of signed notifications, beside the bare verifications that it cannot do without.
enum SignedImportBenchmark {
  /// The notification, its transaction and its renewal info.
  private static let signatures = 3.0
  private static let verifications = 4_000

  static func run(_ bench: Bench) throws {
    for isShuffled in [false, true] { try run(bench, isShuffled) }
  }

  private static func run(_ bench: Bench, _ isShuffled: Bool) throws {
    let workspace = bench.workspace
    let order = isShuffled ? "shuffled" : "life by life"
    let events = max(5_000, min(bench.options.events / 10, 100_000))
    let authority = workspace.path("authority")
    if !FileManager.default.fileExists(atPath: authority) {
      try Child.run([workspace.tool, "forge", "ca", authority])
    }
    let input = try workspace.prepared("signed-\(events)\(isShuffled ? "-shuffled" : "").ndjson") { path in
      let life = workspace.path("signed-life.ndjson")
      defer { workspace.delete(life) }
      try Child.run(
        [
          workspace.tool, "forge", "life", "--subjects", "\(events / 7 + 500)", "--seed", "4", "--signed",
          "--ca", authority,
        ] + (isShuffled ? ["--shuffle"] : []),
        output: life)
      try Child.run(["head", "-n", "\(events)", life], output: path)
    }
    let path = workspace.path("signed.entstore")
    defer { workspace.delete(path) }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    var cpu: [[Double]] = [[], []]
    let values = try interleaved(
      rounds: bench.rounds, warmUp: false,
      [
        Candidate("entstore") {
          workspace.delete(path)
          let use = try Child.run([
            workspace.tool, "import", "--environment", "sandbox", "--app", "com.example.app", "--root",
            "\(authority)/root.pem", "--store", path, input,
          ])
          cpu[0].append(use.cpuSeconds / Double(events))
          return Double(events) / use.seconds
        },
        Candidate("P-256") {
          let before = cpuSeconds()
          let rate = try Floors.verifications(threads: cores, each: verifications)
          cpu[1].append((cpuSeconds() - before) / Double(cores * verifications) * signatures)
          return rate / signatures
        },
      ])
    bench.add(
      Figure(
        "signed", "import, \(order)", .perSecond, values[0],
        baselines: [("bare P-256", values[1], nil)],
        targets: [.atLeast(0.8, of: "bare P-256")]))
    bench.add(
      Figure("signed", "CPU an event, \(order)", .seconds, cpu[0], baselines: [("bare P-256", cpu[1], nil)]))
    let wire = workspace.size(input) / Double(events)
    bench.add(
      Figure(
        "signed", "bytes of an event in the log, \(order)", .bytes, [try logBytes(path) / Double(events)],
        baselines: [("input", [wire], nil)], targets: [.atMost(1_000)]))
    bench.add(
      Figure(
        "signed", "bytes an event, \(order)", .bytes, [workspace.size(path) / Double(events)],
        baselines: [("input", [wire], nil)]))
    try bench.verify(path, after: "signed, \(order)")
  }

  /// All records of the log and what they share: envelopes, facts and payloads.
  private static func logBytes(_ path: String) throws -> Double {
    let raw = try RawLMDB(path, readOnly: true)
    var bytes = 0
    for table in ["events", "blobs"] {
      try raw.forEach(in: raw.table(table)) { bytes += $0.count + $1.count }
    }
    return Double(bytes)
  }
}
