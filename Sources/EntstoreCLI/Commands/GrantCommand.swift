import Entstore

/// `entstore grant`: access that no store sold.
struct GrantCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    if let lineage = try context.identifier("revoke", as: Lineage.self) { return try revoke(lineage) }
    let subject = try context.required("subject", as: Subject.self)
    let key = try context.required("key", as: EntitlementKey.self)
    let start = try context.instant("from")
    let end = try end()
    if let start, let until = end.instant(from: start) { try check(start, until) }
    let store = try context.openOrMake(checking: .subject(subject))
    let isTrial = context.command.flag("trial")
    let (grant, isNew, isRevoked) = try store.write { transaction in
      if isTrial, case .after(let length) = end {
        let (trial, isNew) = try transaction.startTrial(
          of: key, for: subject, lasting: length, reason: context.reason)
        return (trial, isNew, try transaction.isRevoked(grant: trial.lineage))
      }
      try transaction.checkClock()
      let begin = start ?? transaction.now
      let until = end.instant(from: begin)
      if let until { try check(begin, until) }
      let grant = try transaction.grant(
        key, to: subject, from: begin, until: until, reason: context.reason)
      return (grant, true, false)
    }
    try print(
      grant, isNew: isNew, isRevoked: isRevoked, isInCatalog: try store.read { $0.catalog.names(key) })
    return .done
  }

  private func check(_ begin: Instant, _ until: Instant) throws {
    guard until <= begin else { return }
    throw context.command.usageError(
      "The grant would end (\(TimeText.text(until))) before it begins (\(TimeText.text(begin))).")
  }

  /// When a grant ends, as the command line says it.
  private enum End {
    case at(Instant)
    case after(TimeSpan)
    case never

    func instant(from start: Instant) -> Instant? {
      switch self {
      case .at(let instant): instant
      case .after(let length): start.advanced(by: length)
      case .never: nil
      }
    }
  }

  private func end() throws -> End {
    let ends: [End] = [
      try context.instant("until").map { .at($0) }, try context.span("for").map { .after($0) },
      context.command.flag("forever") ? .never : nil,
    ].compactMap { $0 }
    guard ends.count == 1 else {
      throw context.command.usageError("Give one of '--until <time>', '--for <duration>' or '--forever'.")
    }
    if case .after(let length) = ends[0], length.milliseconds == 0 {
      throw context.command.usageError("A grant that lasts no time opens nothing.")
    }
    if context.command.flag("trial") {
      guard case .after = ends[0], context.command.value(for: "from") == nil else {
        throw context.command.usageError("A trial begins now and lasts '--for <duration>'.")
      }
    }
    return ends[0]
  }

  private func print(_ grant: Grant, isNew: Bool, isRevoked: Bool, isInCatalog: Bool) throws {
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("lineage", .text(grant.lineage.text)), ("subject", .text(grant.subject.text)),
          ("key", .text(grant.key.text)), ("from", .time(grant.from)), ("until", .time(grant.until)),
          ("isTrial", .bool(grant.isTrial)), ("isNew", .bool(isNew)), ("isInCatalog", .bool(isInCatalog)),
          ("isRevoked", .bool(isRevoked)),
        ]).line)
    } else {
      let (key, name) = (visible(grant.key.text), visible(grant.subject.text))
      let dates =
        "from \(TimeText.text(grant.from)) "
        + (grant.until.map { "until \(TimeText.text($0))" } ?? "without an end")
      if !isNew {
        let end = isRevoked ? ", and was taken back: it opens nothing" : ""
        try context.output.writeLine("The trial of \(key) for \(name) had begun before: \(dates)\(end).")
      } else {
        let what = grant.isTrial ? "The trial of \(key) begins for \(name)" : "\(key) is granted to \(name)"
        try context.output.writeLine("\(what), \(dates).")
      }
      try context.output.writeLine("Its name, for --revoke: \(grant.lineage.text)")
    }
    if !isInCatalog {
      let key = quoted(grant.key.text)
      context.output.note("No catalog names the key \(key): the grant opens that name and nothing else.")
    }
  }

  private func revoke(_ lineage: Lineage) throws -> ExitCode {
    let others = ["environment", "subject", "key", "from", "until", "for"].first {
      context.command.value(for: $0) != nil
    }
    if let other = others ?? ["forever", "trial"].first(where: { context.command.flag($0) }) {
      throw context.command.usageError(
        "'--revoke <lineage>' takes the grant back; '--\(other)' means nothing.")
    }
    let hasChanged = try context.openForWriting(checking: .lineage(lineage)).write {
      try $0.revokeGrant(lineage, reason: context.reason)
    }
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([("lineage", .text(lineage.text)), ("changed", .bool(hasChanged))]).line)
    } else {
      let name = visible(lineage.text)
      try context.output.writeLine(
        hasChanged ? "The grant \(name) is taken back." : "The grant \(name) had been taken back.")
    }
    return .done
  }
}

extension Catalog {
  /// Whether `key` is one of its keys, or included in one.
  fileprivate func names(_ key: EntitlementKey) -> Bool {
    entitlements[key] != nil || entitlements.values.contains { $0.includes.contains(key) }
  }
}
