import EntstoreCodec
import EntstoreLMDB

extension StoreTransaction {
  /// Counts input that was refused before it could be appended, such as by a rail; nothing else of it is kept.
  ///
  /// What ``append(_:)`` refuses is counted without this. Durable with the transaction.
  ///
  /// - Complexity: O(1).
  public mutating func countRefusal(_ kind: RefusalKind) {
    refused.add(1, of: kind)
  }

  /// Adds what was refused here to what the store has counted.
  mutating func putRefusals() throws {
    guard !refused.counts.isEmpty else { return }
    let stored: RefusedRecord
    do {
      stored = try RefusedRecord.load(engine.reader, tables)
    } catch StoreError.damaged {
      // Events must not wait for a count: `verify` finds what is wrong with it.
      return
    }
    var sum = stored
    for (kind, count) in refused.counts { sum.add(count, of: kind) }
    try engine.put(sum.encoded(), for: MetaKey.refused, in: tables.meta)
    refused = RefusedRecord()
  }
}

extension Snapshot {
  /// How much input was refused since the store was made, by kind; kinds of which there was none are left out.
  ///
  /// - Complexity: O(1).
  public func refusals() throws -> [RefusalKind: UInt64] {
    try RefusedRecord.load(reader, tables).counts
  }
}

extension RefusedRecord {
  fileprivate static func load(_ reader: Reader, _ tables: Tables) throws -> RefusedRecord {
    let key = MetaKey.refused
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.meta) else { return RefusedRecord() }
    do {
      return try RefusedRecord(payload)
    } catch {
      throw StoreError.damaged(table: TableName.meta.rawValue, reason: .record(field: "refused"))
    }
  }
}

extension StoreError {
  /// What a refused event is counted as.
  var refusalKind: RefusalKind {
    switch self {
    case .wrongEnvironment: .wrongEnvironment
    case .wrongApp: .wrongApp
    case .implausibleDate: .implausibleDate
    default: .other
    }
  }
}
