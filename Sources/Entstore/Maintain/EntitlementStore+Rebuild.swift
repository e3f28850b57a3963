import EntstoreLMDB

extension EntitlementStore {
  /// Rebuilds the store at `path`, as ``rebuild(progress:)`` does, also where a table that is derived is not there and the store cannot
  /// be opened: it is made anew, with all that is derived, in one transaction.
  ///
  /// - Returns: What differed from the log before, the missing tables included.
  /// - Throws: As opening and ``rebuild(progress:)`` do; ``StoreError/damaged(table:reason:)`` where a table is missing that does not follow
  ///   from the log. Nothing has changed then.
  public static func rebuild(
    path: String, progress: @escaping (UInt64) throws -> Void = { _ in }
  ) throws -> VerifyReport {
    let missing: [TableName]
    do {
      missing = try restoreMissingTables(path: path, progress: progress)
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
    let store = try EntitlementStore(path: path, opening: .existing)
    defer { store.close() }
    var report = try store.rebuild(progress: progress)
    for table in missing { report.found(table, "\(StoreError.Damage.missingTable)") }
    return report
  }

  /// - Returns: What was missing.
  private static func restoreMissingTables(
    path: String, progress: (UInt64) throws -> Void
  ) throws -> [TableName] {
    var missing: [TableName] = []
    while true {
      let there = TableName.allCases.filter { !missing.contains($0) }
      do {
        let engine = try LMDBEnvironment(
          path: path, tables: there.map(\.rawValue), options: .init(access: .existing))
        defer { engine.close() }
        if !missing.isEmpty { try restore(missing, in: engine, path: path, progress: progress) }
        return missing
      } catch LMDBError.missingTable(_, let name, hasOthers: true) {
        guard let table = TableName(rawValue: name), table.isDerived else {
          throw StoreError.damaged(table: name, reason: .missingTable)
        }
        missing.append(table)
      }
    }
  }

  private static func restore(
    _ missing: [TableName], in engine: LMDBEnvironment, path: String, progress: (UInt64) throws -> Void
  ) throws {
    try engine.write { transaction in
      // It would write on top of what is damaged.
      if let fault = try engine.pageFaults().first {
        throw StoreError.damaged(table: fault.table ?? StoreError.file, reason: .pages(what: fault.what))
      }
      var made: [TableName: Table] = [:]
      for table in missing { made[table] = try transaction.table(making: table.rawValue) }
      let tables = Tables(engine, made: made)
      _ = try Identity.loaded(transaction.reader, tables, path: path)
      try tables.restore(in: &transaction, progress: progress)
    }
  }
}
