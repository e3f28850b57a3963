import EntstoreCodec
import EntstoreLMDB

extension EntitlementStore {
  /// Makes sure that the engine finds all that is in the store: looks at every page beside it, and at every value's checksum.
  ///
  /// ``verify(progress:)`` looks at what the values mean besides.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)``.
  /// - Complexity: O(*pages*), reading the whole file.
  public func checkPages() throws {
    try checking {
      for fault in try engine.pageFaults().prefix(1) { throw LMDBError(fault, in: path) }
      for table in TableName.allCases { _ = try check(table, under: nil) }
    }
  }

  /// As ``checkPages()``, of these tables alone.
  package func checkPages(of tables: [TableName]) throws {
    try checking { for table in tables { _ = try check(table, under: nil) } }
  }

  /// Makes sure that what the store says of `subject`, and what it does not say, is not for a damaged page's sake.
  ///
  /// Every value that is read is checked as it is, but a damaged way to it looks as if there were none. This reads the pages on
  /// the way beside the engine, and every value on the last of them. A page that holds an older version of itself is not told.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)``.
  /// - Complexity: O(log *n*) pages, and those of the subject's own rows and their events.
  public func checkPages(of subject: Subject) throws {
    try checking {
      try checkSettings()
      let prefix = Key.entitlementPrefix(subject)
      for key in try check(.entitlements, under: prefix) {
        try checkEvents(of: Key.entitlement(key.rawSpan).lineage)
      }
    }
  }

  /// As ``checkPages(of:)-(Subject)``, of one lineage.
  public func checkPages(of lineage: Lineage) throws {
    try checking {
      try checkSettings()
      for holder in try check(.lineages, under: Key.lineage(lineage)) where holder == Key.lineage(lineage) {
        try checkEvents(of: lineage)
      }
    }
  }

  private func checkSettings() throws { _ = try check(.meta, under: nil) }

  private func checkEvents(of lineage: Lineage) throws {
    _ = try check(.timeline, under: Key.timelinePrefix(lineage))
  }

  /// Keeps the pages of the last commit from being used again meanwhile.
  private func checking(_ body: () throws -> Void) throws {
    do {
      try engine.read { _ in try body() }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// - Parameter prefix: What the keys begin with; `nil`: all of the table.
  /// - Returns: The keys that begin with `prefix`.
  private func check(_ table: TableName, under prefix: [UInt8]?) throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    // No name has the byte FF.
    try engine.checkPages(of: table.rawValue, from: prefix, before: prefix.map { $0 + [0xFF] }) {
      key, value in
      _ = try Seal.opened(value, key: key, in: table)
      if let prefix, key.hasPrefix(prefix.rawSpan) { keys.append(key.copied()) }
    }
    return keys
  }
}
