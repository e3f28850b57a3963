import EntstoreCodec
import EntstoreLMDB

extension EntitlementStore {
  /// Checks everything: the engine's pages, every checksum, the digest chain, the gapless sequence, every index entry both ways, and each row and
  /// deadline against the fold of its events.
  ///
  /// The engine may end the process on some kinds of damage to its own pages; a tool runs this in a child process.
  ///
  /// - Parameter progress: Called now and then with the number of events seen; throwing stops the check.
  /// - Complexity: O(*n* log *n*) for *n* events, reading the whole file.
  public func verify(progress: @escaping (UInt64) throws -> Void = { _ in }) throws -> VerifyReport {
    do {
      return try engine.read { reader in
        reader.note(beganAt: clock().epochMilliseconds, for: "verify")
        return try reader.readingAhead {
          try report(on: reader, of: reader.transactionID, isWhole: true, progress)
        }
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// Folds all that is derived again from the log and, if anything differs, throws it away and writes it anew, in one
  /// transaction: readers see the old or the new.
  ///
  /// - Parameter progress: Called now and then with the number of events seen; throwing stops, and nothing has changed.
  /// - Returns: What differed from the log before.
  /// - Throws: ``StoreError/damaged(table:reason:)`` where the engine's own pages are damaged: it would write on top of that.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func rebuild(progress: @escaping (UInt64) throws -> Void = { _ in }) throws -> VerifyReport {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    do {
      return try engine.readingAhead {
        try engine.write { engine in
          // Nothing has been changed yet, so everybody else still reads the same: the commit before this one to come.
          let commit = engine.reader.transactionID - 1
          let report = try report(on: engine.reader, of: commit, isWhole: false, progress)
          if !report.hasCounts, let fault = report.faults.first {
            throw StoreError.damaged(table: fault.table, reason: .pages(what: fault.what))
          }
          // All of it has been derived again and compared; what is the same need not be written again.
          if report.isSound { return report }
          for table in tables.derived { try engine.clear(table.engine) }
          try restoreIndexes(in: &engine, progress: progress)
          return report
        }
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// - Returns: Nothing but what is wrong with the engine's pages, if anything is.
  private func report(
    on reader: Reader, of commit: Int, isWhole: Bool, _ progress: @escaping (UInt64) throws -> Void
  ) throws -> VerifyReport {
    let companion = Companion(engine, reading: commit)
    defer { companion.end() }
    let faults = try engine.pageFaults()
    // The engine would be led astray, perhaps out of the process.
    if !faults.isEmpty { return VerifyReport(faultsOfPages: faults) }
    var verifier = Verifier(
      reader, companion, tables: tables, environment: environment, progress: progress)
    try verifier.run(isWhole: isWhole)
    return verifier.report
  }

  private func restoreIndexes(
    in engine: inout WriteTransaction, progress: (UInt64) throws -> Void
  ) throws {
    let last = try Head.load(engine.reader, tables).sequence
    let indexing = Indexing(tables: tables)
    var settings = LoggedSettings()
    var lineages: Set<Lineage> = []
    var batch: [(sequence: UInt64, event: LoggedRecord)] = []
    var sequence: UInt64 = 0
    while sequence < last {
      sequence += 1
      let event = try LogEntry.event(of: engine.reader.logPayload(sequence, in: tables.events))
      if case .act(let act) = event.record?.body { settings.apply(act) }
      batch.append((sequence, event))
      if batch.count == Self.indexedTogether || sequence == last {
        lineages.formUnion(try indexing.index(batch, in: &engine).keys)
        batch.removeAll(keepingCapacity: true)
      }
      if sequence % 1_024 == 0 { try progress(sequence) }
    }
    try restore(settings, in: &engine)
    let restored = try Settings.load(engine.reader, tables)
    try Derivation(tables: tables, settings: restored).deriveAll(lineages, in: &engine)
  }

  /// Some megabytes of events.
  private static let indexedTogether = 16_384

  /// Catalog and policies are the last ones in the log.
  private func restore(_ settings: LoggedSettings, in engine: inout WriteTransaction) throws {
    for setting in settings.stored {
      try engine.remove(setting.key, in: tables.meta)
      if let payload = setting.payload { try engine.put(payload, for: setting.key, in: tables.meta) }
    }
  }
}

extension Reader {
  /// The entry of the event at a place that the log must have.
  @_lifetime(copy self)
  func logPayload(_ sequence: UInt64, in table: StoreTable) throws -> RawSpan {
    let key = Key.event(sequence)
    guard let payload = try payload(for: key.rawSpan, in: table) else {
      throw StoreError.damaged(table: table.name.rawValue, reason: .missing(what: "event \(sequence)"))
    }
    return payload
  }
}
