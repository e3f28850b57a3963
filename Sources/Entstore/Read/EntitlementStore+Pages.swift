import EntstoreCodec
import EntstoreLMDB

extension EntitlementStore {
  /// Makes sure that what the store says of `subject`, and what it does not say, is not for a damaged page's sake.
  ///
  /// Every value that is read is checked as it is, but a damaged way to it looks as if there were none. This reads the pages on
  /// the way beside the engine, and every value on the last of them. A page that holds an older version of itself is not told.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)`` or ``StoreError/engine(code:message:isRetryable:)``.
  /// - Complexity: O(log *n*) pages, and those of the subject's own rows and their events.
  public func checkPages(of subject: Subject) throws {
    do {
      try engine.read { _ in
        try checkSettings()
        let prefix = Key.entitlementPrefix(subject)
        for key in try check(.entitlements, under: prefix) {
          try checkEvents(of: Key.entitlement(key.rawSpan).lineage)
        }
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// As ``checkPages(of:)-(Subject)``, of one lineage.
  public func checkPages(of lineage: Lineage) throws {
    do {
      try engine.read { _ in
        try checkSettings()
        for holder in try check(.lineages, under: Key.lineage(lineage)) where holder == Key.lineage(lineage) {
          try checkEvents(of: lineage)
        }
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  private func checkSettings() throws { _ = try check(.meta, under: []) }

  private func checkEvents(of lineage: Lineage) throws {
    _ = try check(.timeline, under: Key.timelinePrefix(lineage))
  }

  /// - Returns: The keys that begin with `prefix`.
  private func check(_ table: TableName, under prefix: [UInt8]) throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    // No name has the byte FF.
    try engine.checkPages(of: table.rawValue, from: prefix, before: prefix + [0xFF]) { key, value in
      _ = try Seal.opened(value, key: key, in: table)
      if key.hasPrefix(prefix.rawSpan) { keys.append(key.copied()) }
    }
    return keys
  }
}
