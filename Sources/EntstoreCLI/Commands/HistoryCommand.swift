import Entstore
import EntstoreRails

/// `entstore history`: what happened, newest first.
struct HistoryCommand {
  private let context: Context
  /// How many events are read at a time: a long life never stands in memory.
  private static let pageSize = 500

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let subject = try context.identifier("subject", as: Subject.self)
    let lineage = try context.identifier("lineage", as: Lineage.self)
    guard subject == nil || lineage == nil else {
      throw context.command.usageError("Give '--subject <subject>' or '--lineage <lineage>', not both.")
    }
    guard !isRaw || !context.isJSON else {
      throw context.command.usageError("Give '--raw' or '--json', not both.")
    }
    let since = try context.instant("since") ?? Instant(epochMilliseconds: .min)
    let until = try context.instant("until") ?? Instant(epochMilliseconds: .max)
    guard since <= until else { throw context.command.usageError("'--since' is later than '--until'.") }
    var remaining = try context.count("limit") ?? .max

    let check: PageCheck =
      subject.map { .subject($0) } ?? lineage.map { .lineage($0) } ?? .tables([.meta, .byDate])
    let store = try context.openForReading(checking: check)
    let refusals = KnownRefusals(store)
    try store.read { snapshot in
      var mark: HistoryMark?
      var isFirst = true
      repeat {
        let size = min(Self.pageSize, remaining)
        let page =
          if let subject {
            try snapshot.history(of: subject, signedIn: since..<until, limit: size, after: mark)
          } else if let lineage {
            try snapshot.history(of: lineage, signedIn: since..<until, limit: size, after: mark)
          } else {
            try snapshot.history(signedIn: since..<until, limit: size, after: mark)
          }
        try print(page.events, refusals, in: snapshot, isFirst: isFirst)
        isFirst = false
        remaining -= page.events.count
        mark = page.next
      } while mark != nil && remaining > 0
    }
    return .done
  }

  private var isRaw: Bool { context.command.flag("raw") }

  private func print(
    _ events: [LoggedEvent], _ refusals: KnownRefusals, in snapshot: Snapshot, isFirst: Bool
  ) throws {
    if isRaw { return try printPayloads(of: events) }
    if context.isJSON {
      for event in events {
        try context.output.writeLine(json(event, try refusals.act(of: event, in: snapshot)).line)
      }
      return
    }
    if events.isEmpty {
      if isFirst { context.output.note("No events.") }
      return
    }
    var table = TextTable([
      .init("SIGNED"), .init("WHAT"), .init("PRODUCT", isShrinkable: true), .init("DOOR"),
    ])
    let acts = try events.map { try refusals.act(of: $0, in: snapshot) }
    for (event, act) in zip(events, acts) {
      let product = product(of: event.draft)
      table.append([
        TimeText.text(event.draft.signedAt), what(event, act), product ?? "-",
        "\(event.draft.provenance)",
      ])
    }
    let text = table.text(width: Terminal.tableWidth(1)) { isFirst ? context.style.bold($0) : $0 }
    // The titles stand once, above the first page.
    let lines = text.split(separator: "\n").dropFirst(isFirst ? 0 : 1)
    let titles = isFirst ? lines.prefix(1) : []
    try context.output.write(titles.map { $0 + "\n" }.joined())
    for (line, act) in zip(lines.dropFirst(titles.count), acts) {
      try context.output.writeLine(String(line))
      guard let detail = act?.detail else { continue }
      let rest = indented(visible(detail), by: Self.detailIndent, width: Terminal.tableWidth(1))
      try context.output.writeLine(rest.joined(separator: "\n"))
    }
  }

  /// Behind the date and the gap after it.
  private static let detailIndent = 26

  /// An event that came without a payload, as the owner's acts do, has nothing to print.
  private func printPayloads(of events: [LoggedEvent]) throws {
    for event in events where !event.draft.raw.isEmpty {
      let line = event.draft.payload + [UInt8(ascii: "\n")]
      try context.output.write(unsafe line.span.bytes)
    }
  }

  private func json(_ event: LoggedEvent, _ act: ActText?) -> JSONText {
    let draft = event.draft
    let purchase = draft.facts.lazy.compactMap(\.purchase).first
    let lineages = draft.facts.map(\.lineage) + [act?.lineage].compactMap { $0 }
    var members: [(String, JSONText)] = [
      ("sequence", .count(event.sequence)), ("signedAt", .time(draft.signedAt)),
      ("receivedAt", .time(event.receivedAt)), ("rail", .text("\(draft.rail)")), ("id", .text(draft.id.text)),
    ]
    members += [
      ("what", .text(what(event, act))), ("type", .text(draft.label.type)),
      ("subtype", .text(draft.label.subtype)), ("provenance", .text("\(draft.provenance)")),
      ("app", .text(draft.app?.text)), ("lineages", .array(lineages.map { .text($0.text) })),
    ]
    members += [
      ("product", .text(storeProduct(of: draft)?.text)), ("expiresAt", .time(purchase?.expiresAt)),
      ("revokedAt", .time(purchase?.revokedAt)),
    ]
    members += [
      ("act", .text(act?.name)), ("subject", .text(act?.subject?.text)), ("reason", .text(act?.reason)),
      ("key", .text(act?.key?.text)), ("from", .time(act?.from)), ("until", .time(act?.until)),
      ("token", .text(act?.token?.text)), ("movedFrom", .text(act?.movedFrom?.text)),
      ("outcome", .text(act?.outcome)),
    ]
    return .object(members)
  }

  private func what(_ event: LoggedEvent, _ act: ActText?) -> String {
    event.isErased ? "erased" : act?.phrase ?? AppStoreRail.phrase(for: event.draft.label)
  }

  /// The product, or the key where no store sold one.
  private func product(of draft: EventDraft) -> String? {
    storeProduct(of: draft)?.text ?? ActText(draft)?.key?.text
  }

  private func storeProduct(of draft: EventDraft) -> ProductID? {
    for facts in draft.facts {
      if let product = facts.purchase?.product ?? facts.renewal?.product { return product }
    }
    return nil
  }
}

/// What submits and claims came to, read once for each lineage.
private final class KnownRefusals {
  private let store: EntitlementStore
  private var known: [Lineage: [UInt64: Subject]] = [:]

  init(_ store: EntitlementStore) {
    self.store = store
  }

  func act(of event: LoggedEvent, in snapshot: Snapshot) throws -> ActText? {
    guard case .custody(let act) = event.draft.act else { return ActText(event.draft) }
    // Who kept it follows from the tokens that were known.
    if known.isEmpty { try store.check([.tables([.accounts])]) }
    if known[act.lineage] == nil { try store.checkPages(of: act.lineage) }
    let refusals = try known[act.lineage] ?? snapshot.refusals(of: act.lineage)
    known[act.lineage] = refusals
    return ActText(event.draft, keeper: refusals[event.sequence])
  }
}
