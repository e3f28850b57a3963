/// What a person wants to see of a lineage beside its schedule: the newest purchase, as the store last described it.
public struct LineageSummary: Hashable, Sendable {
  public var product: ProductID?
  public var kind: ProductKindOfSale?
  /// When the newest purchase began.
  public var purchasedAt: Instant?
  /// The end of the newest period as the store stated it; `nil` where it states none.
  public var expiresAt: Instant?
  /// Whether it will renew, if the store said so.
  public var willAutoRenew: Bool?
  public var ownership: Ownership
  public var isTrial: Bool
  /// The newest signed date in the lineage; the schedule holds from here on.
  public var signedAt: Instant

  package init(
    product: ProductID?, kind: ProductKindOfSale?, purchasedAt: Instant?, expiresAt: Instant?,
    willAutoRenew: Bool?,
    ownership: Ownership, isTrial: Bool, signedAt: Instant
  ) {
    self.product = product
    self.kind = kind
    self.purchasedAt = purchasedAt
    self.expiresAt = expiresAt
    self.willAutoRenew = willAutoRenew
    self.ownership = ownership
    self.isTrial = isTrial
    self.signedAt = signedAt
  }
}

extension LineageFold {
  /// The newest purchase in words. A stated period that no purchase is known for counts as the newest.
  package var summary: LineageSummary { summary(Evaluation(self, from: horizon ?? .least)) }

  func summary(_ evaluation: Evaluation) -> LineageSummary {
    let newest = evaluation.newest
    let copy = newest.flatMap { purchases.indices.contains($0.place) ? purchases[$0.place].newestCopy : nil }
    return LineageSummary(
      product: newest?.product, kind: newest?.kind, purchasedAt: newest?.begunAt,
      expiresAt: newest?.statedEnd,
      willAutoRenew: renewal?.willAutoRenew, ownership: newest?.ownership ?? .purchased,
      isTrial: copy?.isTrial ?? false, signedAt: horizon ?? .least)
  }
}
