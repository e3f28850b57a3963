import EntstoreCodec
import EntstoreLMDB

extension StoreTransaction {
  /// Appends many events, each as ``append(_:)-(PreparedEvent)`` does.
  ///
  /// What they say goes into the indexes in the order of its keys there and not in that of the events, which lies all over them:
  /// in a large store a page is written once for all that falls on it.
  ///
  /// - Returns: For each event its receipt, or why it was refused.
  /// - Throws: Any other error; it ends the transaction.
  public mutating func append(_ events: [PreparedEvent]) throws -> [Result<Receipt, StoreError>] {
    try orFail { transaction in
      var batch = Batch()
      var outcomes: [Result<Receipt, StoreError>] = []
      outcomes.reserveCapacity(events.count)
      for event in events {
        do throws(StoreError) {
          try transaction.check(event.draft, rawByteCount: event.rawByteCount)
        } catch {
          outcomes.append(.failure(error))
          continue
        }
        outcomes.append(.success(try transaction.append(event, to: &batch)))
      }
      try transaction.index(&batch)
      return outcomes
    }
  }

  /// Events that are in the log and not yet in the indexes.
  private struct Batch {
    var events: [(sequence: UInt64, event: LoggedRecord)] = []
    var sequences: [EventPosition: UInt64] = [:]
  }

  private mutating func append(_ event: PreparedEvent, to batch: inout Batch) throws -> Receipt {
    if let sequence = batch.sequences[event.position] {
      return Receipt(sequence: sequence, outcome: .duplicate)
    }
    let isKnown = try engine.reader.place(of: event.position, in: tables) != nil
    if isKnown || event.draft.act != nil {
      // An act may ask what stands in the indexes.
      if !isKnown { try index(&batch) }
      return try append(event)
    }
    let receipt = try log(event)
    batch.events.append((receipt.sequence, .event(event.record)))
    batch.sequences[event.position] = receipt.sequence
    return receipt
  }

  private mutating func index(_ batch: inout Batch) throws {
    let events = batch.events
    batch = Batch()
    for (lineage, position) in try Indexing(tables: tables).index(events, in: &engine) {
      touch([lineage], at: position)
    }
  }
}
