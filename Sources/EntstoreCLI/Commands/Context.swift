import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What every command has at hand.
struct Context {
  let command: ParsedCommand
  let output: Output
  let style: Style

  /// The store's path: `--store`, else `$ENTSTORE_PATH`, else `./entitlements.entstore`.
  var storePath: String {
    if let path = command.value(for: "store") { return path }
    if let path = Terminal.environment("ENTSTORE_PATH"), !path.isEmpty { return path }
    return "entitlements.entstore"
  }

  var isJSON: Bool { command.flag("json") }

  /// Whether the results go to somebody who sits there.
  var isPersonsScreen: Bool { Terminal.isTerminal(STDOUT_FILENO) }

  /// Opens the store that is there, to read it.
  func openForReading(checking checks: PageCheck...) throws -> EntitlementStore {
    let store = try EntitlementStore(path: storePath, opening: .readOnly)
    try store.check(checks)
    return store
  }

  /// Opens the store that is there, to write it. What tells of the store's content never makes one.
  func openForWriting(checking checks: PageCheck...) throws -> EntitlementStore {
    let store = try EntitlementStore(path: storePath, opening: .existing)
    try store.check(checks)
    showWait(for: store)
    return store
  }

  /// Says on the terminal, until something else is said, whose write ours comes behind.
  func showWait(for store: EntitlementStore) {
    guard output.showsTransient, let process = store.writingProcess else { return }
    output.showTransient("Waiting for \(processText(process)), which is inside a write")
  }

  /// Opens the store that is there to write it, or makes it: what sets a store up may come before the first event.
  ///
  /// It holds what `--environment` says; without that an old one holds what it holds, and a new one production.
  ///
  /// - Parameter isActing: Whether an act follows, which is refused under a clock that cannot be right: no store is made for it then.
  func openOrMake(isActing: Bool = true, checking checks: PageCheck...) throws -> EntitlementStore {
    let isNew = unsafe access(storePath, F_OK) != 0
    if isActing, isNew { try SystemClock.check(SystemClock.now()) }
    let store = try EntitlementStore(path: storePath, environment: environment)
    try store.check(checks)
    // Who sits there and meant another path sees it now, and not when a question about somebody who has paid finds nobody.
    if isNew, output.showsTransient { output.note("Made \(storePath), a \(store.environment) store.") }
    showWait(for: store)
    return store
  }

  /// What `--environment` asks for.
  var environment: StoreEnvironment? {
    switch command.value(for: "environment") {
    case "sandbox": .sandbox
    case "production": .production
    default: nil
    }
  }

  /// The value of an option that is a time.
  func instant(_ option: String) throws -> Instant? {
    guard let text = command.value(for: option) else { return nil }
    do {
      return try TimeText.instant(text)
    } catch {
      throw command.usageError("The value for '--\(option)' is wrong: \(error).")
    }
  }

  /// The value of an option that names something.
  func identifier<Kind>(_ option: String, as kind: Identifier<Kind>.Type) throws -> Identifier<Kind>? {
    try identifiers(option, as: kind).last
  }

  /// The values of an option that names something and may be given several times.
  func identifiers<Kind>(_ option: String, as: Identifier<Kind>.Type) throws -> [Identifier<Kind>] {
    do {
      return try command.values(for: option).map { try Identifier<Kind>($0) }
    } catch {
      throw command.usageError("The value for '--\(option)' is wrong: \(error).")
    }
  }

  /// The value of an option that names something and that the command cannot go without.
  func required<Kind>(_ option: String, as kind: Identifier<Kind>.Type) throws -> Identifier<Kind> {
    guard let value = try identifier(option, as: kind) else {
      throw command.usageError("Missing expected option '--\(option) <\(option)>'.")
    }
    return value
  }

  /// The value of an option that is a span of time.
  func span(_ option: String) throws -> TimeSpan? {
    guard let text = command.value(for: option) else { return nil }
    guard let span = Term.span(text) else {
      throw command.usageError(
        "The value \(quoted(text)) for '--\(option)' is no duration; write P14D, PT2H or PT90S.")
    }
    return span
  }

  /// Why, as `--reason` says it; nothing for an empty one.
  var reason: String? {
    command.value(for: "reason").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of an option that counts something.
  func count(_ option: String) throws -> Int? {
    guard let text = command.value(for: option) else { return nil }
    guard let count = Int(text), count > 0 else {
      throw command.usageError("The value \(quoted(text)) for '--\(option)' is no number above 0.")
    }
    return count
  }
}

/// An end of a command that its caller must hear of, with the exit code that says what kind it is.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String

  /// The host grants no thread: of this process, of its user or of all together there are too many, or its memory is at an end.
  static let noThread = CommandFailure(
    code: .diskFailure,
    message: "cannot start a thread: \(systemText(EAGAIN)); look at 'ulimit -u' and 'ulimit -v'")
}

extension CommandFailure {
  /// A file that was to be made, and cannot be: by its place, or by what the disk or the system has come to.
  static func cannotWrite(_ path: String, _ code: Int32 = errno) -> CommandFailure {
    let isOfPlace = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, EROFS, ELOOP, ENAMETOOLONG].contains(code)
    return CommandFailure(
      code: isOfPlace ? .inputMissing : .diskFailure, message: "cannot write \(path): \(systemText(code))")
  }
}

extension StoreError {
  /// The exit code that scripts know this by.
  var exitCode: ExitCode {
    switch self {
    // To try again might make a store where one was.
    case .movedAway: .inputMissing
    case .notFound, .folderNotFound, .notAStore, .newerFormat, .readOnly, .readOnlyDisk: .inputMissing
    // That one is of a place where no file can be.
    case .environmentMismatch, .fileExists, .engine(ENOENT, _, _): .usage
    case .wrongEnvironment, .wrongApp, .implausibleDate, .repeatedLineage, .misplacedAct, .eventTooLarge,
      .emptyGrant, .noSuchGrant, .tokenTaken, .olderFormat, .sharedWithOthers:
      .inputRefused
    case .engine(EACCES, _, _), .engine(ELOOP, _, _), .engine(ENAMETOOLONG, _, _), .engine(ENOTDIR, _, _):
      .inputMissing
    case .diskFull, .engine, .damaged, .implausibleClock: .diskFailure
    case .busy, .openUnderOtherName: .busy
    case .closed: .fault
    @unknown default: .fault
    }
  }
}
