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
    try Interruption.endAtOnce()
    try context.openForReading(checking: .nothing).read(for: "export") { snapshot in
      let count = try snapshot.eventCount()
      guard after <= count else {
        throw CommandFailure(
          code: .inputMissing,
          message:
            "the log of \(context.storePath) ends with event \(count); there is no event \(after). A follower that has it "
            + "follows another store, or this one has lost what it had, as by an older backup")
      }
      let total = Int(clamping: count - after)
      let progress = ProgressDisplay(
        "Exporting", total: total, unit: .items("events"), output: context.output)
      defer { progress.finish() }
      try snapshot.forEachEvent(after: after) { event in
        progress.advance()
        let line = try ExchangeLine.line(for: event) + [UInt8(ascii: "\n")]
        try context.output.write(unsafe line.span.bytes)
      }
    }
    return .done
  }
}
