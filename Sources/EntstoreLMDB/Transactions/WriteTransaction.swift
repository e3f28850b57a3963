import CLMDB

/// All the changes that become visible and durable together, or not at all.
///
/// A call that throws may have spoilt the transaction; then it cannot be committed any more, whoever caught
/// the error.
@safe package struct WriteTransaction: ~Copyable {
  private let transaction: OpaquePointer
  /// The first error that LMDB does not let the transaction recover from.
  private(set) var failure: LMDBError?

  init(_ transaction: OpaquePointer) {
    unsafe self.transaction = transaction
  }

  /// The tables as this transaction sees them, its own changes included, until the next change.
  package var reader: Reader {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(Reader(transaction), borrowing: self) }
  }

  /// Sets the value under `key`, whether or not there is one.
  ///
  /// - Parameter key: 1 to 511 bytes.
  /// - Throws: ``LMDBError/mapFull(path:mapBytes:)``; ``LMDBError/lmdb(operation:path:code:)`` for a bad key.
  /// - Complexity: O(log *n*)
  package mutating func put(_ key: RawSpan, _ value: RawSpan, in table: Table) throws(LMDBError) {
    let code = put(key, value, in: table, flags: 0)
    if code != 0 { throw failing("mdb_put", code) }
  }

  /// Sets the value under `key` if there is none yet.
  ///
  /// - Returns: False if there was one; it stays as it was.
  package mutating func insert(_ key: RawSpan, _ value: RawSpan, in table: Table) throws(LMDBError) -> Bool {
    let code = put(key, value, in: table, flags: MDB_NOOVERWRITE)
    if code == MDB_KEYEXIST { return false }
    if code != 0 { throw failing("mdb_put", code) }
    return true
  }

  /// Adds an entry behind all others, filling pages to the brim: for keys that come in order.
  ///
  /// - Parameter key: Greater than every key in `table`, else ``LMDBError/lmdb(operation:path:code:)`` is
  ///   thrown.
  package mutating func append(_ key: RawSpan, _ value: RawSpan, in table: Table) throws(LMDBError) {
    let code = put(key, value, in: table, flags: MDB_APPEND)
    if code != 0 { throw failing("mdb_put", code) }
  }

  /// Removes the entry under `key`.
  ///
  /// - Returns: Whether there was one.
  package mutating func delete(_ key: RawSpan, in table: Table) throws(LMDBError) -> Bool {
    let code = unsafe MDB_val.lending(key) { key in
      unsafe mdb_del(transaction, table.handle, &key, nil)
    }
    if code == MDB_NOTFOUND { return false }
    if code != 0 { throw failing("mdb_del", code) }
    return true
  }

  /// Removes every entry of `table`, and keeps the table.
  ///
  /// - Complexity: O(*pages*)
  package mutating func clear(_ table: Table) throws(LMDBError) {
    let code = unsafe mdb_drop(transaction, table.handle, 0)
    if code != 0 { throw failing("mdb_drop", code) }
  }

  /// The table of this name, made if it is not there: for this transaction, and once it is committed.
  package mutating func table(making name: String) throws(LMDBError) -> Table {
    var handle: MDB_dbi = 0
    let code = unsafe mdb_dbi_open(transaction, name, UInt32(MDB_CREATE), &handle)
    if code != 0 { throw failing("mdb_dbi_open", code) }
    return Table(handle: handle)
  }

  private func put(_ key: RawSpan, _ value: RawSpan, in table: Table, flags: Int32) -> Int32 {
    unsafe MDB_val.lending(key) { key in
      unsafe MDB_val.lending(value) { value in
        unsafe mdb_put(transaction, table.handle, &key, &value, UInt32(flags))
      }
    }
  }

  private mutating func failing(_ operation: String, _ code: Int32) -> LMDBError {
    let error = unsafe LMDBError.lmdb(operation, in: transaction, returned: code)
    // LMDB refuses a bad key before it touches anything.
    if code != MDB_BAD_VALSIZE && code != MDB_KEYEXIST && failure == nil { failure = error }
    return error
  }
}
