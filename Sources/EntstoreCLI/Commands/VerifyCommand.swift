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
    try Interruption.endAtOnce()
    if context.command.flag("in-process") { return try tell(VerifyFindings(check())) }
    switch try VerifyFindings.inChild(of: context.storePath) {
    case .findings(let findings): return try tell(findings)
    case .exited(let code):
      // A signal that only the child heard: 128 and its number.
      if code > 128 { _exit(code) }
      return ExitCode(rawValue: code) ?? .fault
    }
  }

  private func check() throws -> VerifyReport {
    do {
      let store = try context.openForReading(checking: .nothing)
      let progress = ReportProgress("Verifying", context)
      defer { progress.finish() }
      return try store.verify(progress: progress.update)
    } catch let error as StoreError where error.isDamage {
      // The check could not get to its end, and that is its finding.
      return VerifyReport(damage: error)
    }
  }

  private func tell(_ findings: VerifyFindings) throws -> ExitCode {
    if context.isJSON {
      try context.output.writeLine(findings.json.line)
    } else {
      for line in findings.faultLines { try context.output.writeLine(line) }
      let verdict = findings.isSound ? context.style.green("sound") : context.style.red("not sound")
      try context.output.writeLine("\(verdict): \(findings.counts)")
      if let remedy = findings.remedy { try context.output.writeLine(remedy) }
    }
    return findings.isSound ? .done : .negative
  }
}
