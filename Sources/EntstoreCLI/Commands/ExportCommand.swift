import Entstore
import EntstoreRails

/// `entstore export`: writes the log as NDJSON that imports again.
struct ExportCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    var after: UInt64 = 0
    if let text = context.command.value(for: "after") {
      guard let sequence = UInt64(text), sequence < .max else {
        throw context.command.usageError("The value \(quoted(text)) for '--after' is no sequence number.")
      }
      after = sequence
    }
    Interruption.endAtOnce()
    try context.openForReading(checking: .nothing).read(for: "export") { snapshot in
      let total = Int(clamping: max(try snapshot.eventCount(), after) - after)
      let progress = ProgressDisplay(
        "Exporting", total: total, unit: .items("events"), output: context.output)
      defer { progress.finish() }
      try snapshot.forEachEvent(after: after) { event in
        progress.advance()
        // The line of the erasure tells of it.
        if event.isErased { return }
        let line = try ExchangeLine.line(for: event) + [UInt8(ascii: "\n")]
        try context.output.write(unsafe line.span.bytes)
      }
    }
    return .done
  }
}
