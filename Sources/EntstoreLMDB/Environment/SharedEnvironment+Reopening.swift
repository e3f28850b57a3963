import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SharedEnvironment {
  /// Opens the file anew, where LMDB has given the environment up because it could not write a header: as soon as this process has
  /// no transaction.
  ///
  /// Gives up after a while: one of the transactions may be the calling thread's own.
  func reopen() throws(LMDBError) {
    for _ in 0..<Self.attempts {
      var result: Result<Void, LMDBError> = .success(())
      let ran = gate.whenEmpty {
        do throws(LMDBError) {
          try replaceEnvironment()
        } catch {
          result = .failure(error)
        }
      }
      if ran { return try result.get() }
      sched_yield()
    }
    throw .mustReopen(path: path, operation: "mdb_txn_begin")
  }

  /// Where this throws there is no environment, and the next transaction tries again.
  private func replaceEnvironment() throws(LMDBError) {
    if unsafe environment != nil {
      var flags: UInt32 = 0
      unsafe mdb_env_get_flags(environment, &flags)
      options.syncs = flags & UInt32(MDB_NOSYNC) == 0
      options.mapBytes = mapBytes
      // Before the new one: closing the lock file later would cost the process its lock on it.
      closeEnvironment()
    }
    // Looked at first: LMDB would make a file that is not there.
    try checkPlace()
    try LockFile.check(beside: path)
    guard
      let opened = unsafe try Self.openEnvironment(path: path, options: options, of: identity, under: lock)
    else { throw .replacedWhileOpening(path: path) }
    do throws(LMDBError) {
      unsafe try findTablesAgain(opened)
    } catch {
      unsafe mdb_env_close(opened)
      throw error
    }
    unsafe environment = opened
  }

  /// Opens the tables in the order in which they were opened first, which gives them the same handles.
  private func findTablesAgain(_ environment: OpaquePointer) throws(LMDBError) {
    let handles = tableNames.withLock { $0.sorted { $0.key < $1.key } }
    var transaction: OpaquePointer?
    let begun = unsafe mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction)
    guard begun == 0, let transaction = unsafe transaction else {
      throw .lmdb("mdb_txn_begin", path: path, returned: begun)
    }
    let (found, _, code) = unsafe Self.findTables(handles.map(\.value), in: transaction)
    unsafe mdb_txn_commit(transaction)
    if code != 0 { throw .lmdb("mdb_dbi_open", path: path, returned: code) }
    // One that was never committed is the last, and nobody has it.
    for (handle, name) in handles {
      if let table = found[name], table.handle != handle {
        throw .missingTable(path: path, table: name, hasOthers: true)
      }
    }
  }
}
