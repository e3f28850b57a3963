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

  private var expectedTimeline: UInt64 = 0
  private var head = Head.empty
  private var catalog = Catalog()
  private var policy = Policy.standard
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
    try verifySettings()
    try verifyDerived()
  }

  /// Only what is derived, for `rebuild`.
  @_lifetime(self: copy self)
  mutating func verifyDerived() throws {
    try verifyIndexesAgainstTheLog()
    try verifyLineages()
  }

  @_lifetime(self: copy self)
  private mutating func verifyLog() throws {
    var link = Head.empty.link
    var expected: UInt64 = 1
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.first()
    while isThere {
      if let sequence = try? Key.sequence(cursor.key) {
        if sequence != expected { report.found(.events, "event \(expected) is missing; next is \(sequence)") }
        if let entry = entry(cursor.value, cursor.key, sequence: sequence) {
          let worked = LogEntry.link(link, sequence, salt: entry.salt, content: entry.content)
          if worked != entry.link {
            report.found(.events, "event \(sequence): the digest chain does not hold")
          }
          link = entry.link
          note(entry.record, sequence: sequence)
        }
        expected = sequence &+ 1
      } else {
        report.found(.events, "a key is not readable")
      }
      report.values += 1
      report.events += 1
      if report.events % 1_024 == 0 { try progress(report.events) }
      isThere = try cursor.next()
    }
    head = try Head.load(reader, tables)
    if head.sequence != expected &- 1 {
      report.found(.meta, "the log ends at \(expected &- 1), and its head says \(head.sequence)")
    }
    if head.link != link { report.found(.meta, "the head's link is not that of the last event") }
  }

  /// An event as it stands in the log, or a fault and `nil`.
  @_lifetime(self: copy self)
  private mutating func entry(_ value: RawSpan, _ key: RawSpan, sequence: UInt64) -> LogEntry? {
    do {
      return try LogEntry(Seal.opened(value, key: key, in: tables.events))
    } catch {
      report.found(.events, "event \(sequence): \(error)")
      return nil
    }
  }

  @_lifetime(self: copy self)
  private mutating func note(_ record: EventRecord, sequence: UInt64) {
    if record.environment != environment {
      report.found(.events, "event \(sequence) is of the \(record.environment) environment")
    }
    switch record.body {
    case .act(.catalog(let latest)): catalog = latest
    case .act(.policy(let latest)): policy = latest
    case .facts: break
    }
    for case .shared(let digest) in record.raw { blobs.insert(digest) }
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

  @_lifetime(self: copy self)
  private mutating func verifySettings() throws {
    let stored = try Settings.load(reader, tables)
    if stored.catalog != catalog { report.found(.meta, "the catalog is not the one last set in the log") }
    if stored.policy != policy { report.found(.meta, "the policy is not the one last set in the log") }
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
