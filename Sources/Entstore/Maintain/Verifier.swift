import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// Works everything out again and compares: the log against its chain, the indexes against the log both ways, and what is
/// derived against the fold.
///
/// Whether the indexes hold what the log says, and nothing else, is told by sums over either's entries, each read in its own
/// order. Only where they differ is every entry looked up, to say which.
struct Verifier: ~Escapable {
  let reader: Reader
  let tables: Tables
  let environment: StoreEnvironment
  let companion: Companion
  var report = VerifyReport()
  let progress: (UInt64) throws -> Void

  /// The settings last set in the log.
  var settings = LoggedSettings()
  /// What the log says of tokens: the entries of `accounts` that no lineage makes.
  var accounts: [[UInt8]: [UInt8]] = [:]
  /// What erasures say of events that have not come: the entries of `by_date` that no event makes.
  var awaited: [[UInt8]: [UInt8]] = [:]

  /// - Parameter companion: Reads the same commit as `reader`.
  @_lifetime(copy reader)
  init(
    _ reader: Reader, _ companion: Companion, tables: Tables, environment: StoreEnvironment,
    progress: @escaping (UInt64) throws -> Void
  ) {
    self.reader = reader
    self.companion = companion
    self.tables = tables
    self.environment = environment
    self.progress = progress
  }

  /// - Parameter isWhole: Whether the log itself is looked at; `rebuild` wants only what is derived.
  @_lifetime(self: copy self)
  mutating func run(isWhole: Bool) throws {
    let seed = UInt64.random(in: 0 ... .max)
    let log = try readLog(seed: seed, isWhole: isWhole)
    for part in log { report.add(part.report) }
    if isWhole {
      try verifyHead(log[log.count - 1])
      try verifyBlobs(log.reduce(into: []) { $0.formUnion($1.blobs) })
    }
    for (sequence, act) in log.flatMap(\.acts) {
      settings.apply(act)
      if case .account(let act) = act { note(act, at: sequence) }
    }
    try verifyErasures(log)
    let lineages = try readLineages(at: log.compactMap(\.lineageBound), seed: seed)
    let dates = try readDates(at: log.compactMap(\.dateBound), seed: seed)
    if try !isSame(log.map(\.timeline), lineages.map(\.timeline), in: tables.timeline)
      || !isSame(log.map(\.dates) + [awaitedSum(seed: seed)], dates, in: tables.byDate)
    {
      try verifyIndexesAgainstTheLog()
    } else {
      for part in log { report.values += UInt64(part.dates.count + part.timeline.count) }
    }
    try verifySettings()
    try verifyAccounts()
    for part in lineages { report.add(part.report) }
    try verifyCounts(lineages)
  }

  private func readLog(seed: UInt64, isWhole: Bool) throws -> [LogReading.Part] {
    let reading = LogReading(tables: tables, environment: environment, seed: seed, isWhole: isWhole)
    let progress = progress
    let events = UInt64(try reader.count(of: tables.events.engine))
    func tell(_ ranges: Int) throws { try progress(min(UInt64(ranges * LogReading.length), events)) }
    return try companion.read(
      KeyRange.cut(at: LogReading.bounds(of: events)), with: reader, progress: tell
    ) { try reading.read($0, in: $1) }
  }

  private func readLineages(at bounds: [[UInt8]], seed: UInt64) throws -> [LineageReading.Part] {
    let derivation = Derivation(
      tables: tables, context: settings.context, identity: settings.identity ?? .standard)
    let reading = LineageReading(tables: tables, derivation: derivation, seed: seed)
    return try companion.read(KeyRange.cut(at: bounds), with: reader) { try reading.read($0, in: $1) }
  }

  private func readDates(at bounds: [[UInt8]], seed: UInt64) throws -> [EntrySum?] {
    let reading = DateReading(tables: tables, seed: seed)
    return try companion.read(KeyRange.cut(at: bounds), with: reader) { try reading.read($0, in: $1) }
  }

  /// - Parameter found: `nil` for a part that is damaged.
  private func isSame(_ expected: [EntrySum], _ found: [EntrySum?], in table: StoreTable) throws -> Bool {
    guard let sum = EntrySum(expected) else { return false }
    return try sum == EntrySum(found) && sum.count == reader.count(of: table.engine)
  }

  @_lifetime(self: copy self)
  private mutating func verifyHead(_ last: LogReading.Part) throws {
    do {
      let head = try Head.stored(reader, tables)
      if head.sequence != last.next &- 1 {
        report.found(.meta, "the log ends at \(last.next &- 1), and its head says \(head.sequence)")
      }
      if head.link != last.link { report.found(.meta, "the head's link is not that of the last event") }
    } catch {
      try report.found(.meta, "the head", error)
    }
  }

  /// - Parameter blobs: The digests of all that events share.
  @_lifetime(self: copy self)
  private mutating func verifyBlobs(_ blobs: Set<[UInt8]>) throws {
    var missing = blobs
    var cursor = try reader.cursor(in: tables.blobs.engine)
    var isThere = try cursor.first()
    while isThere {
      let digest = cursor.key.copied()
      if let payload = try report.opened(cursor.value, cursor.key, tables.blobs, "a blob") {
        if SHA256.digest(of: payload.copied()) != digest {
          report.found(.blobs, "a blob is not what its key says")
        }
      }
      if missing.remove(digest) == nil { report.found(.blobs, "a blob belongs to no event") }
      isThere = try cursor.next()
    }
    for _ in missing { report.found(.blobs, "a part of a payload is missing") }
  }
}
