import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

extension StoreTransaction {
  /// Opens `key`, and what it includes, for `subject`, though no store sold it.
  ///
  /// - Parameters:
  ///   - start: The first instant of it; `nil`: now. It may lie in the past or in the future.
  ///   - end: The first instant after it; `nil`: it never ends.
  ///   - reason: Why, for a reader of the history; at most 4 096 bytes.
  /// - Returns: The grant; its lineage is what ``revokeGrant(_:reason:)`` takes.
  /// - Throws: ``StoreError/emptyGrant(from:until:)``.
  /// - Complexity: O(log *n*).
  public mutating func grant(
    _ key: EntitlementKey, to subject: Subject, from start: Instant? = nil, until end: Instant?,
    reason: String? = nil
  ) throws -> Grant {
    let name = try Lineage("grant-" + RandomBytes.make(count: 16).hexadecimal)
    let grant = Grant(
      lineage: name, subject: subject, key: key, from: start ?? now, until: end, reason: reason)
    try append(local(.grant(grant), type: "GRANT"))
    return grant
  }

  /// Gives `subject` the trial of `key`, once: who has had it gets the same one back, with the dates of the first time.
  ///
  /// - Parameter length: How long it lasts from now.
  /// - Returns: The trial, and whether it began with this call.
  /// - Complexity: O(log *n*).
  public mutating func startTrial(
    of key: EntitlementKey, for subject: Subject, lasting length: TimeSpan, reason: String? = nil
  ) throws -> (trial: Grant, isNew: Bool) {
    var words = Array(subject.text.utf8) + [0] + Array(key.text.utf8)
    var name = try Self.trialName(words)
    while let first = try firstGrant(in: name) {
      if first.subject == subject { return (first, false) }
      // One that was handed on, and stayed when whoever had it was erased: they may come again and are new.
      words.append(0)
      name = try Self.trialName(words)
    }
    let trial = Grant(
      lineage: name, subject: subject, key: key, from: now, until: now.advanced(by: length), isTrial: true,
      reason: reason)
    try append(local(.grant(trial), type: "TRIAL"))
    return (trial, true)
  }

  /// The same whoever asks, so that a trial that comes in from elsewhere is known.
  private static func trialName(_ words: [UInt8]) throws -> Lineage {
    try Lineage("trial-" + Array(SHA256.digest(of: words).prefix(16)).hexadecimal)
  }

  /// Takes a grant back, at once and for good.
  ///
  /// - Returns: False if it had been taken back.
  /// - Throws: ``StoreError/noSuchGrant(lineage:)``.
  @discardableResult
  public mutating func revokeGrant(_ lineage: Lineage, reason: String? = nil) throws -> Bool {
    guard try firstGrant(in: lineage) != nil else { throw StoreError.noSuchGrant(lineage: lineage) }
    if try isRevoked(grant: lineage) { return false }
    let revocation = GrantRevocation(lineage: lineage, at: now, reason: reason)
    try append(local(.grantRevoked(revocation), type: "GRANT_REVOKED"))
    return true
  }

  /// Whether the grant of this name was taken back; false for a name that no grant has.
  public func isRevoked(grant lineage: Lineage) throws -> Bool {
    var isRevoked = false
    try engine.reader.forEachTimelineEntry(of: lineage, in: tables.timeline) { _, record in
      if record.facts.void != nil { isRevoked = true }
    }
    return isRevoked
  }

  /// The grant that stands in a lineage: the first in fold order.
  private func firstGrant(in lineage: Lineage) throws -> Grant? {
    var first: UInt64?
    try engine.reader.forEachTimelineEntry(of: lineage, in: tables.timeline) { _, record in
      if first == nil, record.custody?.kind == .grant { first = record.sequence }
    }
    guard let first else { return nil }
    let event = try LogEntry.event(of: engine.reader.logPayload(first, in: tables.events))
    guard case .act(.grant(let grant)) = event.record?.body else {
      throw StoreError.damaged(table: "timeline", reason: .record(field: "custody"))
    }
    return grant
  }
}
