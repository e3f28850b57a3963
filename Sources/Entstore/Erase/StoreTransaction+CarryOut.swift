import EntstoreCodec
import EntstoreLMDB

extension StoreTransaction {
  /// Refuses an erasure that this store cannot hold, or that is not written as one.
  func check(_ erasure: Erasure, of draft: EventDraft) throws(StoreError) {
    try checkFormat()
    guard erasure.erased.isStrictlyAscending, erasure.redacted.map(\.position).isStrictlyAscending else {
      throw .misplacedAct(event: draft.id)
    }
  }

  /// Refuses what a store of a format without erasure cannot hold.
  func checkFormat() throws(StoreError) {
    let format: UInt64
    do {
      format = try Identity.loaded(engine.reader, tables, path: path).format
    } catch {
      throw StoreError(error, path: path)
    }
    if format < Identity.firstFormatWithErasure {
      throw .olderFormat(
        path: path, found: Int(clamping: format), needed: Int(Identity.firstFormatWithErasure))
    }
  }

  /// Erases and redacts what the log has of it, and all that was derived from that.
  ///
  /// - Returns: The erasure with the digests of what is left.
  mutating func carryOut(_ erasure: Erasure) throws -> Erasure {
    var erasure = erasure
    var changes: [Change] = []
    for position in erasure.erased {
      guard let (sequence, entry, record) = try entry(at: position), record.isErasable else { continue }
      changes.append(Change(sequence: sequence, before: record, after: nil))
      try engine.put(entry.erased(at: position), for: Key.event(sequence), in: tables.events)
    }
    for (place, redaction) in erasure.redacted.enumerated() {
      guard let (sequence, entry, record) = try entry(at: redaction.position), record.isRedactable else {
        continue
      }
      let after = record.redacted(by: redaction)
      changes.append(Change(sequence: sequence, before: record, after: after))
      let left = try entry.redacted(to: after, salt: preparer.salts.next())
      erasure.redacted[place].remainder = left.remainder
      try engine.put(left.payload, for: Key.event(sequence), in: tables.events)
    }
    try followUp(changes)
    return erasure
  }

  /// What an erasure makes of one event.
  private struct Change {
    let sequence: UInt64
    let before: EventRecord
    /// `nil`: nothing is left.
    let after: EventRecord?

    func timeline(of record: EventRecord?) -> [(lineage: Lineage, record: TimelineRecord)] {
      (record?.timeline(at: sequence) ?? []).map { ($0.facts.lineage, $0) }
    }

    func account(of record: EventRecord?) -> AccountAct? {
      if case .act(.account(let act)) = record?.body { act } else { nil }
    }
  }

  /// The event at `position`, if it is here.
  private func entry(
    at position: EventPosition
  ) throws -> (sequence: UInt64, entry: LogEntry, record: EventRecord)? {
    guard case .event(let sequence) = try engine.reader.place(of: position, in: tables) else { return nil }
    let entry = try LogEntry(engine.reader.logPayload(sequence, in: tables.events))
    guard let record = entry.event.record else { return nil }
    return (sequence, entry, record)
  }

  /// Brings what stands beside the log in line with events that have changed.
  private mutating func followUp(_ changes: [Change]) throws {
    var lineages = Set(changes.flatMap { change in change.timeline(of: change.before).map(\.lineage) })
    lineages.formUnion(changes.flatMap { change in change.timeline(of: change.after).map(\.lineage) })
    var mentions: Set<[UInt8]> = []
    for lineage in lineages { mentions.formUnion(try mentionKeys(of: lineage)) }
    // Whoever owned one of them owns others that may have to wait for it no more.
    var owners = Set(try lineages.compactMap { try engine.reader.owner(of: $0, in: tables) })
    for change in changes {
      let position = change.before.position
      for (lineage, _) in change.timeline(of: change.before) {
        try engine.remove(Key.timeline(lineage, position), in: tables.timeline)
      }
      for (lineage, record) in change.timeline(of: change.after) {
        try engine.put(record.encoded(), for: Key.timeline(lineage, position), in: tables.timeline)
      }
      if let act = change.account(of: change.before) {
        owners.insert(act.subject)
        lineages.formUnion(try engine.reader.lineages(naming: act.token, in: tables))
        try close(act, at: change.sequence)
      }
    }
    let indexing = Indexing(tables: tables)
    for change in changes.sorted(by: { $0.sequence < $1.sequence }) {
      guard let act = change.account(of: change.after) else { continue }
      lineages.formUnion(try indexing.open(act, at: change.sequence, in: &engine))
    }
    for owner in owners { lineages.formUnion(try engine.reader.lineages(of: owner, in: tables)) }
    for lineage in lineages { mentions.subtract(try mentionKeys(of: lineage)) }
    for key in mentions {
      try engine.remove(key, in: tables.accounts)
      guard let family = Key.familyPrefix(in: key) else { continue }
      try engine.reader.forEachKey(under: family, in: tables.accounts) { sibling in
        lineages.insert(try Key.lineage(in: sibling, behind: family))
      }
    }
    touchWholly(lineages)
    for digest in try unshared(of: Set(changes.flatMap(\.before.sharedDigests))) {
      try engine.remove(digest, in: tables.blobs)
    }
  }

  /// The token stands for nobody any more, if it did by this act.
  private mutating func close(_ act: AccountAct, at sequence: UInt64) throws {
    guard try engine.reader.account(act.token, in: tables)?.since == sequence else { return }
    try engine.remove(Key.account(act.token), in: tables.accounts)
    if try engine.reader.mintedToken(for: act.subject, in: tables) == act.token {
      try engine.remove(Key.minted(act.subject), in: tables.accounts)
    }
  }

  /// What `accounts` may hold of a lineage with this timeline.
  private func mentionKeys(of lineage: Lineage) throws -> [[UInt8]] {
    let holders = try Derivation(tables: tables, settings: settings).holders(of: lineage, in: engine.reader)
    return holders.tokens.map { Key.mention($0, lineage) }
      + holders.appTransactions.map { Key.familyMember($0, lineage) }
  }

  /// Those of `blobs` that no event holds any more.
  ///
  /// - Complexity: O(*n*) for *n* events, if there are any.
  private func unshared(of blobs: Set<[UInt8]>) throws -> Set<[UInt8]> {
    var unshared = blobs
    try engine.reader.forEachEntry(of: tables.events, until: unshared.isEmpty) { _, payload in
      if let record = try LogEntry.event(of: payload).record { unshared.subtract(record.sharedDigests) }
    }
    return unshared
  }
}

extension [EventPosition] {
  fileprivate var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
