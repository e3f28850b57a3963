import Entstore
import Foundation

/// `entstore doctor`: what is about the file, who reads it, and whether that is well.
///
/// In a child process, because opening a damaged file may end the one that does; the end is a finding then.
struct DoctorCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    try Interruption.endAtOnce()
    return try report(context.command.flag("in-process") ? examine() : examineInChild())
  }

  private func examine() -> [Finding] {
    let file = FileExamination(path: context.storePath).findings
    // On a full disk it can be looked at.
    let isInTheWay = file.contains { $0.level == .problem && $0.about != FileExamination.room }
    return isInTheWay ? file : file + StoreExamination(path: context.storePath).findings
  }

  private func examineInChild() throws -> [Finding] {
    let words = ["doctor", "--in-process", "--json", "--store", context.storePath]
    let (end, results) = try ChildProcess.capture(words)
    switch end {
    case .exited(let code):
      if code > 128 { _exit(code) }
      // Who ended before the report was whole has met what the engine does not survive.
      guard let document = try? JSONDecoder().decode(Document.self, from: Data(results)) else {
        return ended("exit code \(code)")
      }
      return document.findings
    case .signalled(let number):
      guard ChildProcess.isFault(number) else { throw ChildProcess.failure(number) }
      return ended("signal \(number)")
    }
  }

  private func ended(_ how: String) -> [Finding] {
    FileExamination(path: context.storePath).findings + [
      Finding(
        .problem, "pages", "the engine ended while reading the file (\(how))",
        remedy: StoreExamination.damageRemedy)
    ]
  }

  private struct Document: Decodable {
    let findings: [Finding]
  }

  private func report(_ findings: [Finding]) throws -> ExitCode {
    let (problems, warnings) = (findings.count(of: .problem), findings.count(of: .warning))
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("isWell", .bool(problems == 0)), ("problems", .count(problems)), ("warnings", .count(warnings)),
          ("findings", .array(findings.map(\.json))),
        ]).line)
    } else {
      for finding in findings { try print(finding) }
      try context.output.writeLine("\(counted(problems, "problem")), \(counted(warnings, "warning")).")
    }
    return problems == 0 ? .done : .negative
  }

  private func print(_ finding: Finding) throws {
    let level = padded(finding.level.rawValue, to: 9)
    let styled =
      switch finding.level {
      case .ok: context.style.green(level)
      case .note: level
      case .warning: context.style.yellow(level)
      case .problem: context.style.red(level)
      }
    try context.output.writeLine(styled + padded(finding.about, to: 13) + visible(finding.what))
    if let remedy = finding.remedy {
      try context.output.writeLine(padded("", to: 22) + visible(remedy))
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
