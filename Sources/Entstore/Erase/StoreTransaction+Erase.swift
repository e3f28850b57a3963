/// What an erasure takes out of a store.
public struct ErasureSummary: Hashable, Sendable {
  /// The lineages that are gone.
  public let lineages: [Lineage]
  /// How many events are gone wholly.
  public let erasedCount: Int
  /// How many events stay, without their payload and under a pseudonym, because somebody else's answers follow from them.
  public let redactedCount: Int
  /// Those of ``lineages`` that open for somebody else too: as long as there are any, nothing is erased.
  public let sharedLineages: [Lineage]
  /// Tokens of theirs that are also subjects with something of their own: a lineage, a part in one, or a token. To these nothing
  /// happens; if one is the same person, erase it too.
  public let namesakes: [Subject]
  /// Whose account token has the person's name, if it is somebody else's: it stays as that. If both are the same person, erase the
  /// other too.
  public let tokenHolder: Subject?
  /// The place of the erasure in the log; `nil` where nothing was, or would be, erased.
  public let sequence: UInt64?
  /// Whether the reason that was given names the person, and so is not kept.
  public let isReasonLeftOut: Bool
}

extension StoreTransaction {
  /// Erases a person: what identifies them is gone from events, payloads and everything derived.
  ///
  /// Lineages that they hold are gone wholly. In one that is somebody else's by now, the person becomes a pseudonym of which
  /// nothing tells whose it was, so that nobody else's answer changes. The digest chain holds, and an event that is delivered
  /// again is a duplicate still. It is an event itself, which names nobody. The file's free pages hold old bytes until it is
  /// compacted.
  ///
  /// - Parameter reason: Why, for a reader of the history; it should name nobody, and is not kept if it names the person. At most
  ///   4 096 bytes.
  /// - Throws: ``StoreError/sharedWithOthers(subject:lineages:)``, ``StoreError/olderFormat(path:found:needed:)``.
  /// - Complexity: O(*n*) for *n* events.
  @discardableResult
  public mutating func erase(subject: Subject, reason: String? = nil) throws -> ErasureSummary {
    let plan = try erasurePlan(of: subject)
    guard let erasure = plan.erasure(reason: reason) else { return plan.summary(nil, reason: reason) }
    if !plan.shared.isEmpty {
      throw StoreError.sharedWithOthers(subject: subject, lineages: plan.shared)
    }
    return plan.summary(try append(local(.erasure(erasure), type: "ERASURE")).sequence, reason: reason)
  }

  /// What ``erase(subject:reason:)`` would do.
  public mutating func erasureSummary(of subject: Subject) throws -> ErasureSummary {
    try erasurePlan(of: subject).summary(nil, reason: nil)
  }

  private mutating func erasurePlan(of subject: Subject) throws -> ErasurePlan {
    try settle()
    return try ErasurePlan(of: subject, in: engine.reader, tables)
  }
}

extension ErasurePlan {
  fileprivate func summary(_ sequence: UInt64?, reason: String?) -> ErasureSummary {
    let erasure = erasure(reason: nil)
    return ErasureSummary(
      lineages: lineages.sorted(), erasedCount: erasure?.erased.count ?? 0,
      redactedCount: erasure?.redacted.count ?? 0, sharedLineages: shared,
      namesakes: namesakes, tokenHolder: tokenHolder, sequence: sequence,
      isReasonLeftOut: sequence != nil && isNaming(reason))
  }
}

extension EntitlementStore {
  /// Erases a person. See ``StoreTransaction/erase(subject:reason:)``.
  @discardableResult
  public func erase(subject: Subject, reason: String? = nil) throws -> ErasureSummary {
    try write { try $0.erase(subject: subject, reason: reason) }
  }
}
