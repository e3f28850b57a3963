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
  ///
  /// A store that lacks a derived table cannot be opened: ``rebuild(path:progress:)``.
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
          _ = try Head.load(engine.reader, tables)
          // All of it has been derived again and compared; what is the same need not be written again.
          if report.isSound { return report }
          try tables.restore(in: &engine, progress: progress)
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
