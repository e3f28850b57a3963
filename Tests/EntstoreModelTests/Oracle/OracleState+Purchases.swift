import EntstoreModel

/// A purchase: its copies together.
struct OraclePurchase {
  var id: PurchaseID
  var begun: Instant
  var product: ProductID
  var kind: ProductKindOfSale
  var expiresAt: Instant?
  var isRenewal: Bool
  var ownership: Ownership
  var isUpgraded: Bool
  var firstMark: Instant?
  var revokedAt: Instant?
  /// §4 step 1: known from the renewal fact alone, and the newest whatever its dates are.
  var isStated = false
}

extension OracleState {
  /// §2 step 1: "A purchase is its copies together", in the order (purchasedAt, expiresAt, id).
  var purchases: [OraclePurchase] {
    kept.values.filter { !$0.isEmpty }.map { purchase(of: Array($0.values)) }.sorted { $0.precedes($1) }
  }

  /// §2 step 1: the greatest among those not upgraded; among all, if all are.
  var newest: OraclePurchase? {
    let all = purchases
    return all.last { !$0.isUpgraded } ?? all.last
  }

  private func purchase(of copies: [Seen]) -> OraclePurchase {
    // "begun at the earliest purchasedAt, other fields from the newest copy, upgraded if any copy is"
    let newest = copies.max { ($0.copy.clock, $0.place) < ($1.copy.clock, $1.place) }!.copy
    let begun = copies.map(\.copy.purchasedAt).min()!
    let isUpgraded = copies.contains { $0.copy.isUpgraded }
    let revocations = [
      revocation(of: copies.map(\.copy), ownership: newest.ownership),
      revokedByStatus[newest.purchase], voided[newest.purchase],
    ]
    return OraclePurchase(
      id: newest.purchase, begun: begun, product: newest.product, kind: newest.kind,
      expiresAt: newest.expiresAt, isRenewal: newest.isRenewal, ownership: newest.ownership,
      isUpgraded: isUpgraded, firstMark: isUpgraded ? firstMark(of: newest.purchase) : nil,
      revokedAt: revocations.compactMap(\.self).min())
  }

  /// §2 step 1: the earliest revocation that no other copy excuses.
  private func revocation(of copies: [PurchaseFact], ownership: Ownership) -> Instant? {
    let unexcused = copies.compactMap { revoked -> Instant? in
      guard let at = revoked.revokedAt else { return nil }
      let isExcused = copies.contains { other in
        other.transaction != revoked.transaction && other.revokedAt == nil
          && (other.purchasedAt > at || ownership == .familyShared && other.clock > at)
      }
      return isExcused ? nil : at
    }
    return unexcused.min()
  }

  /// §3: "its first marked copy's clock".
  private func firstMark(of purchase: PurchaseID) -> Instant? {
    let marked = (seen[purchase] ?? [:]).flatMap { transaction, copies in
      copies.filter {
        $0.copy.isUpgraded && ($0.copy.clock <= asOf || kept[purchase]?[transaction] == $0)
      }
    }
    return marked.map(\.copy.clock).min()
  }
}

extension OraclePurchase {
  /// §2 step 1: the order (purchasedAt, expiresAt, id); what a renewal fact states comes last (§4 step 1).
  func precedes(_ other: OraclePurchase) -> Bool {
    if isStated != other.isStated { return other.isStated }
    if begun != other.begun { return begun < other.begun }
    let (mine, its) = (expiresAt ?? .greatest, other.expiresAt ?? .greatest)
    if mine != its { return mine < its }
    return id < other.id
  }
}
