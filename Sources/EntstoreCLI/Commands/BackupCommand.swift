import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `entstore backup`: a copy that was checked before it has its name.
struct BackupCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let destination = context.command.arguments[0]
    let path = destination == "-" ? temporaryPath : destination
    let unfinished = EntitlementStore.unfinishedName(of: path)
    try Interruption.endAtOnce(
      saying: "Interrupted; there is no backup.", removing: [unfinished, unfinished + "-lock"])
    do {
      if destination == "-" { return try stream(by: path) }
      let backup = try context.openForReading(checking: .nothing).backup(to: path) { copy in
        try check(copy)
        Interruption.holdOff()
      }
      try context.output.writeLine(report(on: backup, at: path))
      return .done
    } catch let error as StoreError where error.isDamage {
      throw CommandFailure(code: .negative, message: "\(error). There is no backup")
    }
  }

  private func check(_ copy: String) throws {
    let findings: VerifyFindings
    switch try VerifyFindings.inChild(of: copy) {
    case .findings(let found): findings = found
    case .exited(let code):
      throw CommandFailure(
        code: ExitCode(rawValue: code) ?? .fault, message: "the copy could not be checked and was removed")
    }
    if findings.isSound { return }
    for line in findings.faultLines { context.output.note(line) }
    throw CommandFailure(
      code: .negative,
      message:
        "the copy is not sound, as the store may be too, and was removed. 'entstore verify' says what to do; "
        + "'entstore compact --output' copies it as it is")
  }

  /// Checked as a file first, because half of a copy tells nobody that it is.
  private func stream(by path: String) throws -> ExitCode {
    if context.isPersonsScreen {
      throw context.command.usageError("A backup is no text for a terminal; redirect it or name a file.")
    }
    let store = try context.openForReading(checking: .nothing)
    try store.withBackup(for: path, check: check) { copy, backup in
      try Interruption.endAtOnce(
        saying: "Interrupted; what was written of the backup is of no use.", removing: [copy, copy + "-lock"])
      let file = try InputFile(copy)
      // Read on without its name, so that no end of this process leaves it.
      unsafe unlink(copy)
      unsafe unlink(copy + "-lock")
      store.close()
      try write(file)
      context.output.note(lines: report(on: backup, at: nil) + "\n")
    }
    return .done
  }

  private func write(_ file: InputFile) throws {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let chunk = try file.read(into: &buffer)
      if chunk.isEmpty { break }
      try context.output.write(unsafe chunk.span.bytes)
    }
    try context.output.flush()
  }

  /// In `$TMPDIR`, else beside the store: where there is room for the store there may be room for its copy.
  private var temporaryPath: String {
    let store = context.storePath
    let slash = store.lastIndex(of: "/")
    let name = slash.map { store[store.index(after: $0)...] } ?? store[...]
    let folder =
      Terminal.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 + "/" }
      ?? slash.map { String(store[...$0]) } ?? ""
    return folder + name
  }

  private func report(on backup: Backup, at path: String?) -> String {
    let link = Hexadecimal.text(backup.link)
    if context.isJSON {
      let head: [(String, JSONText)] = [("sequence", .count(backup.events)), ("link", .text(link))]
      return JSONText.object([
        ("path", .text(path)), ("events", .count(backup.events)), ("bytes", .count(backup.fileBytes)),
        ("head", .object(head)),
      ]).line
    }
    let size = byteText(Int(clamping: backup.fileBytes))
    return "\(counted(backup.events, "event")), \(size), checked.\nhead \(backup.events) \(link)"
  }
}
