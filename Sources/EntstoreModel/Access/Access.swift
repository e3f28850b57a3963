/// The answer: may this subject use this, why, and until when.
public struct Access: Hashable, Sendable {
  public let isEntitled: Bool
  public let status: AccessStatus
  public let reason: AccessReason
  /// When this answer (status, reason or product) changes if nothing more is heard; `nil`: never.
  public let until: Instant?
  /// When access itself would end then; `nil`: never. Means nothing where `isEntitled` is false, and is `nil` there.
  public let entitledUntil: Instant?

  package init(
    isEntitled: Bool, status: AccessStatus, reason: AccessReason, until: Instant?, entitledUntil: Instant?
  ) {
    self.isEntitled = isEntitled
    self.status = status
    self.reason = reason
    self.until = until
    self.entitledUntil = entitledUntil
  }

  /// Nothing is known: no such subject, or nothing of theirs opens the key.
  public static let none = Access(
    isEntitled: false, status: .none, reason: .none, until: nil, entitledUntil: nil)
}

/// How good one lineage's answer is beside another's: entitled before not; of two that are entitled the later end, then the
/// higher status; of two that are closed the higher status, then whose purchase ended later.
package struct Standing: Comparable, Sendable {
  package let isEntitled: Bool
  /// `Int64.max`: never ends.
  package let until: Int64
  package let status: AccessStatus
  /// When the lineage's newest purchase ended, as its store said; `Int64.max`: never. It counts only where nothing is open.
  package let paidUntil: Int64

  package init(isEntitled: Bool, until: Int64, status: AccessStatus, paidUntil: Int64) {
    self.isEntitled = isEntitled
    self.until = until
    self.status = status
    self.paidUntil = paidUntil
  }

  package init(_ segment: Segment, paidUntil: Instant?) {
    self.init(
      isEntitled: segment.isEntitled, until: segment.until?.epochMilliseconds ?? .max, status: segment.status,
      paidUntil: paidUntil?.epochMilliseconds ?? .max)
  }

  /// Equally good: when a closed answer changes makes it no better, nor does what was paid an open one.
  package static func == (a: Standing, b: Standing) -> Bool {
    !(a < b) && !(b < a)
  }

  /// Whether `a` is the worse of the two.
  package static func < (a: Standing, b: Standing) -> Bool {
    if a.isEntitled != b.isEntitled { return b.isEntitled }
    if a.isEntitled, a.until != b.until { return a.until < b.until }
    if a.status != b.status { return a.status.rawValue > b.status.rawValue }
    return !a.isEntitled && a.paidUntil < b.paidUntil
  }
}
