import EntstoreModel

extension OracleState {
  /// The latest end of the purchases known, without any stated period; `nil` if there are none.
  var latestEnd: Instant? {
    let all = purchases
    return all.map { end(of: $0, among: all) }.max()
  }

  /// §3: the earliest of these. `all` is in order; forever is ``Instant/greatest``.
  func end(of purchase: OraclePurchase, among all: [OraclePurchase]) -> Instant {
    let paidUntil = paidUntil(purchase)
    let later = all.filter { purchase.precedes($0) }
    var ends = [paidUntil]
    if let revokedAt = purchase.revokedAt { ends.append(revokedAt) }
    if purchase.isUpgraded {
      // "the start of the next purchase (until one is seen: its first marked copy's clock + renewalLeeway)"
      if let next = later.first {
        ends.append(next.begun)
      } else if let mark = purchase.firstMark {
        ends.append(mark.advanced(by: policy.renewalLeeway))
      }
    }
    // "the start of a later purchase of another product …, unless that is a renewal begun no earlier than
    // earlyCharge before this one's expiresAt"
    let earliestCharge = paidUntil.advanced(by: policy.earlyCharge.negated)
    for other in later where other.product != purchase.product {
      if other.isRenewal && other.begun >= earliestCharge { continue }
      ends.append(other.begun)
    }
    if let ended { ends.append(ended.at) }  // §9
    return ends.min()!
  }

  /// §3: `expiresAt`; only a non-consumable may lack it and last forever.
  private func paidUntil(_ purchase: OraclePurchase) -> Instant {
    if let expiresAt = purchase.expiresAt { return expiresAt }
    switch purchase.kind {
    case .nonConsumable: return .greatest
    case .nonRenewing:
      return terms[purchase.product].map { purchase.begun.advanced(by: $0) } ?? purchase.begun
    case .autoRenewable, .consumable, .unknown: return purchase.begun
    }
  }
}
