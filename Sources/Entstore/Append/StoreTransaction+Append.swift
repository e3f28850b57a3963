import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

extension StoreTransaction {
  /// Appends one event and puts its facts into the timelines of their lineages.
  ///
  /// An event whose rail, id, signed date and rank are already in the log changes nothing.
  ///
  /// - Parameter draft: A normalized event; it may be signed before events already stored.
  /// - Throws: ``StoreError/wrongEnvironment(event:store:found:)``, ``StoreError/wrongApp(event:app:allowed:)``,
  ///   ``StoreError/implausibleDate(event:field:epochMilliseconds:)``, ``StoreError/repeatedLineage(event:lineage:)``,
  ///   ``StoreError/misplacedAct(event:)``, ``StoreError/emptyGrant(from:until:)``,
  ///   ``StoreError/eventTooLarge(event:byteCount:limit:)``: the event is refused before anything is written but the count of
  ///   refusals, and the transaction goes on. Any other error ends the transaction: it cannot be committed, even if the error is
  ///   caught.
  /// - Complexity: O(log *n*) for *n* stored events.
  ///
  /// Source: docs/format.md §3; Apple, "notificationUUID" (App Store Server Notifications).
  @discardableResult
  public mutating func append(_ draft: EventDraft) throws -> Receipt {
    try check(draft, rawByteCount: draft.rawByteCount)
    return try orFail { transaction in
      switch try transaction.engine.reader.place(of: draft.position, in: transaction.tables) {
      case .event(let known), .erased(by: let known): Receipt(sequence: known, outcome: .duplicate)
      case .redacted(by: let acts):
        try transaction.put(transaction.redacted(transaction.preparer.prepare(draft), by: acts))
      case nil: try transaction.put(transaction.preparer.prepare(draft))
      }
    }
  }

  /// Appends an event that was made ready before; otherwise as ``append(_:)-(EventDraft)``.
  @discardableResult
  public mutating func append(_ event: PreparedEvent) throws -> Receipt {
    try check(event.draft, rawByteCount: event.rawByteCount)
    return try orFail { transaction in
      switch try transaction.engine.reader.place(of: event.position, in: transaction.tables) {
      case .event(let known), .erased(by: let known): Receipt(sequence: known, outcome: .duplicate)
      case .redacted(by: let acts): try transaction.put(transaction.redacted(event, by: acts))
      case nil: try transaction.put(event)
      }
    }
  }

  /// Gives the event its place, and what it says too.
  private mutating func put(_ event: PreparedEvent) throws -> Receipt {
    var event = event
    // What the log keeps, not what the draft says: another erasure may have taken something out of it.
    if case .act(.erasure(let act)) = event.record.body {
      event.record.body = .act(.erasure(try carryOut(act)))
      event.content = try LogContent(event.record, salt: preparer.salts.next())
    }
    let receipt = try log(event)
    // The indexes, too, are made of nothing else.
    let lineages = try Indexing(tables: tables).index(event.record, at: head.sequence, in: &engine)
    touch(lineages, at: event.position)
    if case .act(let act) = event.record.body { try apply(act) }
    return receipt
  }

  /// Gives the event its place in the log.
  mutating func log(_ event: PreparedEvent) throws -> Receipt {
    for (digest, bytes) in event.blobs {
      if try engine.reader.payload(for: digest.rawSpan, in: tables.blobs) == nil {
        try engine.put(bytes, for: digest, in: tables.blobs)
      }
    }
    head.sequence += 1
    head.link = event.content.link(at: head.sequence, after: head.link)
    try engine.putLast(event.content.entry(link: head.link), for: Key.event(head.sequence), in: tables.events)
    return Receipt(sequence: head.sequence, outcome: event.draft.canApply ? .applied : .recorded)
  }

  /// Refuses an event that cannot be taken, and counts the refusal.
  mutating func check(_ draft: EventDraft, rawByteCount: Int) throws(StoreError) {
    do {
      try inspect(draft, rawByteCount: rawByteCount)
    } catch {
      countRefusal(error.refusalKind)
      throw error
    }
  }

  func inspect(_ draft: EventDraft, rawByteCount: Int) throws(StoreError) {
    if draft.environment != environment {
      throw .wrongEnvironment(event: draft.id, store: environment, found: draft.environment)
    }
    if let app = draft.app?.text, !apps.isEmpty, !apps.contains(app) {
      throw .wrongApp(event: draft.id, app: app, allowed: apps)
    }
    try check(draft.signedAt, "signedAt", of: draft)
    if let act = draft.act { try check(act, of: draft) }
    if rawByteCount > Self.largestRaw {
      throw .eventTooLarge(event: draft.id, byteCount: rawByteCount, limit: Self.largestRaw)
    }
    var lineages: Set<Lineage> = []
    for facts in draft.facts {
      if !lineages.insert(facts.lineage).inserted {
        throw .repeatedLineage(event: draft.id, lineage: facts.lineage)
      }
      // The first of several grants stands whatever is signed later, so no store may call its purchases that.
      if facts.purchase?.ownership == .granted { throw .misplacedAct(event: draft.id) }
      if let clock = facts.purchase?.clock { try check(clock, "the purchase's signed date", of: draft) }
    }
  }

  private func check(_ act: Act, of draft: EventDraft) throws(StoreError) {
    if !draft.facts.isEmpty || draft.rail != .local { throw .misplacedAct(event: draft.id) }
    let reason: String?
    switch act {
    case .catalog, .policy, .identity, .account: return
    case .erasure(let erasure):
      reason = erasure.reason
      try check(erasure, of: draft)
    case .custody(let act): reason = act.reason
    case .grant(let grant):
      reason = grant.reason
      try check(grant.from, "from", of: draft)
      if let until = grant.until {
        try check(until, "until", of: draft)
        if until <= grant.from { throw .emptyGrant(from: grant.from, until: until) }
      }
    case .grantRevoked(let revocation):
      reason = revocation.reason
      try check(revocation.at, "at", of: draft)
    }
    if let count = reason?.utf8.count, count > Self.longestReason {
      throw .eventTooLarge(event: draft.id, byteCount: count, limit: Self.longestReason)
    }
  }

  func check(_ instant: Instant, _ field: String, of draft: EventDraft) throws(StoreError) {
    guard Instant.plausible.contains(instant) else {
      throw .implausibleDate(event: draft.id, field: field, epochMilliseconds: instant.epochMilliseconds)
    }
  }

  /// A sentence or two for a reader, in bytes.
  private static let longestReason = 4_096
  /// No store sends so much; what is beyond it might not go into a line of an export that can be imported.
  private static let largestRaw = 16 << 20
}

extension EventDraft {
  var rawByteCount: Int { raw.reduce(0) { $0 + $1.byteCount } }

  /// Whether anything in it could open or close something.
  var canApply: Bool {
    act != nil
      || facts.contains { facts in
        facts.purchase.map { $0.kind != .consumable } ?? false || facts.renewal != nil || facts.status != nil
          || facts.ending != nil || facts.void != nil
      }
  }
}

extension EventRecord {
  init(_ draft: EventDraft, receivedAt: Instant, raw: [Segment]) {
    self.init(
      rail: draft.rail, provenance: draft.provenance, environment: draft.environment, rank: draft.rank,
      signedAt: draft.signedAt, receivedAt: receivedAt, id: draft.id, app: draft.app, label: draft.label,
      body: draft.act.map { .act($0) } ?? .facts(draft.facts), raw: raw)
  }
}
