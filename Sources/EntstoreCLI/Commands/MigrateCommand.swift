import Entstore
import Foundation

/// `entstore migrate`: brings a store to the newest format.
struct MigrateCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  /// Where the copy goes if nobody says: what an interrupted migration has left there is not in the way, and is not replaced.
  private var freeName: String {
    let name = context.storePath + ".before-migration"
    if !FileManager.default.fileExists(atPath: name) { return name }
    var number = 2
    while FileManager.default.fileExists(atPath: "\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  func run() throws -> ExitCode {
    let named = context.command.value(for: "backup")
    let hasNone = context.command.flag("no-backup")
    guard named == nil || !hasNone else {
      throw context.command.usageError("Give '--backup <path>' or '--no-backup', not both.")
    }
    let backup = hasNone ? nil : named ?? freeName
    // A signal waits until the copy is whole; a second one does not.
    try Interruption.listen()
    let migration = try context.openForWriting(checking: .nothing).migrate(backup: backup)
    let kept = migration.hasChanged ? backup : nil
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("from", .count(migration.from)), ("to", .count(migration.to)),
          ("changed", .bool(migration.hasChanged)), ("backup", .text(kept)),
        ]).line)
    } else if migration.hasChanged {
      try context.output.writeLine(
        "\(visible(context.storePath)) had format \(migration.from), and has format \(migration.to) now.")
      if let kept { try context.output.writeLine("The store as it was is in \(visible(kept)), verified.") }
    } else {
      try context.output.writeLine("\(visible(context.storePath)) has format \(migration.to) already.")
    }
    return .done
  }
}
