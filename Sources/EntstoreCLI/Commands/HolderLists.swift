import Entstore

/// `entstore conflicts`: who and what disagrees with who holds a lineage.
struct ConflictsCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let lineage = try context.identifier("lineage", as: Lineage.self)
    try context.openForReading(checking: .tables([.meta, .lineages, .accounts])).read { snapshot in
      var table = PagedTable(
        [
          .init("LINEAGE"), .init("HOLDER"), .init("AGAINST"), .init("WHY", isShrinkable: true),
        ], output: context.output, style: context.style)
      func take(_ conflict: HolderConflict) throws {
        if context.isJSON { return try context.output.writeLine(json(conflict).line) }
        try table.append([
          conflict.lineage.text, conflict.owner?.text ?? "-", subject(of: conflict.cause).text,
          words(conflict.cause),
        ])
      }
      if let lineage {
        for conflict in try snapshot.conflicts(of: lineage) { try take(conflict) }
      } else {
        try snapshot.forEachConflict(take)
      }
      try table.finish()
      if table.isEmpty, !context.isJSON { context.output.note("No conflicts.") }
    }
    return .done
  }

  private func subject(of cause: HolderConflict.Cause) -> Subject {
    switch cause {
    case .asked(let subject, _), .token(_, let subject): subject
    }
  }

  private func words(_ cause: HolderConflict.Cause) -> String {
    switch cause {
    case .asked(_, let event):
      "\(ActText(event.draft)?.name ?? "asked") \(TimeText.text(event.draft.signedAt))"
    case .token: "token on a purchase"
    }
  }

  private func json(_ conflict: HolderConflict) -> JSONText {
    var (token, event): (AccountToken?, LoggedEvent?) = (nil, nil)
    switch conflict.cause {
    case .asked(_, let asked): event = asked
    case .token(let named, _): token = named
    }
    let act = event.flatMap { ActText($0.draft) }
    return .object([
      ("lineage", .text(conflict.lineage.text)), ("holder", .text(conflict.owner?.text)),
      ("evidence", .text("\(conflict.evidence)")), ("against", .text(subject(of: conflict.cause).text)),
      ("cause", .text(token == nil ? "asked" : "token")), ("token", .text(token?.text)),
      ("act", .text(act?.name)), ("at", .time(event?.draft.signedAt)), ("reason", .text(act?.reason)),
      ("sequence", event.map { .count($0.sequence) } ?? .null),
    ])
  }
}

/// `entstore unbound`: lineages that nobody holds.
struct UnboundCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    try context.openForReading(checking: .tables([.meta, .entitlements])).read { snapshot in
      var table = PagedTable(
        [
          .init("LINEAGE"), .init("STATUS"), .init("PRODUCT", isShrinkable: true),
          .init("OWNERSHIP"), .init("PAID UNTIL"),
        ], output: context.output, style: context.style)
      try snapshot.forEachUnbound { entitlement in
        let (segment, summary) = (entitlement.segment, entitlement.summary)
        if context.isJSON {
          return try context.output.writeLine(json(entitlement).line)
        }
        try table.append([
          entitlement.lineage.text, "\(segment.status)", segment.product?.text ?? "-", "\(summary.ownership)",
          summary.expiresAt.map(TimeText.text) ?? "-",
        ])
      }
      try table.finish()
      if table.isEmpty, !context.isJSON { context.output.note("Every lineage has a holder.") }
    }
    return .done
  }

  private func json(_ entitlement: Entitlement) -> JSONText {
    let segment = entitlement.segment
    let access = Access(
      isEntitled: segment.isEntitled, status: segment.status, reason: segment.reason, until: segment.until,
      entitledUntil: entitlement.entitledUntil)
    return .object(
      EntitlementText.members(access, entitlement)
        + [("keys", .array(entitlement.keys.map { .text($0.text) }))])
  }
}
