import CLMDB

/// A new file that tables are written into, each entry behind the one before.
///
/// LMDB copies pages, and on a page lie bytes of entries that were removed long ago: in the room between entries, and as bounds
/// in the pages above. Here nothing is written but what is there.
@safe struct FreshFile: ~Copyable {
  private let environment: OpaquePointer
  private var transaction: OpaquePointer?
  /// Where it lies, for errors.
  private let path: String
  /// Bytes written since the last commit.
  private var pending = 0

  /// Written in one transaction: what it holds in memory until then is bounded.
  private static let largestTransaction = 32 << 20

  /// - Parameter usedBytes: What the file that it becomes a copy of uses.
  init(at path: String, copying usedBytes: Int) throws(LMDBError) {
    var created: OpaquePointer?
    let code = unsafe mdb_env_create(&created)
    guard code == 0, let environment = unsafe created else {
      throw .lmdb("mdb_env_create", path: path, returned: code)
    }
    unsafe mdb_env_set_maxdbs(environment, 64)
    unsafe mdb_env_set_mapsize(environment, 2 * usedBytes + (64 << 20))
    // Nobody else knows of it, and it is on the disk when it is whole.
    let flags = UInt32(MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC | MDB_NORDAHEAD)
    let opened = unsafe mdb_env_open(environment, path, flags, 0o600)
    if opened != 0 {
      unsafe mdb_env_close(environment)
      throw .lmdb("mdb_env_open", path: path, returned: opened)
    }
    unsafe self.environment = environment
    self.path = path
  }

  deinit {
    if let transaction = unsafe transaction { unsafe mdb_txn_abort(transaction) }
    unsafe mdb_env_close(environment)
  }

  /// Adds a table with all the entries of `source`, each after `entry` has looked at it.
  mutating func add(
    _ name: String, _ source: Table, of reader: Reader, _ entry: (RawSpan, RawSpan) throws -> Void
  ) throws {
    var table: MDB_dbi = 0
    try check("mdb_dbi_open", unsafe mdb_dbi_open(try running(), name, UInt32(MDB_CREATE), &table))
    var cursor = try reader.cursor(in: source)
    var isThere = try cursor.first()
    while isThere {
      try entry(cursor.key, cursor.value)
      let transaction = unsafe try running()
      let code = unsafe MDB_val.lending(cursor.key) { key in
        unsafe MDB_val.lending(cursor.value) { value in
          unsafe mdb_put(transaction, table, &key, &value, UInt32(MDB_APPEND))
        }
      }
      try check("mdb_put", code)
      pending += cursor.key.byteCount + cursor.value.byteCount
      if pending >= Self.largestTransaction { try commit() }
      isThere = try cursor.next()
    }
  }

  /// Commits all that was added, and forces it to the disk.
  mutating func finish() throws(LMDBError) {
    try commit()
    try check("mdb_env_sync", unsafe mdb_env_sync(environment, 1))
  }

  private mutating func running() throws(LMDBError) -> OpaquePointer {
    if let transaction = unsafe transaction { return unsafe transaction }
    var begun: OpaquePointer?
    try check("mdb_txn_begin", unsafe mdb_txn_begin(environment, nil, 0, &begun))
    unsafe transaction = begun
    return unsafe begun!
  }

  private mutating func commit() throws(LMDBError) {
    pending = 0
    guard let ended = unsafe transaction else { return }
    unsafe transaction = nil
    try check("mdb_txn_commit", unsafe mdb_txn_commit(ended))
  }

  private func check(_ operation: String, _ code: Int32) throws(LMDBError) {
    if code != 0 { throw .lmdb(operation, path: path, returned: code) }
  }
}
