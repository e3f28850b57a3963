/// The order key of an event's identity: the first 16 bytes of SHA-256 over its rail and id.
///
/// It breaks ties between events of the same clock tick in a way that no delivery can influence.
public struct EventDigest: Hashable, Comparable, Sendable {
  /// Bytes 0 to 7, big-endian.
  public let high: UInt64
  /// Bytes 8 to 15, big-endian.
  public let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public static func < (a: EventDigest, b: EventDigest) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// Where an event stands in the total order in which a lineage is folded, whenever it arrived.
public struct EventPosition: Hashable, Comparable, Sendable {
  public let signedAt: Instant
  /// Orders events of one clock tick, where a rail knows an order.
  public let rank: UInt8
  public let digest: EventDigest

  package init(signedAt: Instant, rank: UInt8, digest: EventDigest) {
    self.signedAt = signedAt
    self.rank = rank
    self.digest = digest
  }

  public static func < (a: EventPosition, b: EventPosition) -> Bool {
    (a.signedAt, a.rank, a.digest) < (b.signedAt, b.rank, b.digest)
  }
}

/// What the fold needs to know besides the events.
package struct FoldContext: Hashable, Sendable {
  package var policy: Policy
  /// How long a non-renewing product lasts, from the catalog.
  package var terms: [ProductID: TimeSpan]
  /// Which of them last one after another, from the catalog.
  package var stacking: Set<ProductID>

  package init(
    policy: Policy = .standard, terms: [ProductID: TimeSpan] = [:], stacking: Set<ProductID> = []
  ) {
    self.policy = policy
    self.terms = terms
    self.stacking = stacking
  }

  package init(policy: Policy, catalog: Catalog) {
    self.init(policy: policy, terms: catalog.terms, stacking: catalog.stacking)
  }
}
