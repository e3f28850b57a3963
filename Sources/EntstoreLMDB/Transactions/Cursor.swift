import CLMDB

/// A place in a table, moving over its entries in the order of their keys.
///
/// Each move says whether there is an entry there. When it says no, ``key`` and ``value`` must not be read
/// before a move has said yes again; reading them traps.
@safe package struct Cursor: ~Copyable, ~Escapable {
  private let cursor: OpaquePointer
  /// Whose cursor it is, where it is lent.
  private let seat: UnsafeMutablePointer<ReaderSeat>?
  private var entryKey = unsafe MDB_val()
  private var entryValue = unsafe MDB_val()
  private var isOnEntry = false

  @_lifetime(immortal)
  init(_ cursor: OpaquePointer, of seat: UnsafeMutablePointer<ReaderSeat>? = nil) {
    unsafe self.cursor = cursor
    unsafe self.seat = seat
  }

  deinit {
    if let seat = unsafe seat, unsafe seat.pointee.takeBack(cursor) { return }
    unsafe mdb_cursor_close(cursor)
  }

  /// The key of the entry, in place.
  package var key: RawSpan {
    @_lifetime(copy self)
    get {
      precondition(isOnEntry, "the cursor is on no entry")
      return unsafe _overrideLifetime(entryKey.bytes, copying: self)
    }
  }

  /// The value of the entry, in place.
  package var value: RawSpan {
    @_lifetime(copy self)
    get {
      precondition(isOnEntry, "the cursor is on no entry")
      return unsafe _overrideLifetime(entryValue.bytes, copying: self)
    }
  }

  /// Moves to the first entry whose key is `key` or greater; an empty key is before all others.
  ///
  /// - Complexity: O(log *n*)
  @_lifetime(self: copy self)
  package mutating func seek(to key: RawSpan) throws(LMDBError) -> Bool {
    if key.isEmpty { return try first() }
    let cursor = unsafe cursor
    var value = unsafe MDB_val()
    let (code, found) = unsafe MDB_val.lending(key) { key in
      let code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
      return unsafe (code, key)
    }
    return unsafe try arrive(code, key: found, value: value)
  }

  /// Moves to the first entry whose key is `key` or greater; see ``seek(to:)-(RawSpan)``.
  @_lifetime(self: copy self)
  package mutating func seek(to key: [UInt8]) throws(LMDBError) -> Bool {
    unsafe try seek(to: key.span.bytes)
  }

  @_lifetime(self: copy self)
  package mutating func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

  @_lifetime(self: copy self)
  package mutating func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

  /// Moves to the next entry; on a new cursor, to the first.
  @_lifetime(self: copy self)
  package mutating func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

  /// Moves to the previous entry; on a new cursor, to the last.
  @_lifetime(self: copy self)
  package mutating func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

  @_lifetime(self: copy self)
  private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
    let code = unsafe mdb_cursor_get(cursor, &key, &value, operation)
    return unsafe try arrive(code, key: key, value: value)
  }

  @_lifetime(self: copy self)
  private mutating func arrive(_ code: Int32, key: MDB_val, value: MDB_val) throws(LMDBError) -> Bool {
    isOnEntry = code == 0
    if code == MDB_NOTFOUND { return false }
    if code != 0 {
      throw unsafe .lmdb("mdb_cursor_get", in: mdb_cursor_txn(cursor), returned: code)
    }
    unsafe entryKey = key
    unsafe entryValue = value
    return true
  }
}
