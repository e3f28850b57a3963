import CLMDB

extension SharedEnvironment {
  /// Finds the tables by name, and makes those that are missing if `creating`.
  ///
  /// Called under the registry's lock: LMDB opens tables one transaction at a time.
  func openTables(_ names: [String], creating: Bool) throws(LMDBError) -> [String: Table] {
    let seat = unsafe try beginRead()
    do throws(LMDBError) {
      // The engine would find no table, or end the process.
      try checkTables()
    } catch {
      unsafe endRead(seat)
      throw error
    }
    let (found, missing, code) = unsafe Self.findTables(names, in: seat.pointee.transaction)
    note(found)
    // A table's handle outlives the transaction that found it only by a commit, which ends the transaction.
    let committed = unsafe seat.commit()
    gate.leave()
    if code != 0 { throw .lmdb("mdb_dbi_open", path: path, returned: code) }
    if committed != 0 { throw .lmdb("mdb_txn_commit", path: path, returned: committed) }
    guard let first = missing.first else { return found }
    guard creating else { throw .missingTable(path: path, table: first, hasOthers: !found.isEmpty) }
    return try makeTables(missing).merging(found) { made, _ in made }
  }

  private func note(_ tables: [String: Table]) {
    tableNames.withLock { names in for (name, table) in tables { names[table.handle] = name } }
  }

  static func findTables(
    _ names: [String], in transaction: OpaquePointer
  ) -> (found: [String: Table], missing: [String], code: Int32) {
    var found: [String: Table] = [:]
    var missing: [String] = []
    for name in names {
      var handle: MDB_dbi = 0
      switch unsafe mdb_dbi_open(transaction, name, 0, &handle) {
      case 0: found[name] = Table(handle: handle)
      case MDB_NOTFOUND: missing.append(name)
      case let code: return (found, missing, code)
      }
    }
    return (found, missing, 0)
  }

  private func makeTables(_ names: [String]) throws(LMDBError) -> [String: Table] {
    var made: [String: Table] = [:]
    let transaction = unsafe try beginWrite()
    for name in names {
      var handle: MDB_dbi = 0
      let code = unsafe mdb_dbi_open(transaction, name, UInt32(MDB_CREATE), &handle)
      if code != 0 {
        let error = unsafe LMDBError.lmdb("mdb_dbi_open", in: transaction, returned: code)
        unsafe abortWrite(transaction)
        throw error
      }
      made[name] = Table(handle: handle)
    }
    note(made)
    unsafe try commitWrite(transaction)
    return made
  }
}
