import Entstore
import EntstoreRails

/// `import --follow`: a store that has the log of another one, event by event in the same places.
///
/// Its own count then says what to ask the other for. And what goes by the order of the log, such as which catalog came last, is
/// the same in both. So the first line that cannot be taken is the last one that is looked at.
struct Following {
  private let context: Context

  /// - Returns: `nil` where nobody follows.
  /// - Throws: ``UsageError``: something else is asked for that makes the log another one.
  init?(_ context: Context) throws {
    guard context.command.flag("follow") else { return nil }
    self.context = context
    if context.command.value(for: "subject") != nil || context.command.flag("known-tokens-only") {
      throw context.command.usageError(
        "'--follow' takes the other store's events and adds none; leave out '--subject' and '--known-tokens-only'."
      )
    }
    guard context.command.flag("unsigned") else {
      throw context.command.usageError(
        "'--follow' takes lines of an export, which carry no signature; give '--unsigned' with it.")
    }
  }

  /// Looks at what comes first, before anything is made or written.
  ///
  /// - Parameter isNew: Whether there is no store yet: it would be one of its environment for good.
  /// - Throws: ``CommandFailure``: nothing comes, or not what a log begins with.
  func inspectBeginning(of files: [InputFile], isNew: Bool) throws {
    for file in files {
      let line = try file.firstLine(atMost: Payload.largestLine)
      if line.isEmpty { continue }
      if isNew { try inspect(line, of: file) }
      return
    }
    throw CommandFailure(
      code: .inputMissing,
      message:
        "nothing came to follow: the export failed, or the other store has nothing behind the place that was asked for. "
        + "Ask for the last event of this store again ('export --after' its number of events less one): it comes as a "
        + "duplicate where both have the same log; where nothing comes then either, this store has events that the other one has not, "
        + "and cannot follow it")
  }

  private func inspect(_ line: [UInt8], of file: InputFile) throws {
    func refused(_ reason: String) -> CommandFailure {
      let end = reason.hasSuffix("?") ? "" : "."
      return CommandFailure(
        code: .inputRefused, message: "\(file.name):1: \(reason)\(end) No store was made")
    }
    guard ExchangeLine.matches(line) else { throw refused(Self.isNoLine) }
    let event: ExchangedEvent
    do {
      event = try ExchangeLine.event(in: line)
      _ = try Self.place(ExchangeLine.sequence(in: line), after: 0)
    } catch let error as ExchangeError {
      throw refused("\(error)")
    } catch let reason as PayloadDecoder.Reason {
      throw refused(reason.text)
    }
    let environment =
      switch event {
      case .event(let draft): draft.environment
      case .erased(let erased): erased.environment
      }
    if environment != context.environment ?? .production {
      throw refused(
        "it is of the \(environment) environment; make the store with '--environment \(environment)'")
    }
  }

  /// Takes what has come, in its own place.
  ///
  /// - Throws: ``PayloadDecoder/Reason``: it has no place, or what lies between is missing. ``CommandFailure``: it stands elsewhere,
  ///   because the store has events that the other one has not.
  func take(
    _ content: Arrival.Content, of arrival: Arrival, in transaction: inout StoreTransaction
  ) throws -> Receipt {
    let place = try Self.place(arrival.place, after: transaction.eventCount)
    let receipt = try transaction.append(content)
    guard receipt.sequence == place else {
      throw CommandFailure(
        code: .inputRefused,
        message:
          "\(arrival.origin) event \(place) of the other store is not event \(place) of this one: "
          + "it has events of its own and cannot follow. Nothing more was taken")
    }
    return receipt
  }

  private static let isNoLine = "it is no line of an export, which --follow needs"

  private static func place(_ place: UInt64?, after count: UInt64) throws -> UInt64 {
    guard let place else { throw PayloadDecoder.Reason(text: isNoLine, kind: .other) }
    if place > count + 1 {
      throw PayloadDecoder.Reason(
        text: "it is event \(place), and the store has \(count): what is between is missing", kind: .other)
    }
    return place
  }
}
