import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// May `subject` use what `key` names at this snapshot's ``now``? Reads the rows where they lie.
  public func access(of subject: Subject, to key: EntitlementKey) throws -> Access {
    // Nothing below holds the snapshot itself: copying it into closures would cost as much as the checksum.
    let (reader, table, now) = (reader, tables.entitlements, now.epochMilliseconds)
    let matcher = settings.openers.matcher(for: key)
    return try subject.withEntitlementPrefix { prefix in
      try reader.access(under: prefix, in: table, matcher, at: now)
    }
  }
}

extension Reader {
  fileprivate func access(
    under prefix: RawSpan, in table: StoreTable, _ matcher: KeyOpeners.Matcher, at now: Int64
  ) throws -> Access {
    var best: (standing: Standing, reason: AccessReason)?
    var reach = Reach(from: now)
    try forEachRow(under: prefix, in: table) { row in
      if let found = try reach.take(row, matcher), best.map({ $0.standing < found.standing }) ?? true {
        best = found
      }
    }
    guard let (standing, reason) = best else { return .none }
    while standing.isEntitled, reach.mayGoOn {
      reach = Reach(from: reach.end)
      try forEachRow(under: prefix, in: table) { row in _ = try reach.take(row, matcher) }
    }
    return Access(
      isEntitled: standing.isEntitled, status: standing.status, reason: reason,
      until: standing.until == .max ? nil : Instant(epochMilliseconds: standing.until),
      entitledUntil: standing.isEntitled && reach.end != .max ? Instant(epochMilliseconds: reach.end) : nil)
  }

  /// Walks the rows whose keys begin with `prefix`.
  private func forEachRow(
    under prefix: RawSpan, in table: StoreTable, _ body: (RowView) throws -> Void
  ) throws {
    var cursor = try cursor(in: table.engine)
    var isThere = try cursor.seek(to: prefix)
    while isThere {
      let key = cursor.key
      guard key.hasPrefix(prefix) else { return }
      try body(RowView(Seal.opened(cursor.value, key: key, in: table)))
      isThere = try cursor.next()
    }
  }
}

/// How far access goes on without a gap over several rows: one carries on where another ends.
private struct Reach {
  private let start: Int64
  /// As far as one row alone carries it from the start.
  private(set) var end: Int64
  /// The last instant at which any row is open.
  private var latest: Int64

  init(from start: Int64) {
    self.start = start
    end = start
    latest = start
  }

  /// Whether another row may carry on at the end: one look at the rows was enough where none is open after it.
  var mayGoOn: Bool { end > start && latest > end }

  /// - Returns: What the row says at the start; `nil`: nothing of what the key names.
  mutating func take(
    _ row: RowView, _ matcher: KeyOpeners.Matcher
  ) throws -> (standing: Standing, reason: AccessReason)? {
    var found: (standing: Standing, reason: AccessReason)?
    var isFirst = true
    var isUnbroken = true
    // Nearly always all segments are of one product.
    var asked: (product: UInt32, opens: Bool)?
    for index in 0..<row.segmentCount {
      let segment = try row.segment(index)
      guard start < segment.until || segment.until == .max else { continue }
      let opens: Bool
      if let asked, asked.product == segment.product {
        opens = asked.opens
      } else {
        opens = try row.opens(segment, matcher)
        asked = (segment.product, opens)
      }
      if isFirst, opens {
        let paidUntil = segment.isEntitled ? .max : try row.expiresAt()
        found = (
          Standing(
            isEntitled: segment.isEntitled, until: segment.until, status: segment.status, paidUntil: paidUntil
          ), segment.reason
        )
      }
      isFirst = false
      if segment.isEntitled, opens {
        if isUnbroken { end = max(end, segment.until) }
        latest = max(latest, segment.until)
      } else {
        isUnbroken = false
      }
    }
    return found
  }
}

extension Subject {
  /// Lends what every key of this subject's rows begins with, without making an array of it.
  fileprivate func withEntitlementPrefix<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    let count = text.utf8.count
    return try unsafe withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { buffer in
      unsafe buffer.copyBytes(from: text.utf8)
      unsafe buffer[count] = 0
      return try unsafe body(UnsafeRawBufferPointer(buffer).bytes)
    }
  }
}

extension RowView {
  fileprivate func opens(_ segment: Compact, _ matcher: KeyOpeners.Matcher) throws -> Bool {
    let rail = rail
    return try product(at: segment.product) { matcher.opens($0, on: rail) }
  }
}
