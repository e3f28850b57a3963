import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// Works everything out again and compares: the log against its chain, the indexes against the log both ways, and what is
/// derived against the fold.
struct Verifier: ~Escapable {
  let reader: Reader
  let tables: Tables
  let environment: StoreEnvironment
  var report = VerifyReport()
  let progress: (UInt64) throws -> Void

  /// The settings last set in the log.
  var settings = LoggedSettings()
  /// What the log says of tokens: the entries of `accounts` that no lineage makes.
  var accounts: [[UInt8]: [UInt8]] = [:]
  private var blobs: Set<[UInt8]> = []

  @_lifetime(copy reader)
  init(
    _ reader: Reader, tables: Tables, environment: StoreEnvironment,
    progress: @escaping (UInt64) throws -> Void
  ) {
    self.reader = reader
    self.tables = tables
    self.environment = environment
    self.progress = progress
  }

  /// Everything.
  @_lifetime(self: copy self)
  mutating func run() throws {
    try verifyLog()
    try verifyBlobs()
    try verifyDerived()
  }

  /// Only what is derived, for `rebuild`.
  @_lifetime(self: copy self)
  mutating func verifyDerived() throws {
    try verifyIndexesAgainstTheLog()
    try verifySettings()
    try verifyLineages()
  }

  @_lifetime(self: copy self)
  private mutating func verifyLog() throws {
    var link = Head.empty.link
    var expected: UInt64 = 1
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.first()
    while isThere {
      guard let sequence = try? Key.sequence(cursor.key) else {
        report.found(.events, "a key is no sequence")
        isThere = try cursor.next()
        continue
      }
      if sequence != expected { report.found(.events, "event \(expected) is missing; next is \(sequence)") }
      do {
        let payload = try Seal.opened(cursor.value, key: cursor.key, in: tables.events)
        let entry = try LogEntry(payload)
        let worked = LogEntry.link(
          link, sequence, digest: LogEntry.digest(salt: entry.salt, content: entry.content))
        if worked != entry.link { report.found(.events, "event \(sequence): the digest chain does not hold") }
        link = entry.link
        note(entry.record, sequence: sequence)
      } catch {
        try found(.events, "event \(sequence)", error)
      }
      report.values += 1
      expected = sequence &+ 1
      if sequence % 1_024 == 0 { try progress(sequence) }
      isThere = try cursor.next()
    }
    do {
      let head = try Head.load(reader, tables)
      if head.sequence != expected &- 1 {
        report.found(.meta, "the log ends at \(expected &- 1), and its head says \(head.sequence)")
      }
      if head.link != link { report.found(.meta, "the head's link is not that of the last event") }
    } catch {
      try found(.meta, "the head", error)
    }
  }

  @_lifetime(self: copy self)
  private mutating func note(_ record: EventRecord, sequence: UInt64) {
    if record.environment != environment {
      report.found(.events, "event \(sequence) is of the \(record.environment) environment")
    }
    blobs.formUnion(record.sharedDigests)
  }

  @_lifetime(self: copy self)
  private mutating func verifyBlobs() throws {
    var cursor = try reader.cursor(in: tables.blobs.engine)
    var isThere = try cursor.first()
    while isThere {
      let digest = cursor.key.copied()
      if let payload = try opened(cursor.value, cursor.key, tables.blobs, "a blob") {
        if SHA256.digest(of: payload.copied()) != digest {
          report.found(.blobs, "a blob is not what its key says")
        }
      }
      if blobs.remove(digest) == nil { report.found(.blobs, "a blob belongs to no event") }
      isThere = try cursor.next()
    }
    for _ in blobs { report.found(.blobs, "a part of a payload is missing") }
  }

  /// Notes what is wrong with something stored; a fault of the engine or the system ends the check.
  @_lifetime(self: copy self)
  mutating func found(_ table: TableName, _ what: String, _ error: any Error) throws {
    switch error {
    case is CodecError, is DigestError, StoreError.damaged: report.found(table, "\(what): \(error)")
    default: throw error
    }
  }

  /// A value's payload, or a fault and `nil`.
  @_lifetime(copy value)
  @_lifetime(self: copy self)
  mutating func opened(
    _ value: RawSpan, _ key: RawSpan, _ table: StoreTable, _ what: String
  ) throws -> RawSpan? {
    report.values += 1
    do {
      return try Seal.opened(value, key: key, in: table)
    } catch {
      report.found(table.name, "\(what): \(error)")
      return nil
    }
  }
}
