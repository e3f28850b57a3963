import Foundation

/// What somebody would write in an afternoon: a line is parsed by SQLite's own JSON functions, a repetition is told by the
/// primary key, and the newest event of a lineage is its answer. It does not fold.
enum SQLiteImporter {
  /// Events that share a commit, as many as the tool's.
  private static let batch = 16_384

  private static let parse = """
    SELECT ?1 ->> '$.notificationUUID', ?1 ->> '$.signedDate',
      ?1 ->> '$.data.signedTransactionInfo.originalTransactionId',
      ?1 ->> '$.data.signedTransactionInfo.appAccountToken',
      ?1 ->> '$.data.signedTransactionInfo.expiresDate',
      ?1 -> '$.data.signedTransactionInfo', ?1 ->> '$.data.status'
    """

  /// - Returns: How many events were taken.
  static func run(_ input: String, into path: String) throws -> Int {
    guard let file = fopen(input, "r") else { throw Failure("\(input) cannot be read") }
    defer { fclose(file) }
    let database = try SQLite(path)
    try database.run(SQLiteSchema.text)
    let parse = try database.prepare(parse)
    let event = try database.prepare("INSERT INTO events VALUES (?, ?)")
    let date = try database.prepare("INSERT OR IGNORE INTO by_date VALUES (?, 0, ?, ?) RETURNING 1")
    let timeline = try database.prepare("INSERT OR IGNORE INTO timeline VALUES (?, ?, 0, ?, ?)")
    let lineage = try database.prepare("INSERT OR IGNORE INTO lineages VALUES (?, ?)")
    let newest = try database.prepare(
      "SELECT signed_at FROM timeline WHERE lineage = ? ORDER BY signed_at DESC LIMIT 1")
    let row = try database.prepare(
      "INSERT INTO entitlements VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET row = excluded.row")
    let deadline = try database.prepare("INSERT OR IGNORE INTO deadlines VALUES (?, ?, ?)")
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var sequence = 0
    try database.run("BEGIN")
    while case let length = getline(&line, &capacity, file), length > 0, let line {
      let bytes = UnsafeRawBufferPointer(start: line, count: length - 1)
      parse.bind(1, bytes, isText: true)
      defer { parse.reset() }
      guard try parse.step() else { continue }
      let (id, signedAt, name) = (parse.text(0), Int64(parse.number(1)), parse.text(2))
      let (token, end) = (parse.text(3), Int64(parse.number(4)))
      let (facts, status) = (parse.text(5), parse.text(6))
      date.bind(1, signedAt)
      date.bind(2, id)
      date.bind(3, Int64(sequence + 1))
      let isNew = try date.step()
      date.reset()
      guard isNew else { continue }
      sequence += 1
      event.bind(1, Int64(sequence))
      event.bind(2, bytes)
      try event.runOnce()
      timeline.bind(1, name)
      timeline.bind(2, signedAt)
      timeline.bind(3, id)
      timeline.bind(4, facts)
      try timeline.runOnce()
      lineage.bind(1, name)
      lineage.bind(2, token)
      try lineage.runOnce()
      newest.bind(1, name)
      let isNewest = try newest.step() && newest.number(0) <= signedAt
      newest.reset()
      if isNewest {
        row.bind(1, token)
        row.bind(2, name)
        row.bind(3, "\(end) \(status)")
        try row.runOnce()
        deadline.bind(1, end)
        deadline.bind(2, token)
        deadline.bind(3, name)
        try deadline.runOnce()
      }
      if sequence % batch == 0 { try database.run("COMMIT; BEGIN") }
    }
    try database.run("COMMIT")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return sequence
  }
}
