import Entstore

/// `entstore compact`: gives back the space of deleted pages.
struct CompactCommand {
  let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    try Interruption.endAtOnce()
    let sizes: (before: UInt64, after: UInt64)
    let destination = context.command.value(for: "output")
    do {
      if let destination {
        let store = try context.openForReading(checking: .nothing)
        try Interruption.endAtOnce(removing: [EntitlementStore.unfinishedName(of: destination)])
        sizes = try store.compact(to: destination)
      } else {
        let store = try context.openForWriting(checking: .nothing)
        try Interruption.endAtOnce(
          saying: "Interrupted; the store is as it was or compacted, and whole.",
          removing: [EntitlementStore.unfinishedName(of: store.path)])
        sizes = try store.compactInPlace()
      }
    } catch let error as StoreError where error.isDamage {
      let end = destination == nil ? "The store was left as it is" : "There is no copy of it"
      throw CommandFailure(code: .diskFailure, message: "\(error). \(end)")
    }
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([("before", .count(sizes.before)), ("after", .count(sizes.after))]).line)
    } else {
      let saved = sizes.before > sizes.after ? sizes.before - sizes.after : 0
      try context.output.writeLine(
        "\(byteText(Int(clamping: sizes.before))) before, \(byteText(Int(clamping: sizes.after))) after: saved \(byteText(Int(clamping: saved)))."
      )
    }
    return .done
  }
}

/// `entstore rebuild`: derives everything again from the log.
struct RebuildCommand {
  let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    try Interruption.endAtOnce(saying: "Interrupted; the store is as it was or rebuilt, never between.")
    let progress = ReportProgress("Rebuilding", context)
    defer { progress.finish() }
    let report = try EntitlementStore.rebuild(path: context.storePath, progress: progress.update)
    progress.finish()
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("differed", .count(report.faultCount)), ("events", .count(report.events)),
          ("lineages", .count(report.lineages)), ("values", .count(report.values)),
          (
            "faults",
            .array(report.faults.map { .object([("table", .text($0.table)), ("what", .text($0.what))]) })
          ),
        ]).line)
    } else {
      for fault in report.faults { try context.output.writeLine(visible("differed: \(fault)")) }
      let verdict =
        switch report.faultCount {
        case 0: "nothing differed"
        case 1: "1 entry differed and is right now"
        default: "\(report.faultCount) entries differed and are right now"
        }
      try context.output.writeLine("\(counted(report.lineages, "lineage")) derived again: \(verdict).")
    }
    return .done
  }
}

/// Progress of a check that counts events.
final class ReportProgress {
  private let progress: ProgressDisplay
  private var seen: UInt64 = 0

  init(_ label: String, _ context: Context) {
    progress = ProgressDisplay(label, total: nil, unit: .items("events"), output: context.output)
  }

  func update(_ count: UInt64) {
    if count > seen { progress.advance(by: Int(count - seen)) }
    seen = count
  }

  func finish() {
    progress.finish()
  }
}
