import EntstoreCodec
import EntstoreLMDB

/// Reads a part of the log: what it says of itself, and what should stand beside it.
struct LogReading: Sendable {
  let tables: Tables
  let environment: StoreEnvironment
  let seed: UInt64
  /// Whether the log itself is looked at, or only what follows from it.
  let isWhole: Bool

  /// Events that are read by one thread at a time.
  static let length = 1_024

  /// What a part of the log comes to.
  struct Part: Sendable {
    /// What is wrong with the log itself.
    var report = VerifyReport()
    /// What should stand in `by_date` and in `timeline`.
    var dates: EntrySum
    var timeline: EntrySum
    /// Acts that no timeline holds.
    var acts: [(sequence: UInt64, act: Act)] = []
    var blobs: Set<[UInt8]> = []
    /// Events of which an erasure must have left nothing, or only what has this digest.
    var erased: [(sequence: UInt64, position: EventPosition)] = []
    var redacted: [(sequence: UInt64, position: EventPosition, remainder: [UInt8])] = []
    /// The end of the chain so far, and the sequence that comes next.
    var link = Head.empty.link
    var next: UInt64 = 1
    /// Where `by_date` and `timeline` can be cut, so that each of their parts is of about as many events.
    var dateBound: [UInt8]?
    var lineageBound: [UInt8]?
  }

  /// Where a log of so many events is cut.
  static func bounds(of events: UInt64) -> [[UInt8]] {
    stride(from: UInt64(length), to: events, by: length).map { Key.event($0 + 1) }
  }

  func read(_ range: KeyRange, in reader: Reader) throws -> Part {
    var part = Part(dates: EntrySum(seed: seed), timeline: EntrySum(seed: seed))
    if isWhole { try findEnd(before: range, in: reader, &part) }
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.seek(to: range.first.rawSpan)
    while isThere, range.contains(cursor.key) {
      try read(cursor.value, at: cursor.key, into: &part)
      isThere = try cursor.next()
    }
    return part
  }

  /// The link and the sequence behind which the range begins, by the last events that have one.
  private func findEnd(before range: KeyRange, in reader: Reader, _ part: inout Part) throws {
    if range.first.isEmpty { return }
    var cursor = try reader.cursor(in: tables.events.engine)
    var isThere = try cursor.seek(to: range.first.rawSpan) ? try cursor.previous() : try cursor.last()
    var hasNext = false
    while isThere {
      if let sequence = try? Key.sequence(cursor.key) {
        if !hasNext { (part.next, hasNext) = (sequence &+ 1, true) }
        if let entry = try? LogEntry(Seal.opened(cursor.value, key: cursor.key, in: tables.events)) {
          part.link = entry.link
          return
        }
      }
      isThere = try cursor.previous()
    }
  }

  private func read(_ value: RawSpan, at key: RawSpan, into part: inout Part) throws {
    guard let sequence = try? Key.sequence(key) else {
      if isWhole { part.report.found(.events, "a key is no sequence") }
      return
    }
    part.report.events += 1
    if isWhole {
      part.report.values += 1
      if sequence != part.next {
        part.report.found(.events, "event \(part.next) is missing; next is \(sequence)")
      }
      part.next = sequence &+ 1
    }
    do {
      let payload = try Seal.opened(value, key: key, in: tables.events)
      if isWhole {
        let entry = try LogEntry(payload)
        check(entry, sequence, &part)
        expect(entry.event, at: sequence, &part)
      } else {
        expect(try LogEntry.event(of: payload), at: sequence, &part)
      }
    } catch {
      // Where only what stands beside the log is looked at, nothing stands beside what cannot be read.
      if isWhole { try part.report.found(.events, "event \(sequence)", error) }
    }
  }

  private func check(_ entry: LogEntry, _ sequence: UInt64, _ part: inout Part) {
    if LogEntry.link(part.link, sequence, digest: entry.digest) != entry.link {
      part.report.found(.events, "event \(sequence): the digest chain does not hold")
    }
    part.link = entry.link
    let position = entry.event.position
    guard let record = entry.event.record else {
      if !entry.isBornErased { part.erased.append((sequence, position)) }
      return
    }
    if record.environment != environment {
      part.report.found(.events, "event \(sequence) is of the \(record.environment) environment")
    }
    part.blobs.formUnion(record.sharedDigests)
    if let remainder = entry.remainder { part.redacted.append((sequence, position, remainder)) }
  }

  private func expect(_ event: LoggedRecord, at sequence: UInt64, _ part: inout Part) {
    let position = event.position
    let (date, place) = (Key.date(position), DateRecord.event(sequence).encoded())
    part.dates.add(place.rawSpan, at: date.rawSpan)
    if part.dateBound == nil { part.dateBound = date }
    guard let record = event.record else { return }
    for entry in record.timeline(at: sequence) {
      let (key, payload) = (Key.timeline(entry.facts.lineage, position), entry.encoded())
      part.timeline.add(payload.rawSpan, at: key.rawSpan)
      if part.lineageBound == nil { part.lineageBound = Key.timelinePrefix(entry.facts.lineage) }
    }
    guard case .act(let act) = record.body else { return }
    switch act {
    case .catalog, .policy, .identity, .account, .erasure: part.acts.append((sequence, act))
    case .custody, .grant, .grantRevoked: break
    }
  }
}
