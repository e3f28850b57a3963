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
    try checking { _ in
      for fault in try engine.pageFaults().prefix(1) { throw LMDBError(fault, in: path) }
      for table in TableName.allCases { _ = try check(table, under: nil) }
    }
  }

  /// As ``checkPages()``, of these tables alone.
  package func checkPages(of tables: [TableName]) throws {
    try checking { _ in for table in tables { _ = try check(table, under: nil) } }
  }

  /// Makes sure that what the store says of `subject`, and what it does not say, is not for a damaged page's sake.
  ///
  /// Every value that is read is checked as it is, but a damaged way to it looks as if there were none. This reads the pages on
  /// the way beside the engine, and every value on the last of them, and derives each row again from its timeline: a page may
  /// be a whole older version of itself. Where the subject stood on no page then, that is not told.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)``.
  /// - Complexity: O(log *n*) pages, and those of the subject's own rows and their events, each of which is folded.
  public func checkPages(of subject: Subject) throws {
    try checking { reader in
      try checkSettings()
      let prefix = Key.entitlementPrefix(subject)
      for key in try check(.entitlements, under: prefix) {
        try checkRows(of: Key.entitlement(key.rawSpan).lineage, holder: subject, in: reader)
      }
    }
  }

  /// As ``checkPages(of:)-(Subject)``, of one lineage.
  public func checkPages(of lineage: Lineage) throws {
    try checking { reader in
      try checkSettings()
      try checkRows(of: lineage, holder: nil, in: reader)
    }
  }

  private func checkSettings() throws { _ = try check(.meta, under: nil) }

  /// Looks at the events of `lineage`, and whether what is stored of it is what they come to.
  ///
  /// - Parameter holder: Whose row is compared; `nil`: that of whoever holds it.
  private func checkRows(of lineage: Lineage, holder: Subject?, in reader: Reader) throws {
    _ = try check(.timeline, under: Key.timelinePrefix(lineage))
    _ = try check(.lineages, under: Key.lineage(lineage))
    let derivation = Derivation(tables: tables, settings: try Settings.load(reader, tables))
    let outcome = try derivation.outcome(of: lineage, in: reader)
    try expect(
      outcome?.record.encoded(), at: Key.lineage(lineage), in: tables.lineages, "the holder of \(lineage)",
      in: reader)
    let holder = holder ?? outcome?.holding.owner
    try expect(
      outcome.flatMap { $0.holders.contains(holder) ? $0.row?.encoded() : nil },
      at: Key.entitlement(holder, lineage), in: tables.entitlements, "the row of \(lineage)", in: reader)
  }

  private func expect(
    _ payload: [UInt8]?, at key: [UInt8], in table: StoreTable, _ what: String, in reader: Reader
  ) throws {
    let stored = try reader.payload(for: key.rawSpan, in: table)?.copied()
    if stored != payload {
      throw StoreError.damaged(table: table.name.rawValue, reason: .contradiction(what: what))
    }
  }

  /// Makes sure that no table has fewer pages than it says, and seems to hold less: by the file's own account of its pages.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)``.
  /// - Complexity: O(commits whose pages are free).
  package func checkAccount() throws { try checking { _ in } }

  /// Keeps the pages of the last commit from being used again meanwhile.
  private func checking(_ body: (Reader) throws -> Void) throws {
    do {
      try engine.read { reader in
        try engine.checkAccount()
        try body(reader)
      }
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
