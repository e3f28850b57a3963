import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// May `subject` use what `key` names at this snapshot's ``now``? Reads the rows where they lie.
  public func access(of subject: Subject, to key: EntitlementKey) throws -> Access {
    let prefix = Key.entitlementPrefix(subject)
    let matcher = settings.openers.matcher(for: key)
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
  private func reach(under prefix: [UInt8], _ matcher: KeyOpeners.Matcher) throws -> Instant? {
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
  private func forEachRow(under prefix: [UInt8], _ body: (RowView) throws -> Void) throws {
    var cursor = try reader.cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere {
      let key = cursor.key
      guard key.hasPrefix(prefix.rawSpan) else { return }
      try body(RowView(Seal.opened(cursor.value, key: key, in: tables.entitlements)))
      isThere = try cursor.next()
    }
  }
}

extension RowView {
  fileprivate func opens(_ segment: Compact, _ matcher: KeyOpeners.Matcher) throws -> Bool {
    let rail = rail
    return try product(at: segment.product) { matcher.opens($0, on: rail) }
  }
}
