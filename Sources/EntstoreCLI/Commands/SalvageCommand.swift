import Entstore
import EntstoreRails

/// `entstore salvage`: reads what can be read out of a damaged file into an export, and says what could not.
struct SalvageCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let path = context.command.value(for: "output").flatMap { $0 == "-" ? nil : $0 }
    if path == nil, context.isJSON {
      throw context.command.usageError(
        "With '--json' the events need a file of their own: '--output <path>'.")
    }
    if let path {
      try Interruption.endAtOnce(
        saying: "Interrupted; there is no \(path).", removing: [EntitlementStore.unfinishedName(of: path)])
    } else {
      try Interruption.endAtOnce(saying: "Interrupted; what was written is a part of what can be read.")
    }
    let file = try path.map(EntitlementStore.newFile)
    var losses: [String] = []
    let report: SalvageReport
    do {
      let output = file.map { Output(results: $0.descriptor) } ?? context.output
      report = try salvage(into: output) { loss in
        if context.isJSON { losses.append("\(loss)") } else { context.output.note("lost: \(loss)") }
      }
      try output.flush()
      Interruption.holdOff()
      if let file, let path { try EntitlementStore.finish(file, at: path) }
    } catch {
      if let path, let error = error as? OutputError {
        throw CommandFailure.cannotWrite(path, error.code)
      }
      throw error
    }
    try tell(report, losses)
    return report.losses == 0 ? .done : .inputRefused
  }

  private func salvage(into output: Output, loss: (SalvageLoss) -> Void) throws -> SalvageReport {
    let progress = ReportProgress("Salvaging", context)
    defer { progress.finish() }
    return try EntitlementStore.salvage(
      path: context.storePath, progress: progress.update, loss: loss
    ) { event in
      let line = try ExchangeLine.line(for: event) + [UInt8(ascii: "\n")]
      try output.write(unsafe line.span.bytes)
    }
  }

  /// The summary: on standard error, where the events may be on the other.
  private func tell(_ report: SalvageReport, _ losses: [String]) throws {
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("events", .count(report.events)), ("missingEvents", .count(report.missingEvents)),
          ("isEndKnown", .bool(report.isEndKnown)), ("withoutPayload", .count(report.withoutPayload)),
          ("environment", report.environment.map { .text("\($0)") } ?? .null),
          ("apps", report.apps.map { .array($0.map { .text($0) }) } ?? .null),
          ("losses", .array(losses.map { .text($0) })),
        ]).line)
      return
    }
    var text = "\(counted(report.events, "event")) read"
    if report.withoutPayload > 0 { text += ", \(report.withoutPayload) without payload" }
    context.output.note("\(text)\(missing(report)).")
    let apps = report.apps.map { $0.isEmpty ? "any app" : "apps \($0.joined(separator: ", "))" }
    context.output.note(
      "The store: \(report.environment.map { "\($0)" } ?? "environment unknown"), \(apps ?? "apps unknown"); a new one is "
        + "told so by import --environment and --app.")
  }

  /// How many events are missing, as far as the file says where the log ended.
  private func missing(_ report: SalvageReport) -> String {
    if report.losses == 0 { return ", nothing lost" }
    if report.isEndKnown { return ", \(report.missingEvents) missing" }
    return report.missingEvents == 0
      ? "; how many are missing cannot be known"
      : ", \(report.missingEvents) missing, and how many more cannot be known"
  }
}
