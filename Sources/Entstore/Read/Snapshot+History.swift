import EntstoreCodec
import EntstoreLMDB

/// Where a page of history ended; the next one begins behind it.
public struct HistoryMark: Hashable, Sendable {
  let position: EventPosition
}

/// Some events, newest first, and where to go on.
public struct HistoryPage: Sendable {
  /// Newest signed first.
  public let events: [LoggedEvent]
  /// Hand this to the next call; `nil`: there is no more.
  public let next: HistoryMark?
}

extension Snapshot {
  /// The events that speak of `lineage`, newest signed first.
  ///
  /// - Parameters:
  ///   - range: Only events signed in it.
  ///   - limit: The most events on the page, at least 1.
  ///   - mark: Where the page before ended; `nil`: the newest.
  /// - Complexity: O(log *n*) plus the page.
  public func history(
    of lineage: Lineage, signedIn range: Range<Instant> = .always, limit: Int, after mark: HistoryMark? = nil
  ) throws -> HistoryPage {
    try page(limit: limit, of: places(of: lineage, in: range, beyond: limit, after: mark))
  }

  /// The events that speak of any lineage of `subject`, newest signed first; an event of several lineages stands once.
  ///
  /// - Complexity: O(*l* (log *n* + page)) for *l* lineages.
  public func history(
    of subject: Subject, signedIn range: Range<Instant> = .always, limit: Int, after mark: HistoryMark? = nil
  ) throws -> HistoryPage {
    var places: [EventPosition: UInt64] = [:]
    let prefix = Key.entitlementPrefix(subject)
    var cursor = try reader.cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      let lineage = try Key.entitlement(cursor.key).lineage
      for place in try self.places(of: lineage, in: range, beyond: limit, after: mark) {
        places[place.position] = place.sequence
      }
      isThere = try cursor.next()
    }
    return try page(limit: limit, of: places.map { (position: $0, sequence: $1) })
  }

  /// The events signed in `range`, newest first.
  ///
  /// - Complexity: O(log *n*) plus the page.
  public func history(
    signedIn range: Range<Instant>, limit: Int, after mark: HistoryMark? = nil
  ) throws -> HistoryPage {
    let bound = Key.date(mark.bound(in: range))
    var places: [(position: EventPosition, sequence: UInt64)] = []
    var cursor = try reader.cursor(in: tables.byDate.engine)
    var isThere = try cursor.seekBefore(bound)
    while isThere, places.count <= limit {
      let position = try Key.date(cursor.key)
      guard position.signedAt >= range.lowerBound else { break }
      let payload = try Seal.opened(cursor.value, key: cursor.key, in: tables.byDate)
      // At the place of an event that was erased before it came there is nothing to tell.
      if case .event(let sequence) = try DateRecord(payload) { places.append((position, sequence)) }
      isThere = try cursor.previous()
    }
    return try page(limit: limit, of: places)
  }

  /// One place more than `limit`, if there are so many: it tells that there is another page.
  private func places(
    of lineage: Lineage, in range: Range<Instant>, beyond limit: Int, after mark: HistoryMark?
  ) throws -> [(position: EventPosition, sequence: UInt64)] {
    let prefix = Key.timelinePrefix(lineage)
    let bound = Key.timeline(lineage, mark.bound(in: range))
    var places: [(position: EventPosition, sequence: UInt64)] = []
    var cursor = try reader.cursor(in: tables.timeline.engine)
    var isThere = try cursor.seekBefore(bound)
    while isThere, places.count <= limit, cursor.key.hasPrefix(prefix.rawSpan) {
      let position = try Key.timeline(cursor.key).position
      guard position.signedAt >= range.lowerBound else { break }
      let payload = try Seal.opened(cursor.value, key: cursor.key, in: tables.timeline)
      places.append((position, try TimelineRecord(payload, lineage: lineage).sequence))
      isThere = try cursor.previous()
    }
    return places
  }

  private func page(
    limit: Int, of places: [(position: EventPosition, sequence: UInt64)]
  ) throws -> HistoryPage {
    precondition(limit > 0, "a page holds at least one event")
    let ordered = places.sorted { $0.position > $1.position }
    let events = try ordered.prefix(limit).map { place in
      guard let event = try event(place.sequence) else {
        throw StoreError.damaged(table: "events", reason: .missing(what: "event \(place.sequence)"))
      }
      return event
    }
    let next = ordered.count > limit ? HistoryMark(position: ordered[limit - 1].position) : nil
    return HistoryPage(events: events, next: next)
  }
}

extension HistoryMark? {
  /// The first position that is not on the page any more, seen from the newest.
  fileprivate func bound(in range: Range<Instant>) -> EventPosition {
    let end = EventPosition(signedAt: range.upperBound, rank: 0, digest: EventDigest(high: 0, low: 0))
    return map { Swift.min($0.position, end) } ?? end
  }
}

extension Range where Bound == Instant {
  /// All of time.
  public static var always: Range<Instant> { Instant.least..<Instant.greatest }
}

extension Cursor {
  /// Goes to the last entry whose key is less than `key`.
  @_lifetime(self: copy self)
  mutating func seekBefore(_ key: [UInt8]) throws -> Bool {
    try seek(to: key.rawSpan) ? try previous() : try last()
  }
}
