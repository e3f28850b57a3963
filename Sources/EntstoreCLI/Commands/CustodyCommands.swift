import Entstore

/// `entstore transfer`: moves a lineage, whoever holds it.
struct TransferCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let lineage = try context.required("lineage", as: Lineage.self)
    let subject = try context.required("to", as: Subject.self)
    let store = try context.openForWriting(checking: .subject(subject), .lineage(lineage))
    let outcome = try store.transfer(lineage, to: subject, reason: context.reason)
    let isRecorded = outcome != .held
    let before: Subject? = if case .moved(let from) = outcome { from } else { subject }
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("lineage", .text(lineage.text)), ("holder", .text(subject.text)),
          ("from", .text(isRecorded ? before?.text : nil)), ("changed", .bool(isRecorded)),
        ]).line)
    } else {
      let (name, line) = (visible(subject.text), visible(lineage.text))
      let sentence =
        switch before {
        case nil: "\(name) holds \(line) now; nobody did before."
        case subject where isRecorded: "\(name) held \(line) by a token, and holds it by this transfer now."
        case subject: "\(name) holds \(line) already."
        case let before?: "\(line) has moved from \(visible(before.text)) to \(name)."
        }
      try context.output.writeLine(sentence)
    }
    try context.noteIfUnheardOf(lineage, in: store)
    return .done
  }
}

/// `entstore share`: opens a lineage for somebody besides its holder.
struct ShareCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let lineage = try context.required("lineage", as: Lineage.self)
    let subject = try context.required("with", as: Subject.self)
    let ends = context.command.flag("end")
    let store = try context.openForWriting(checking: .subject(subject), .lineage(lineage))
    let (hasChanged, isOwner) = try store.write { transaction in
      let hasChanged =
        ends
        ? try transaction.unshare(lineage, with: subject, reason: context.reason)
        : try transaction.share(lineage, with: subject, reason: context.reason)
      return (hasChanged, try transaction.read { try $0.holder(of: lineage) }?.owner == subject)
    }
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("lineage", .text(lineage.text)), ("with", .text(subject.text)),
          ("isShared", .bool(!ends && !isOwner)),
          ("changed", .bool(hasChanged)),
        ]).line)
    } else {
      try context.output.writeLine(
        sentence(visible(subject.text), visible(lineage.text), (hasChanged, isOwner, ends)))
    }
    if !ends { try context.noteIfUnheardOf(lineage, in: store) }
    return .done
  }

  private func sentence(
    _ name: String, _ lineage: String, _ outcome: (hasChanged: Bool, isOwner: Bool, ends: Bool)
  ) -> String {
    switch outcome {
    case (_, true, _): "\(name) holds \(lineage), and needs no share of it."
    case (true, false, false): "\(lineage) opens for \(name) too now."
    case (false, false, false): "\(lineage) opens for \(name) already."
    case (true, false, true): "\(lineage) does not open for \(name) any more."
    case (false, false, true): "\(lineage) was not shared with \(name)."
    }
  }
}
