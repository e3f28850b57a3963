import Entstore

/// `entstore erase`: takes a person out of the store.
struct EraseCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let subject = try context.required("subject", as: Subject.self)
    let isTrial = context.command.flag("dry-run")
    guard !isTrial || !context.command.flag("compact") else {
      throw context.command.usageError("With '--dry-run' nothing changes; '--compact' means nothing.")
    }
    Interruption.endAtOnce(saying: "Interrupted; nobody was erased.")
    let store = try context.openForWriting(checking: .everything)
    let summary = try store.write { transaction in
      if isTrial { return try transaction.erasureSummary(of: subject) }
      let summary = try transaction.erase(subject: subject, reason: context.reason)
      // What is left is the commit, and a copy if it was asked for: a signal waits for both, a second one does not.
      Interruption.holdOff()
      return summary
    }
    if context.command.flag("compact") { _ = try store.compactInPlace() }
    try print(summary, of: subject, isTrial: isTrial)
    return .done
  }

  private func print(_ summary: ErasureSummary, of subject: Subject, isTrial: Bool) throws {
    let isCompacted = context.command.flag("compact")
    if context.isJSON {
      return try context.output.writeLine(
        JSONText.object([
          ("erased", .bool(summary.sequence != nil)),
          ("sequence", summary.sequence.map { .count($0) } ?? .null),
          ("lineages", .count(summary.lineages.count)), ("eventsErased", .count(summary.erasedCount)),
          ("eventsRedacted", .count(summary.redactedCount)),
          ("shared", .array(summary.sharedLineages.map { .text($0.text) })),
          ("compacted", .bool(isCompacted)),
        ]).line)
    }
    let name = visible(subject.text)
    if summary.erasedCount + summary.redactedCount == 0 {
      return try context.output.writeLine("Nothing is known of \(name).")
    }
    let (are, stay) = isTrial ? ("would be", "would stay") : ("are", "stay")
    try context.output.writeLine(
      "\(name) \(isTrial ? "would be" : "is") erased: \(counted(summary.lineages.count, "lineage")) and "
        + "\(counted(summary.erasedCount, "event")) \(are) gone, \(summary.redactedCount) \(stay) under a pseudonym."
    )
    if !summary.sharedLineages.isEmpty {
      let lineages = summary.sharedLineages.map { visible($0.text) }.joined(separator: ", ")
      try context.output.writeLine(
        "Not yet: others have a share of \(lineages). End the shares, or transfer the lineages, first.")
    } else if !isTrial, !isCompacted {
      context.output.note(
        "Free pages of the file hold old bytes until it is compacted: entstore compact. Copies made before hold all of it."
      )
    }
  }
}
