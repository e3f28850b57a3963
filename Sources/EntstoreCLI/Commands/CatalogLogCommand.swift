import Entstore

/// `entstore catalog log`: every catalog that was in force, and what each changed.
struct CatalogLogCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let store = try context.openForReading(checking: .nothing)
    let progress = ReportProgress("Reading", context)
    defer { progress.finish() }
    var versions: [(event: LoggedEvent, changes: CatalogChanges)] = []
    var before = Catalog()
    try store.read { snapshot in
      try snapshot.forEachCatalog(progress: progress.update) { event, catalog in
        versions.append((event, before.changes(to: catalog)))
        before = catalog
      }
    }
    progress.finish()
    versions.reverse()
    if context.isJSON {
      for version in versions {
        try context.output.writeLine(
          JSONText.object([
            ("sequence", .count(version.event.sequence)), ("receivedAt", .time(version.event.receivedAt)),
            ("changes", CatalogText.json(version.changes)),
          ]).line)
      }
      return .done
    }
    if versions.isEmpty {
      context.output.note("No catalog was ever set.")
      return .done
    }
    for version in versions {
      let lines = CatalogText.lines(version.changes)
      let words = lines.isEmpty ? "nothing that counts" : lines.joined(separator: "; ")
      let time = TimeText.text(version.event.receivedAt)
      try context.output.writeLine(visible("\(version.event.sequence)  \(time)  \(words)"))
    }
    return .done
  }
}
