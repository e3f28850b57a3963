extension EntitlementStore {
  /// Reads what can be read out of a damaged file: without the engine, page by page, and without writing anything.
  ///
  /// Every value whose seal holds counts, also one that no page leads to any more. Events come in their order, each once.
  /// What is missing is told between them, by its place; what could not be told there, at the end.
  ///
  /// - Parameters:
  ///   - path: The file. Nobody should be writing to it.
  ///   - progress: Called now and then with the number of events given out; throwing stops.
  ///   - loss: Gets each loss.
  ///   - event: Gets each event.
  /// - Throws: ``StoreError/notAStore(path:reason:)`` where nothing of a store is in the file; ``StoreError/newerFormat(path:found:supported:)``;
  ///   what a closure throws.
  /// - Complexity: O(*n* log *n*) for *n* events, reading the whole file; some 50 bytes of memory an event.
  public static func salvage(
    path: String, progress: (UInt64) throws -> Void = { _ in }, loss: (SalvageLoss) throws -> Void,
    event: (LoggedEvent) throws -> Void
  ) throws -> SalvageReport {
    do {
      let copies = try SalvagedCopies(path: path) { try progress(0) }
      if copies.isEmpty {
        throw StoreError.notAStore(path: path, reason: "nothing of a store is to be found in it")
      }
      var salvage = Salvage()
      try salvage.run(copies, progress: progress, loss: loss, event: event)
      return salvage.report
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }
}
