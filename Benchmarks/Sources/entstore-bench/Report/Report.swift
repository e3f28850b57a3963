import Foundation

/// What one run found, as it is kept for a later one to compare with.
struct Report: Codable {
  var version = 1
  let date: Date
  let machine: Machine
  let subjects: Int
  let events: Int
  var figures: [Figure] = []
  /// Stores that `verify` found fault with: there must be none.
  var unsound: [String] = []

  init(_ options: Options) {
    date = Date()
    machine = .current
    subjects = options.subjects
    events = options.events
  }

  static func read(_ path: String) throws -> Report {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let report = try decoder.decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    guard report.version == 1 else { throw Failure("\(path) was written by another version") }
    return report
  }

  func write(_ path: String) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The same ratio in an earlier run.
  func ratio(of figure: Figure, to baseline: String) -> Double? {
    figures.first { $0.benchmark == figure.benchmark && $0.name == figure.name }?
      .baselines.first { $0.name == baseline }?.ratio.median
  }
}

/// What it ran on: times are comparable on the same machine only, ratios a little further.
struct Machine: Codable {
  let cores: Int
  let memoryBytes: UInt64
  let system: String

  static var current: Machine {
    let process = ProcessInfo.processInfo
    return Machine(
      cores: process.activeProcessorCount, memoryBytes: process.physicalMemory,
      system: process.operatingSystemVersionString)
  }
}

/// Why a run cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
