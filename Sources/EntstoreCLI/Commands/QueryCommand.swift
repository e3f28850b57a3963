import Entstore

/// `entstore query`: may they, now, and until when?
struct QueryCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let subject = try context.identifier("subject", as: Subject.self)
    let lineage = try context.identifier("lineage", as: Lineage.self)
    guard (subject == nil) != (lineage == nil) else {
      throw context.command.usageError("Give one of '--subject <subject>' or '--lineage <lineage>'.")
    }
    let key = try context.identifier("key", as: EntitlementKey.self)
    let at = try context.instant("at")
    let knownAt = try context.instant("known-at")
    // "No" must not be said because the way to the answer is damaged.
    let store = try context.openForReading(checking: subject.map { .subject($0) } ?? .lineage(lineage!))
    return try store.read { snapshot in
      let found: [Entitlement]
      if let subject {
        found = try snapshot.entitlements(of: subject, at: at, knownAt: knownAt)
      } else {
        found = try snapshot.entitlement(of: lineage!, at: at, knownAt: knownAt).map { [$0] } ?? []
      }
      let instant = at ?? snapshot.now
      let holder = try lineage.flatMap { try snapshot.holder(of: $0) }
      let question = Question(subject: subject, lineage: lineage, instant: instant, holder: holder)
      guard let key else { return try list(found, question) }
      let (access, best) = found.access(to: key, at: instant, catalog: snapshot.catalogIndex)
      return try answer(key, access, best, question, isKnown: !found.isEmpty)
    }
  }

  /// What was asked, to be said again in the answer.
  private struct Question {
    let subject: Subject?
    let lineage: Lineage?
    let instant: Instant
    /// Who holds the lineage that was asked about.
    let holder: LineageHolder?
  }

  private func answer(
    _ key: EntitlementKey, _ access: Access, _ best: Entitlement?, _ question: Question,
    isKnown: Bool
  ) throws -> ExitCode {
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object(
          [
            ("subject", .text(best?.subject?.text ?? question.subject?.text)), ("key", .text(key.text)),
            ("at", .time(question.instant)),
          ] + EntitlementText.members(access, best, lineage: question.lineage)
        ).line)
    } else {
      let word = access.isEntitled ? context.style.green("yes") : context.style.red("no")
      let isOne = question.lineage != nil
      let unknown =
        isKnown
        ? "\(isOne ? "it does not open" : "nothing of theirs opens") \(quoted(key.text))"
        : "nothing is known of \(isOne ? "it" : "them")"
      try context.output.writeLine("\(word): \(best.map { sentence(access, $0) } ?? unknown)")
    }
    return access.isEntitled ? .done : .negative
  }

  private func list(_ found: [Entitlement], _ question: Question) throws -> ExitCode {
    let rows = EntitlementText.rows(of: found)
    if context.isJSON {
      let asked = question.lineage.map { [("lineage", JSONText.text($0.text))] } ?? []
      let held = question.lineage.map { _ in HolderText.members(question.holder) } ?? []
      try context.output.writeLine(
        JSONText.object(
          [("subject", .text(found.first?.subject?.text ?? question.subject?.text))] + asked + [
            ("at", .time(question.instant)), ("entitlements", .array(rows.map(\.json))),
          ] + held
        ).line)
      return .done
    }
    if rows.isEmpty {
      context.output.note("Nothing is known of \(question.subject?.text ?? question.lineage?.text ?? "").")
      return .done
    }
    try context.output.write(
      EntitlementText.table(of: rows, context, namesLineages: question.lineage == nil))
    if let holder = question.holder, let owner = holder.owner {
      try context.output.writeLine("Held by \(visible(owner.text)), \(HolderText.words(holder.evidence)).")
    }
    if let members = question.holder?.members, !members.isEmpty {
      let names = members.map { visible($0.text) }.joined(separator: ", ")
      try context.output.writeLine("Shared with \(names).")
    }
    return .done
  }

  private func sentence(_ access: Access, _ best: Entitlement) -> String {
    var sentence = "\(access.status)"
    let why = EntitlementText.why(access.reason, best)
    if why != "\(access.status)" { sentence += " (\(why))" }
    if access.isEntitled {
      sentence += access.entitledUntil.map { ", access until \(TimeText.text($0))" } ?? ", without an end"
    } else if let ended = best.summary.expiresAt {
      sentence += ", \(best.unpaid ?? "paid") until \(TimeText.text(ended))"
    }
    if let product = best.segment.product { sentence += ", \(visible(product.text))" }
    return sentence
  }
}
