import CRawLMDB

/// LMDB as a C program would use it, with the same flags and the same durability, and nothing around it.
final class RawLMDB: @unchecked Sendable {
  let environment: OpaquePointer
  private let isReadOnly: Bool

  init(_ path: String, readOnly: Bool) throws {
    var environment: OpaquePointer?
    try check(mdb_env_create(&environment))
    self.environment = environment!
    isReadOnly = readOnly
    try check(mdb_env_set_maxdbs(self.environment, 64))
    try check(mdb_env_set_mapsize(self.environment, 1 << 40))
    let flags = MDB_NOSUBDIR | MDB_NOTLS | (readOnly ? MDB_RDONLY : 0)
    try check(mdb_env_open(self.environment, path, UInt32(flags), 0o600))
  }

  deinit { mdb_env_close(environment) }

  func table(_ name: String?) throws -> MDB_dbi {
    try transaction { transaction in
      var table = MDB_dbi()
      try check(mdb_dbi_open(transaction, name, 0, &table))
      return table
    }
  }

  func entries(of table: MDB_dbi) throws -> Int { Int(try statistics(of: table).ms_entries) }

  func statistics(of table: MDB_dbi) throws -> MDB_stat {
    try transaction { transaction in
      var statistics = MDB_stat()
      try check(mdb_stat(transaction, table, &statistics))
      return statistics
    }
  }

  /// Every entry in the order of the keys.
  func forEach(
    in table: MDB_dbi, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try transaction { transaction in
      var cursor: OpaquePointer?
      try check(mdb_cursor_open(transaction, table, &cursor))
      defer { mdb_cursor_close(cursor) }
      var key = MDB_val()
      var value = MDB_val()
      while mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0 {
        try body(
          UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size),
          UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
      }
    }
  }

  /// Puts one record and commits.
  func commit(_ key: [UInt8], _ value: [UInt8], in table: MDB_dbi) throws {
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, 0, &transaction))
    try key.withUnsafeBytes { key in
      try value.withUnsafeBytes { value in
        var key = MDB_val(key)
        var value = MDB_val(value)
        try check(mdb_put(transaction, table, &key, &value, 0))
      }
    }
    try check(mdb_txn_commit(transaction))
  }

  private func transaction<R>(_ body: (OpaquePointer) throws -> R) throws -> R {
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, isReadOnly ? UInt32(MDB_RDONLY) : 0, &transaction))
    do {
      let result = try body(transaction!)
      try check(mdb_txn_commit(transaction))
      return result
    } catch {
      mdb_txn_abort(transaction)
      throw error
    }
  }
}

/// One reader: a transaction that is renewed for every record, as cheap as LMDB can be.
final class RawReader {
  private let raw: RawLMDB
  private let transaction: OpaquePointer
  private let table: MDB_dbi

  init(_ raw: RawLMDB, table: MDB_dbi) throws {
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(raw.environment, nil, UInt32(MDB_RDONLY), &transaction))
    mdb_txn_reset(transaction)
    self.raw = raw
    self.transaction = transaction!
    self.table = table
  }

  deinit { mdb_txn_abort(transaction) }

  /// The bytes of the record, or -1.
  func read(_ key: [UInt8]) -> Int {
    mdb_txn_renew(transaction)
    defer { mdb_txn_reset(transaction) }
    return key.withUnsafeBytes { bytes in
      var key = MDB_val(bytes)
      var value = MDB_val()
      return mdb_get(transaction, table, &key, &value) == 0 ? value.mv_size : -1
    }
  }
}

extension MDB_val {
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}

private func check(_ code: Int32) throws {
  if code != 0 { throw Failure("LMDB: \(String(cString: mdb_strerror(code)))") }
}
