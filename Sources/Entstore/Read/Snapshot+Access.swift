import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// May `subject` use what `key` names at this snapshot's ``now``? Reads the rows where they lie.
  public func access(of subject: Subject, to key: EntitlementKey) throws -> Access {
    try subject.withEntitlementPrefix { prefix in
      try access(under: prefix, settings.openers.matcher(for: key))
    }
  }

  private func access(under prefix: RawSpan, _ matcher: KeyOpeners.Matcher) throws -> Access {
    var best: (standing: Standing, reason: AccessReason)?
    try forEachRow(under: prefix) { row in
      for index in 0..<row.segmentCount {
        let segment = try row.segment(index)
        guard now.epochMilliseconds < segment.until || segment.until == .max else { continue }
        guard try row.opens(segment, matcher) else { break }
        let standing = Standing(
          isEntitled: segment.isEntitled, until: segment.until, status: segment.status,
          paidUntil: segment.isEntitled ? .max : try row.expiresAt())
        if best.map({ $0.standing < standing }) ?? true { best = (standing, segment.reason) }
        break
      }
    }
    guard let (standing, reason) = best else { return .none }
    return Access(
      isEntitled: standing.isEntitled, status: standing.status, reason: reason,
      until: standing.until == .max ? nil : Instant(epochMilliseconds: standing.until),
      entitledUntil: standing.isEntitled ? try reach(under: prefix, matcher) : nil)
  }

  /// The end of unbroken access over all of the subject's lineages: one carries on where another ends.
  private func reach(under prefix: RawSpan, _ matcher: KeyOpeners.Matcher) throws -> Instant? {
    var reached = now.epochMilliseconds
    while true {
      var furthest = reached
      try forEachRow(under: prefix) { row in
        var end = reached
        for index in 0..<row.segmentCount {
          let segment = try row.segment(index)
          guard end < segment.until || segment.until == .max else { continue }
          guard segment.isEntitled, try row.opens(segment, matcher) else { break }
          end = segment.until
        }
        furthest = max(furthest, end)
      }
      if furthest == .max { return nil }
      if furthest == reached { return Instant(epochMilliseconds: reached) }
      reached = furthest
    }
  }

  /// Walks the rows whose keys begin with `prefix`.
  private func forEachRow(under prefix: RawSpan, _ body: (RowView) throws -> Void) throws {
    var cursor = try reader.cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix)
    while isThere {
      let key = cursor.key
      guard key.hasPrefix(prefix) else { return }
      try body(RowView(Seal.opened(cursor.value, key: key, in: tables.entitlements)))
      isThere = try cursor.next()
    }
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
