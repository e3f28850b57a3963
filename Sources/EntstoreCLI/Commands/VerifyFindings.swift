import Entstore
import Foundation

/// What `verify` found, as the process that looked hands it to the one that tells.
struct VerifyFindings: Decodable {
  struct Fault: Decodable {
    let table: String
    let what: String
  }

  let isSound: Bool
  /// `nil`: nothing could be counted.
  let events: UInt64?
  let lineages: UInt64?
  let values: UInt64?
  let faultCount: UInt64
  /// The first ones.
  let faults: [Fault]
  /// What to do.
  let remedy: String?

  init(_ report: VerifyReport) {
    isSound = report.isSound
    events = report.hasCounts ? report.events : nil
    lineages = report.hasCounts ? report.lineages : nil
    values = report.hasCounts ? report.values : nil
    faultCount = report.faultCount
    faults = report.faults.map { Fault(table: $0.table, what: $0.what) }
    remedy = Self.remedy(for: report)
  }

  private static func remedy(for report: VerifyReport) -> String? {
    if report.isSound { return nil }
    if report.isDerivable { return "'entstore rebuild' derives this again from the log, which is whole." }
    if report.lacksDerivedTable {
      return "'entstore rebuild' makes it anew from the log, if that is whole. Then verify again."
    }
    let isOpened = report.hasCounts || !report.faults.contains { $0.table == "file" }
    return "Copy the file first. "
      + (isOpened
        ? "If 'entstore export' ends with 0, its log is whole: import that into a new store. If not, restore"
        : "Restore")
      + " a backup, and import over it what 'entstore salvage' still finds in this file, if anything."
  }

  enum End {
    case findings(VerifyFindings)
    /// It found nothing out, and has said why.
    case exited(Int32)
  }

  /// Has another process look, because on some damage the engine ends the one that meets it.
  static func inChild(of path: String) throws -> End {
    let words = ["verify", "--in-process", "--json", "--store", path]
    let (end, results) = try ChildProcess.capture(words)
    switch end {
    case .signalled(let number):
      guard ChildProcess.isFault(number) else { throw ChildProcess.failure(number) }
      return .findings(
        VerifyFindings(VerifyReport(end: "the engine ended while reading it (signal \(number))")))
    case .exited(let code):
      let findings = try? JSONDecoder().decode(VerifyFindings.self, from: Data(results))
      return findings.map { .findings($0) } ?? .exited(code)
    }
  }

  var json: JSONText {
    let counts = [("events", events), ("lineages", lineages), ("values", values)]
    return .object(
      [("isSound", .bool(isSound))] + counts.map { ($0, $1.map { .count($0) } ?? .null) } + [
        ("faultCount", .count(faultCount)),
        ("faults", .array(faults.map { .object([("table", .text($0.table)), ("what", .text($0.what))]) })),
        ("remedy", .text(remedy)),
      ])
  }

  /// The faults, for people.
  var faultLines: [String] {
    let more = faultCount - UInt64(faults.count)
    return faults.map { visible("fault: \($0.table): \($0.what)") } + (more > 0 ? ["and \(more) more"] : [])
  }

  /// How much was looked at.
  var counts: String {
    guard let events, let lineages, let values else {
      return "not all of its pages can be read; events and answers were not checked."
    }
    return
      "\(counted(events, "event")), \(counted(lineages, "lineage")), \(counted(values, "value")) checked."
  }
}

extension StoreError {
  /// The file itself is at fault, and neither the system nor who asks. LMDB's own codes are negative.
  var isDamage: Bool {
    switch self {
    case .damaged: true
    case .engine(let code, _, let isRetryable): code < 0 && !isRetryable
    default: false
    }
  }
}
