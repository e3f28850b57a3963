import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the command that was asked for; what stops it ends as one line and the exit code of its kind.
func runCommand(_ context: Context) throws -> ExitCode {
  // The check in a child is to end as it does: that is its finding.
  if context.command.path != ["verify"] { EngineSignals.listen() }
  defer { Interruption.giveWay() }
  do {
    switch context.command.path {
    case ["import"]: return try ImportCommand(context).run()
    case ["query"]: return try QueryCommand(context).run()
    case ["history"]: return try HistoryCommand(context).run()
    case ["catalog", "set"]: return try CatalogCommand(context).set()
    case ["catalog", "show"]: return try CatalogCommand(context).show()
    case ["catalog", "diff"]: return try CatalogDiffCommand(context).run()
    case ["catalog", "log"]: return try CatalogLogCommand(context).run()
    case ["claim"]: return try ClaimCommand(context).run()
    case ["transfer"]: return try TransferCommand(context).run()
    case ["share"]: return try ShareCommand(context).run()
    case ["grant"]: return try GrantCommand(context).run()
    case ["token"]: return try TokenCommand(context).run()
    case ["conflicts"]: return try ConflictsCommand(context).run()
    case ["unbound"]: return try UnboundCommand(context).run()
    case ["erase"]: return try EraseCommand(context).run()
    case ["policy", "show"]: return try PolicyCommand(context).show()
    case ["policy", "set"]: return try PolicyCommand(context).set()
    case ["compact"]: return try CompactCommand(context).run()
    case ["backup"]: return try BackupCommand(context).run()
    case ["migrate"]: return try MigrateCommand(context).run()
    case ["verify"]: return try VerifyCommand(context).run()
    case ["rebuild"]: return try RebuildCommand(context).run()
    case ["salvage"]: return try SalvageCommand(context).run()
    case ["export"]: return try ExportCommand(context).run()
    case ["doctor"]: return try DoctorCommand(context).run()
    case ["stats"]: return try StatsCommand(context).run()
    case ["forge", "ca"]: return try ForgeCACommand(context).run()
    case ["forge", "sign"]: return try ForgeSignCommand(context).run()
    case ["forge", "life"]: return try ForgeLifeCommand(context).run()
    case ["verdict", "issue"]: return try VerdictIssueCommand(context).run()
    case ["verdict", "key"]: return try VerdictKeyCommand(context).run()
    case ["verdict", "check"]: return try VerdictCheckCommand(context).run()
    case ["demo"]: return try DemoCommand(context).run()
    default: preconditionFailure("every command of the specification is run here")
    }
  } catch {
    Interruption.giveWay()
    switch error {
    case let failure as CommandFailure:
      context.output.note("Error: \(failure.message)")
      return failure.code
    case let error as StoreError:
      context.output.note("Error: \(error)")
      return error.exitCode
    default: throw error
    }
  }
}
