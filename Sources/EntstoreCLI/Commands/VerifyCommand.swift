import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `entstore verify`: checks every byte and every answer against the log, in a child process.
///
/// LMDB ends its process on some kinds of damage. A child's sudden end is a finding like any other; in this process it would be
/// a crash.
struct VerifyCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    Interruption.endAtOnce()
    if context.command.flag("in-process") { return try check() }
    var words = ["verify", "--in-process", "--store", context.storePath]
    if context.isJSON { words.append("--json") }
    switch try ChildProcess.run(words) {
    case .exited(let code):
      // A signal that only the child heard: 128 and its number.
      if code > 128 { exit(code) }
      return ExitCode(rawValue: code) ?? .fault
    case .signalled(let number):
      return try endedEarly("the engine ended while reading it (signal \(number))")
    }
  }

  /// The check could not get to its end, and that is its finding.
  private func endedEarly(_ what: String) throws -> ExitCode {
    if context.isJSON {
      let fault = JSONText.object([("table", .text("file")), ("what", .text(what))])
      try context.output.writeLine(
        JSONText.object([("isSound", .bool(false)), ("faults", .array([fault]))]).line)
    } else {
      try context.output.writeLine("\(context.style.red("not sound")): \(context.storePath): \(what)")
    }
    return .negative
  }

  private func check() throws -> ExitCode {
    let report: VerifyReport
    do {
      let store = try context.openForReading()
      let progress = ReportProgress("Verifying", context)
      defer { progress.finish() }
      report = try store.verify(progress: progress.update)
    } catch let error as StoreError where error.isDamage {
      return try endedEarly("\(error)")
    }
    if context.isJSON {
      try context.output.writeLine(VerifyText.json(report, verdict: ("isSound", .bool(report.isSound))).line)
    } else {
      for fault in report.faults { try context.output.writeLine("fault: \(fault)") }
      let more = report.faultCount - UInt64(report.faults.count)
      if more > 0 { try context.output.writeLine("and \(more) more") }
      let verdict = report.isSound ? context.style.green("sound") : context.style.red("not sound")
      try context.output.writeLine(
        "\(verdict): \(counted(report.events, "event")), \(counted(report.lineages, "lineage")), "
          + "\(counted(report.values, "value")) checked.")
    }
    return report.isSound ? .done : .negative
  }
}

extension StoreError {
  /// The file itself is at fault, and neither the system nor who asks. LMDB's own codes are negative.
  fileprivate var isDamage: Bool {
    switch self {
    case .damaged: true
    case .engine(let code, _, let isRetryable): code < 0 && !isRetryable
    default: false
    }
  }
}
