import CRawLMDB

/// The tables and indexes of a store as somebody would write them down for SQLite.
enum SQLiteSchema {
  static let text = """
    CREATE TABLE events (sequence INTEGER PRIMARY KEY, record BLOB NOT NULL);
    CREATE TABLE by_date (signed_at INTEGER, rank INTEGER, digest BLOB, sequence INTEGER,
      PRIMARY KEY (signed_at, rank, digest)) WITHOUT ROWID;
    CREATE TABLE timeline (lineage TEXT, signed_at INTEGER, rank INTEGER, digest BLOB, facts BLOB,
      PRIMARY KEY (lineage, signed_at, rank, digest)) WITHOUT ROWID;
    CREATE TABLE lineages (lineage TEXT PRIMARY KEY, record BLOB) WITHOUT ROWID;
    CREATE TABLE entitlements (subject TEXT, lineage TEXT, row BLOB, PRIMARY KEY (subject, lineage)) WITHOUT ROWID;
    CREATE TABLE deadlines (instant INTEGER, subject TEXT, lineage TEXT,
      PRIMARY KEY (instant, subject, lineage)) WITHOUT ROWID;
    """
  static let tables = ["events", "by_date", "timeline", "lineages", "entitlements", "deadlines"]
}

/// Copies a store, record by record and without the checksums, into SQLite tables with the same keys.
enum SQLiteMirror {
  private typealias Bytes = Slice<UnsafeRawBufferPointer>
  /// Version and checksum in front of every value of a store.
  private static let sealBytes = 9

  static func make(_ path: String, from raw: String) throws {
    let raw = try RawLMDB(raw, readOnly: true)
    let database = try SQLite(path)
    try database.run(SQLiteSchema.text)
    for name in SQLiteSchema.tables {
      try database.run("BEGIN")
      try fill(name, database, raw)
      try database.run("COMMIT")
    }
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func fill(_ name: String, _ database: SQLite, _ raw: RawLMDB) throws {
    let columns = [
      "events": 2, "by_date": 4, "timeline": 5, "lineages": 2, "entitlements": 3, "deadlines": 3,
    ]
    let places = [String](repeating: "?", count: columns[name]!).joined(separator: ",")
    let insert = try database.prepare("INSERT INTO \(name) VALUES (\(places))")
    try raw.forEach(in: raw.table(name)) { key, value in
      let value = UnsafeRawBufferPointer(rebasing: value[min(sealBytes, value.count)...])
      switch name {
      case "events":
        insert.bind(1, number(key[...]))
        insert.bind(2, value)
      case "by_date":
        bindPosition(insert, 1, key[...])
        // A count: seven bits a byte, the lowest first.
        insert.bind(4, value.reversed().reduce(0) { $0 << 7 | Int64($1 & 0x7f) })
      case "timeline":
        let end = key.firstIndex(of: 0)!
        insert.bind(1, part(key[..<end]), isText: true)
        bindPosition(insert, 2, key[(end + 1)...])
        insert.bind(5, value)
      case "lineages":
        insert.bind(1, key, isText: true)
        insert.bind(2, value)
      case "entitlements":
        bindOwner(insert, 1, key[...])
        insert.bind(3, value)
      default:
        insert.bind(1, instant(key.prefix(8)))
        bindOwner(insert, 2, key.dropFirst(8))
      }
      try insert.runOnce()
    }
  }

  private static func part(_ bytes: Bytes) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes)
  }

  private static func number(_ bytes: Bytes) -> Int64 {
    bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func instant(_ bytes: Bytes) -> Int64 {
    Int64(bitPattern: bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ 1 << 63)
  }

  private static func bindPosition(_ statement: Statement, _ index: Int32, _ bytes: Bytes) {
    statement.bind(index, instant(bytes))
    statement.bind(index + 1, Int64(bytes[bytes.startIndex + 8]))
    statement.bind(index + 2, part(bytes.dropFirst(9)))
  }

  private static func bindOwner(_ statement: Statement, _ index: Int32, _ bytes: Bytes) {
    let end = bytes.firstIndex(of: 0)!
    statement.bind(index, part(bytes[..<end]), isText: true)
    statement.bind(index + 1, part(bytes[(end + 1)...]), isText: true)
  }
}
