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
    try Interruption.endAtOnce(saying: "Interrupted; nobody was erased.")
    let store = try context.openForWriting(checking: .everything)
    let summary = isTrial ? try rehearsed(subject, in: store) : try erased(subject, in: store)
    var failure: StoreError?
    // Also of who is gone already: the same command again does what one before could not.
    if context.command.flag("compact") {
      do {
        _ = try store.compactInPlace()
      } catch let error as StoreError {
        failure = error
      }
    }
    let isCompacted = context.command.flag("compact") && failure == nil
    try print(summary, of: subject, isTrial: isTrial, isCompacted: isCompacted)
    guard let failure else { return .done }
    throw CommandFailure(
      code: failure.exitCode,
      message:
        "the file is not compacted: \(failure). \(summary.sequence == nil ? "" : "The erasure stands. ")"
        + "Run 'entstore compact' to rid the file of the old bytes"
    )
  }

  private func erased(_ subject: Subject, in store: EntitlementStore) throws -> ErasureSummary {
    try store.write { transaction in
      let summary = try transaction.erase(subject: subject, reason: context.reason)
      // What is left is the commit, and a copy if it was asked for: a signal waits for both, a second one does not.
      Interruption.holdOff()
      return summary
    }
  }

  /// The same, and nothing of it is committed: what would be refused is refused.
  private func rehearsed(_ subject: Subject, in store: EntitlementStore) throws -> ErasureSummary {
    struct End: Error {
      let summary: ErasureSummary
    }
    do {
      return try store.write { transaction -> ErasureSummary in
        throw End(summary: try transaction.erase(subject: subject, reason: context.reason))
      }
    } catch let end as End {
      return end.summary
    }
  }

  private func print(
    _ summary: ErasureSummary, of subject: Subject, isTrial: Bool, isCompacted: Bool
  ) throws {
    let sequence = isTrial ? nil : summary.sequence
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("erased", .bool(sequence != nil)), ("sequence", sequence.map { .count($0) } ?? .null),
          ("lineages", .count(summary.lineages.count)), ("eventsErased", .count(summary.erasedCount)),
          ("eventsRedacted", .count(summary.redactedCount)),
          ("namesakes", .array(summary.namesakes.map { .text($0.text) })),
          ("tokenOf", .text(summary.tokenHolder?.text)), ("compacted", .bool(isCompacted)),
          ("dryRun", .bool(isTrial)),
        ]).line)
      return noteWhatStays(of: visible(subject.text), summary, isTrial: isTrial, isCompacted: isCompacted)
    }
    let name = visible(subject.text)
    if summary.erasedCount + summary.redactedCount == 0 {
      // An erasure names nobody, so nobody can tell that this was one.
      try context.output.writeLine(
        "Nothing is known of \(name)." + (isCompacted ? " The file is compacted." : ""))
      return noteWhatStays(of: name, summary, isTrial: isTrial, isCompacted: isCompacted)
    }
    let (are, stay) = isTrial ? ("would be", "would stay") : ("are", "stay")
    try context.output.writeLine(
      "\(name) \(isTrial ? "would be" : "is") erased: \(counted(summary.lineages.count, "lineage")) and "
        + "\(counted(summary.erasedCount, "event")) \(are) gone, \(summary.redactedCount) \(stay) under a pseudonym."
    )
    noteWhatStays(of: name, summary, isTrial: isTrial, isCompacted: isCompacted)
  }

  private func noteWhatStays(
    of name: String, _ summary: ErasureSummary, isTrial: Bool, isCompacted: Bool
  ) {
    for namesake in summary.namesakes {
      context.output.note(
        "\(visible(namesake.text)) is a token of theirs, and a subject with something of its own, which stays. If it is the same person: entstore erase --subject \(visible(namesake.text))"
      )
    }
    if let holder = summary.tokenHolder.map({ visible($0.text) }) {
      context.output.note(
        "\(name) is also an account token of \(holder), and stays as that. If it is the same person: entstore erase --subject \(holder)"
      )
    }
    if summary.isReasonLeftOut { context.output.note("The reason names \(name), and is not kept.") }
    if !isTrial, !isCompacted, summary.erasedCount + summary.redactedCount > 0 {
      context.output.note(
        "Free pages of the file hold old bytes until it is compacted: entstore compact. Copies made before hold all of it."
      )
    }
  }
}
