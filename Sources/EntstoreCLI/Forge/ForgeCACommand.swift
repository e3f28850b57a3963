import Entstore
import EntstoreRails

/// `entstore forge ca`: makes a development authority.
struct ForgeCACommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  /// 2020 to 2039: every life that can be forged lies within.
  private static let validity = (
    from: Instant(epochMilliseconds: 1_577_836_800_000), until: Instant(epochMilliseconds: 2_208_988_800_000)
  )

  func run() throws -> ExitCode {
    let folder = AuthorityFolder(path: context.command.arguments[0])
    let from = try context.instant("from") ?? Self.validity.from
    let until = try context.instant("until") ?? Self.validity.until
    if until <= from {
      throw context.command.usageError(
        "'--until' (\(TimeText.text(until))) is not after '--from' (\(TimeText.text(from))).")
    }
    let authority: ForgeAuthority
    do {
      authority = try ForgeAuthority.make(validFrom: from, validUntil: until)
    } catch {
      throw CommandFailure(code: .fault, message: "\(error)")
    }
    if let name = try folder.existing(of: authority) {
      throw context.command.usageError(
        "There is a \(name) in \(folder.path) already. "
          + "Give another folder: an authority is never overwritten."
      )
    }
    try folder.write(authority)
    let validity = "valid from \(TimeText.text(from)) until \(TimeText.text(until))"
    try context.output.writeLine("Made a development authority in \(visible(folder.path)), \(validity).")
    try context.output.writeLine(
      "Only who is given \(visible(folder.path))/root.pem trusts it. Keep the .key files to yourself.")
    return .done
  }
}
