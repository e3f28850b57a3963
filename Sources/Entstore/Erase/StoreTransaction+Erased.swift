import EntstoreCodec
import EntstoreLMDB

extension StoreTransaction {
  /// Appends the place of an event that was erased from another store, so that this one has the same log.
  ///
  /// An event that is in the log already stays as it is: what erases it is the erasure, whenever that comes.
  ///
  /// - Throws: ``StoreError/wrongEnvironment(event:store:found:)``, ``StoreError/implausibleDate(event:field:epochMilliseconds:)``,
  ///   ``StoreError/olderFormat(path:found:needed:)``: refused, as by ``append(_:)-(EventDraft)``. Any other error ends the transaction.
  /// - Complexity: O(log *n*) for *n* stored events.
  ///
  /// Source: docs/format.md §3.3, §5.
  @discardableResult
  public mutating func append(_ erased: ErasedEvent) throws -> Receipt {
    do throws(StoreError) {
      try inspect(EventDraft(erased), rawByteCount: 0)
      try checkFormat()
    } catch {
      countRefusal(error.refusalKind)
      throw error
    }
    return try orFail { transaction in
      switch try transaction.engine.reader.place(of: erased.position, in: transaction.tables) {
      case .event(let known), .erased(by: let known): Receipt(sequence: known, outcome: .duplicate)
      // What other erasures would have left of it is gone by now.
      case .redacted, nil: try transaction.log(erased.position)
      }
    }
  }

  private mutating func log(_ position: EventPosition) throws -> Receipt {
    head.sequence += 1
    let entry = LogEntry(bornErasedAt: position, sequence: head.sequence, after: head.link)
    head.link = entry.link
    try engine.putLast(entry.erased(at: position), for: Key.event(head.sequence), in: tables.events)
    let date = DateRecord.event(head.sequence)
    try engine.put(date.encoded(), for: Key.date(position), in: tables.byDate)
    return Receipt(sequence: head.sequence, outcome: .recorded)
  }
}

extension EventDraft {
  /// What stands for an erased event where an event is expected; only its date and its environment mean something.
  init(_ erased: ErasedEvent) {
    self.init(
      rail: .local, id: "erased", signedAt: erased.position.signedAt, rank: erased.position.rank,
      label: EventLabel(type: "ERASED"), environment: erased.environment, provenance: .local)
  }
}
