/// One purchase of one product: all its copies together.
struct Purchase: Sendable {
  let id: PurchaseID
  /// One for each transaction id, the newest signed of its line.
  private(set) var copies: [PurchaseFact]
  /// The smallest clock of any copy that carried the upgrade mark.
  private(set) var firstMarkedAt: Instant?
  /// Set where the store called the whole lineage revoked while this was its newest purchase.
  var revokedByStatusAt: Instant?
  /// Set where the store revoked this purchase by its id; later copies do not lift it.
  var voidedAt: Instant?

  init(first copy: PurchaseFact) {
    id = copy.purchase
    copies = [copy]
    if copy.isUpgraded { firstMarkedAt = copy.clock }
  }

  /// Takes one more copy: of each line the newest signed by `instant` counts or, if none was, the oldest signed after it.
  mutating func keep(_ copy: PurchaseFact, asOf instant: Instant) {
    if let place = copies.firstIndex(where: { $0.transaction == copy.transaction }) {
      let kept = copies[place]
      // Whatever is granted again under the same name, the first stands: a trial cannot be restarted.
      if kept.ownership == .granted { return }
      let replaces =
        copy.clock <= instant
        ? kept.clock > instant || copy.clock >= kept.clock
        : kept.clock > instant && copy.clock < kept.clock
      guard replaces else {
        if copy.isUpgraded && copy.clock <= instant { markSeen(at: copy.clock) }
        return
      }
      // The last place is the latest in fold order, which decides between copies of the same clock.
      copies.remove(at: place)
    }
    copies.append(copy)
    if copy.isUpgraded { markSeen(at: copy.clock) }
  }

  private mutating func markSeen(at clock: Instant) {
    firstMarkedAt = firstMarkedAt.map { min($0, clock) } ?? clock
  }

  /// The copy that speaks for the purchase: the newest signed, the later in fold order among equals.
  var newestCopy: PurchaseFact {
    var newest = copies[0]
    for copy in copies where copy.clock >= newest.clock { newest = copy }
    return newest
  }

  var begunAt: Instant {
    var begun = copies[0].purchasedAt
    for copy in copies where copy.purchasedAt < begun { begun = copy.purchasedAt }
    return begun
  }

  var isUpgraded: Bool { copies.contains { $0.isUpgraded } }

  /// When it was taken back: by a copy that says so, by the store's status, or by its id.
  var revokedAt: Instant? {
    var earliest = [revokedByStatusAt, voidedAt].compactMap(\.self).min()
    let isShared = newestCopy.ownership == .familyShared
    for copy in copies {
      guard let at = copy.revokedAt, !isExcused(copy, revokedAt: at, isShared: isShared) else { continue }
      earliest = earliest.map { min($0, at) } ?? at
    }
    return earliest
  }

  /// A restore after a refund makes a new transaction of the same purchase: bought again, not refunded. A family share comes
  /// back without being bought, so there the date of signing counts.
  private func isExcused(_ revoked: PurchaseFact, revokedAt: Instant, isShared: Bool) -> Bool {
    copies.contains { other in
      other.transaction != revoked.transaction && other.revokedAt == nil
        && (other.purchasedAt > revokedAt || (isShared && other.clock > revokedAt))
    }
  }
}

/// The order of purchases in time: the newest is the greatest, and one that the customer left for another plan never is while
/// there is any that was not left.
struct PurchaseRecency: Comparable {
  let isUpgraded: Bool
  let begunAt: Instant
  let expiresAt: Instant
  let id: PurchaseID

  init(_ purchase: Purchase) {
    isUpgraded = purchase.isUpgraded
    begunAt = purchase.begunAt
    expiresAt = purchase.newestCopy.expiresAt ?? .greatest
    id = purchase.id
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.isUpgraded != b.isUpgraded { return a.isUpgraded }
    if a.begunAt != b.begunAt { return a.begunAt < b.begunAt }
    if a.expiresAt != b.expiresAt { return a.expiresAt < b.expiresAt }
    return a.id < b.id
  }
}
