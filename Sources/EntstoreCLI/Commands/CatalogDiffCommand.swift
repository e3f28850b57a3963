import Entstore

/// `entstore catalog diff`: what a catalog would change, and for whom, before it is in force.
struct CatalogDiffCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let next = try CatalogCommand.catalog(in: context.command.arguments[0])
    try Interruption.endAtOnce()
    let store = try context.openForReading(checking: .everything)
    let rows = Int(clamping: try store.counts().lineages)
    let hasChanges = try store.read(for: "catalog diff") { snapshot in
      for note in try CatalogNotes.lines(on: next, in: snapshot) { context.output.note(note) }
      let changes = snapshot.catalog.changes(to: next)
      try print(changes)
      let progress = DiffProgress(rows: rows, context)
      defer { progress.finish() }
      let summary = try snapshot.differences(under: next, progress: progress.update) { try print($0) }
      progress.finish()
      try print(summary, changes)
      return !changes.isEmpty
    }
    return hasChanges && context.command.flag("exit-code") ? .negative : .done
  }

  private func print(_ changes: CatalogChanges) throws {
    if context.isJSON {
      return try context.output.writeLine(JSONText.object([("catalog", CatalogText.json(changes))]).line)
    }
    for line in CatalogText.lines(changes) { try context.output.writeLine(visible(line)) }
    if !changes.isEmpty { try context.output.writeLine("") }
  }

  private func print(_ subject: SubjectDifferences) throws {
    for difference in subject.differences {
      if context.isJSON {
        try context.output.writeLine(json(subject, difference).line)
      } else {
        let name = subject.subject?.text ?? subject.lineage.map { "lineage \($0)" } ?? ""
        try context.output.writeLine(
          visible(
            "\(name): \(difference.kind) \(difference.key): \(text(difference.before)) -> \(text(difference.after))"
          ))
      }
    }
  }

  private func text(_ access: Access) -> String {
    guard access.isEntitled else { return "\(access.status)" }
    let end = access.entitledUntil.map { "until \(TimeText.text($0))" } ?? "without an end"
    return "\(access.status) \(end)"
  }

  private func json(_ subject: SubjectDifferences, _ difference: AccessDifference) -> JSONText {
    .object([
      ("subject", .text(subject.subject?.text)), ("lineage", .text(subject.lineage?.text)),
      ("key", .text(difference.key.text)), ("change", .text("\(difference.kind)")),
      ("before", json(difference.before)), ("after", json(difference.after)),
    ])
  }

  private func json(_ access: Access) -> JSONText {
    .object([
      ("isEntitled", .bool(access.isEntitled)), ("status", .text("\(access.status)")),
      ("reason", .text("\(access.reason)")), ("until", .time(access.until)),
      ("entitledUntil", .time(access.entitledUntil)),
    ])
  }

  private func print(_ summary: DifferenceSummary, _ changes: CatalogChanges) throws {
    let counts: [(String, Int)] = [
      ("subjects", summary.subjects), ("differing", summary.differing), ("gaining", summary.gaining),
      ("losing", summary.losing), ("keeping", summary.keeping),
    ]
    if context.isJSON {
      let members = counts.map { ($0, JSONText.count($1)) }
      return try context.output.writeLine(JSONText.object([("summary", .object(members))]).line)
    }
    if changes.isEmpty { return try context.output.writeLine("The catalog is the one in force.") }
    try context.output.writeLine(
      "\(counted(summary.subjects, "subject")): \(summary.gaining) gaining, \(summary.losing) losing, "
        + "\(summary.keeping) keeping otherwise, \(summary.subjects - summary.differing) as they were.")
  }
}

/// Progress over rows.
private final class DiffProgress {
  private let display: ProgressDisplay
  private var seen = 0

  init(rows: Int, _ context: Context) {
    display = ProgressDisplay("Comparing", total: rows, unit: .items("rows"), output: context.output)
  }

  func update(_ count: Int) {
    display.advance(by: count - seen)
    seen = count
  }

  func finish() { display.finish() }
}
