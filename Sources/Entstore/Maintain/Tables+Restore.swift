import EntstoreCodec
import EntstoreLMDB

extension Tables {
  /// Throws away all that is derived, and derives it again from the log.
  func restore(in engine: inout WriteTransaction, progress: (UInt64) throws -> Void) throws {
    for table in derived { try engine.clear(table.engine) }
    let last = try Head.load(engine.reader, self).sequence
    let indexing = Indexing(tables: self)
    var settings = LoggedSettings()
    var lineages: Set<Lineage> = []
    var batch: [(sequence: UInt64, event: LoggedRecord)] = []
    var sequence: UInt64 = 0
    while sequence < last {
      sequence += 1
      let event = try LogEntry.event(of: engine.reader.logPayload(sequence, in: events))
      if case .act(let act) = event.record?.body { settings.apply(act) }
      batch.append((sequence, event))
      if batch.count == Self.indexedTogether || sequence == last {
        lineages.formUnion(try indexing.index(batch, in: &engine).keys)
        batch.removeAll(keepingCapacity: true)
      }
      if sequence % 1_024 == 0 { try progress(sequence) }
    }
    try restore(settings, in: &engine)
    let restored = try Settings.load(engine.reader, self)
    try Derivation(tables: self, settings: restored).deriveAll(lineages, in: &engine)
  }

  /// Some megabytes of events.
  private static let indexedTogether = 16_384

  /// Catalog and policies are the last ones in the log.
  private func restore(_ settings: LoggedSettings, in engine: inout WriteTransaction) throws {
    for setting in settings.stored {
      try engine.remove(setting.key, in: meta)
      if let payload = setting.payload { try engine.put(payload, for: setting.key, in: meta) }
    }
  }
}
