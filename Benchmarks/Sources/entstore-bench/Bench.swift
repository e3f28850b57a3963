import Entstore
import Foundation

/// One thing that is measured, under the name by which it is asked for.
struct Benchmark: Sendable {
  let name: String
  let run: @Sendable (Bench) async throws -> Void

  static let all = [
    Benchmark(name: "access", run: AccessBenchmark.run), Benchmark(name: "growth", run: GrowthBenchmark.run),
    Benchmark(name: "append", run: AppendBenchmark.run),
    Benchmark(name: "lineage", run: LineageBenchmark.run),
    Benchmark(name: "import", run: ImportBenchmark.run),
    Benchmark(name: "signed", run: SignedImportBenchmark.run),
    Benchmark(name: "maintain", run: MaintainBenchmark.run),
    Benchmark(name: "query", run: QueryBenchmark.run), Benchmark(name: "size", run: SizeBenchmark.run),
  ]
}

/// One run: what was asked for, where it works, and what it has found so far.
final class Bench {
  let options: Options
  let workspace: Workspace
  private(set) var report: Report

  init(_ options: Options) throws {
    self.options = options
    workspace = try Workspace(options)
    report = Report(options)
  }

  var rounds: Int { options.rounds }

  func add(_ figure: Figure) { report.figures.append(figure) }

  /// Every benchmark that wrote leaves a sound store, or its figures mean nothing.
  func verify(_ path: String, after benchmark: String) throws {
    let store = try EntitlementStore(path: path, opening: .existing)
    defer { store.close() }
    if !(try store.verify().isSound) { report.unsound.append(benchmark) }
  }

  func run() async throws {
    defer { workspace.remove() }
    let before = try options.against.map(Report.read)
    for benchmark in Benchmark.all where options.names.isEmpty || options.names.contains(benchmark.name) {
      workspace.say(benchmark.name)
      try await benchmark.run(self)
    }
    print(Table(report, against: before).text)
    let missed = report.figures.flatMap { figure in
      figure.targets.filter { !figure.isReached($0) }.map { target in
        let beside = target.baseline.map { " of \($0)" } ?? ""
        return "\(figure.benchmark), \(figure.name): \(target.text(in: figure.unit))\(beside)"
      }
    }
    let count = report.figures.reduce(0) { $0 + $1.targets.count }
    print("\(count - missed.count) of \(count) targets reached\(missed.isEmpty ? "." : "; not reached:")")
    for line in missed { print("  \(line)") }
    print(
      report.unsound.isEmpty ? "Every store that was written is sound." : "NOT SOUND after: \(report.unsound)"
    )
    print(
      "\(report.machine.cores) cores, \(report.machine.system); \(options.subjects) subjects, \(rounds) rounds"
    )
    if let path = options.json { try report.write(path) }
    if !report.unsound.isEmpty { throw Failure("a store is not sound") }
  }
}
