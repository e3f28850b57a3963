/// One purchase of one product: all its copies together.
struct Purchase: Sendable {
  let id: PurchaseID
  /// One for each transaction id, the newest signed of its line.
  private(set) var copies: [PurchaseFact]
  /// The copy that speaks for the purchase: the newest signed, the later in fold order among equals.
  private(set) var newestIndex = 0
  /// The earliest date of purchase of any copy.
  private(set) var begunAt: Instant
  /// The end that the newest copy states; `nil` where it states none. It cannot last longer than that.
  private(set) var expiresAt: Instant?
  /// Whether any copy carries the upgrade mark.
  private(set) var isUpgraded: Bool
  /// The smallest clock of any copy that carried the upgrade mark.
  private(set) var firstMarkedAt: Instant?
  /// Set where the store called the whole lineage revoked while this was its newest purchase.
  var revokedByStatusAt: Instant?
  /// Set where the store revoked this purchase by its id; later copies do not lift it.
  var voidedAt: Instant?

  init(first copy: PurchaseFact) {
    id = copy.purchase
    copies = [copy]
    begunAt = copy.purchasedAt
    expiresAt = copy.expiresAt
    isUpgraded = copy.isUpgraded
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
    lookThroughCopies()
  }

  /// Asked for far more often than copies come.
  private mutating func lookThroughCopies() {
    newestIndex = 0
    begunAt = copies[0].purchasedAt
    isUpgraded = copies[0].isUpgraded
    for index in copies.indices.dropFirst() {
      if copies[index].clock >= copies[newestIndex].clock { newestIndex = index }
      if copies[index].purchasedAt < begunAt { begunAt = copies[index].purchasedAt }
      if copies[index].isUpgraded { isUpgraded = true }
    }
    expiresAt = copies[newestIndex].expiresAt
  }

  private mutating func markSeen(at clock: Instant) {
    firstMarkedAt = firstMarkedAt.map { min($0, clock) } ?? clock
  }

  var newestCopy: PurchaseFact { copies[newestIndex] }

  /// When it was taken back: by a copy that says so, by the store's status, or by its id.
  var revokedAt: Instant? {
    var earliest: Instant?
    if let revokedByStatusAt { earliest = revokedByStatusAt }
    if let voidedAt { earliest = min(voidedAt, earliest ?? voidedAt) }
    for index in copies.indices {
      guard let at = copies[index].revokedAt else { continue }
      let isShared = copies[newestIndex].ownership == .familyShared
      guard !isExcused(copies[index], revokedAt: at, isShared: isShared) else { continue }
      earliest = min(at, earliest ?? at)
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
    expiresAt = purchase.expiresAt ?? .greatest
    id = purchase.id
  }

  /// The order in time alone, whether or not the customer left it for another plan.
  func isBefore(_ other: Self) -> Bool {
    if begunAt != other.begunAt { return begunAt < other.begunAt }
    if expiresAt != other.expiresAt { return expiresAt < other.expiresAt }
    return id < other.id
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.isUpgraded != b.isUpgraded { return a.isUpgraded }
    return a.isBefore(b)
  }
}
