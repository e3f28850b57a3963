import CLMDB

/// One consistent snapshot of all tables, for as long as its transaction runs and not a moment longer.
@safe package struct Reader: ~Escapable {
  let transaction: OpaquePointer
  /// Where its transaction rests between reads; nil inside a write transaction.
  let seat: UnsafeMutablePointer<ReaderSeat>?

  @_lifetime(immortal)
  init(_ transaction: OpaquePointer) {
    unsafe self.transaction = transaction
    unsafe seat = nil
  }

  @_lifetime(immortal)
  init(_ seat: UnsafeMutablePointer<ReaderSeat>) {
    unsafe transaction = seat.pointee.transaction
    unsafe self.seat = seat
  }

  /// Whether it is no part of a write transaction.
  var isReadOnly: Bool { unsafe seat != nil }

  /// The number of the commit that made this snapshot; inside a write transaction, of the commit to come.
  package var transactionID: Int { unsafe mdb_txn_id(transaction) }

  /// The value under `key`, in place; nil if there is none.
  ///
  /// - Complexity: O(log *n*), no allocation.
  @_lifetime(copy self)
  package func value(for key: RawSpan, in table: Table) throws(LMDBError) -> RawSpan? {
    var value = unsafe MDB_val()
    let code = unsafe MDB_val.lending(key) { key in
      unsafe mdb_get(transaction, table.handle, &key, &value)
    }
    switch code {
    case 0: return unsafe _overrideLifetime(value.bytes, copying: self)
    case MDB_NOTFOUND: return nil
    default: throw unsafe .lmdb("mdb_get", in: transaction, returned: code)
    }
  }

  /// The value under `key`; see ``value(for:in:)-(RawSpan,_)``.
  @_lifetime(copy self)
  package func value(for key: [UInt8], in table: Table) throws(LMDBError) -> RawSpan? {
    unsafe try value(for: key.span.bytes, in: table)
  }

  /// A cursor before the first entry of `table`.
  ///
  /// - Complexity: O(1); no allocation for the first one of a table that this reader's slot has met before.
  @_lifetime(copy self)
  package func cursor(in table: Table) throws(LMDBError) -> Cursor {
    if let seat = unsafe seat, let lent = unsafe seat.pointee.lendCursor(in: table.handle) {
      return unsafe _overrideLifetime(Cursor(lent, of: seat), copying: self)
    }
    var cursor: OpaquePointer?
    let code = unsafe mdb_cursor_open(transaction, table.handle, &cursor)
    guard code == 0, let cursor = unsafe cursor else {
      throw unsafe .lmdb("mdb_cursor_open", in: transaction, returned: code)
    }
    return unsafe _overrideLifetime(Cursor(cursor), copying: self)
  }

  /// The number of entries in `table`.
  ///
  /// - Complexity: O(1)
  package func count(of table: Table) throws(LMDBError) -> Int {
    try statistics(of: table).entries
  }

  /// How `table` lies on its pages.
  ///
  /// - Complexity: O(1)
  package func statistics(of table: Table) throws(LMDBError) -> TableStatistics {
    var statistics = MDB_stat()
    let code = unsafe mdb_stat(transaction, table.handle, &statistics)
    if code != 0 { throw unsafe .lmdb("mdb_stat", in: transaction, returned: code) }
    return TableStatistics(statistics)
  }
}
