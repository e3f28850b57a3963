import Entstore

/// Writes an event and what follows from it into the mirror's tables, one transaction an event.
///
/// The row is of the usual size but is not worked out: a fold is not what is compared here.
final class SQLiteAppender: @unchecked Sendable {
  private let database: SQLite
  private let begin: Statement
  private let commit: Statement
  private let event: Statement
  private let date: Statement
  private let timeline: Statement
  private let lineage: Statement
  private let row: Statement
  private let deadline: Statement
  private var sequence: Int
  private let facts = [UInt8](repeating: 1, count: 120)
  private let answer = [UInt8](repeating: 2, count: 110)

  init(_ path: String) throws {
    database = try SQLite(path)
    sequence = try database.number("SELECT max(sequence) FROM events")
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    event = try database.prepare("INSERT INTO events VALUES (?, ?)")
    date = try database.prepare("INSERT OR IGNORE INTO by_date VALUES (?, ?, ?, ?)")
    timeline = try database.prepare("INSERT OR IGNORE INTO timeline VALUES (?, ?, ?, ?, ?)")
    lineage = try database.prepare("INSERT OR IGNORE INTO lineages VALUES (?, ?)")
    row = try database.prepare(
      "INSERT INTO entitlements VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET row = excluded.row")
    deadline = try database.prepare("INSERT OR IGNORE INTO deadlines VALUES (?, ?, ?)")
  }

  func append(_ draft: EventDraft) throws {
    sequence += 1
    let digest = Array(draft.id.text.utf8.prefix(16))
    try begin.runOnce()
    event.bind(1, Int64(sequence))
    try run(event, blob: draft.payload, at: 2)
    date.bind(1, draft.signedAt.epochMilliseconds)
    date.bind(2, Int64(draft.rank))
    date.bind(4, Int64(sequence))
    try run(date, blob: digest, at: 3)
    for fact in draft.facts { try append(fact, of: draft, digest) }
    try commit.runOnce()
  }

  private func append(_ fact: LineageFacts, of draft: EventDraft, _ digest: [UInt8]) throws {
    let name = fact.lineage.text
    let subject = fact.purchase?.token?.text ?? ""
    timeline.bind(1, name)
    timeline.bind(2, draft.signedAt.epochMilliseconds)
    timeline.bind(3, Int64(draft.rank))
    try digest.withUnsafeBytes { digest in
      timeline.bind(4, digest)
      try run(timeline, blob: facts, at: 5)
    }
    lineage.bind(1, name)
    lineage.bind(2, subject)
    try lineage.runOnce()
    row.bind(1, subject)
    row.bind(2, name)
    try run(row, blob: answer, at: 3)
    if let end = fact.purchase?.expiresAt {
      deadline.bind(1, end.epochMilliseconds)
      deadline.bind(2, subject)
      deadline.bind(3, name)
      try deadline.runOnce()
    }
  }

  private func run(_ statement: Statement, blob: [UInt8], at index: Int32) throws {
    try blob.withUnsafeBytes { bytes in
      statement.bind(index, bytes)
      try statement.runOnce()
    }
  }
}
