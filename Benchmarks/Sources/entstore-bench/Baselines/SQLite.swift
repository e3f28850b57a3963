import CSQLite

/// SQLite with prepared statements, WAL and a full sync of every commit.
final class SQLite: @unchecked Sendable {
  private let connection: OpaquePointer

  init(_ path: String) throws {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK, let connection else {
      throw Failure("SQLite cannot open \(path)")
    }
    self.connection = connection
    sqlite3_busy_timeout(connection, 10_000)
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA mmap_size = 1099511627776")
    try run("PRAGMA cache_size = -262144")
  }

  deinit { sqlite3_close_v2(connection) }

  func run(_ text: String) throws {
    guard sqlite3_exec(connection, text, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func prepare(_ text: String) throws -> Statement {
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v3(connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        == SQLITE_OK
    else { throw failure() }
    return Statement(statement!, self)
  }

  /// The first column of the first row.
  func number(_ text: String) throws -> Int {
    let statement = try prepare(text)
    return try statement.step() ? statement.number(0) : 0
  }

  fileprivate func failure() -> Failure { Failure("SQLite: \(String(cString: sqlite3_errmsg(connection)))") }
}

/// A prepared statement, to be run again and again.
final class Statement {
  private let statement: OpaquePointer
  private let owner: SQLite

  fileprivate init(_ statement: OpaquePointer, _ owner: SQLite) {
    self.statement = statement
    self.owner = owner
  }

  deinit { sqlite3_finalize(statement) }

  /// The bytes must stay as they are until ``reset()``.
  func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer, isText: Bool = false) {
    let count = Int32(bytes.count)
    // An empty blob has no address, and nothing at no address is NULL.
    if bytes.baseAddress == nil {
      sqlite3_bind_zeroblob(statement, index, 0)
    } else if isText {
      sqlite3_bind_text(statement, index, bytes.assumingMemoryBound(to: CChar.self).baseAddress, count, nil)
    } else {
      sqlite3_bind_blob(statement, index, bytes.baseAddress, count, nil)
    }
  }

  func bind(_ index: Int32, _ number: Int64) { sqlite3_bind_int64(statement, index, number) }

  func bind(_ index: Int32, _ text: String) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, index, text, -1, transient)
  }

  /// False at the end.
  func step() throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw owner.failure()
    }
  }

  func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  /// Bytes of a column, read as a program would read them.
  func byteCount(_ column: Int32) -> Int {
    _ = sqlite3_column_blob(statement, column)
    return Int(sqlite3_column_bytes(statement, column))
  }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  func reset() { sqlite3_reset(statement) }

  /// Runs it to its end and makes it ready to be run again.
  func runOnce() throws {
    while try step() {}
    reset()
  }
}
