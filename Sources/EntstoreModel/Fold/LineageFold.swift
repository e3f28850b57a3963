/// What a lineage has come to, event by event in the total order.
///
/// Pure and total: no clock, no input or output, no error. Feeding it the same events always leaves the same state, and events
/// are always fed in ascending ``EventPosition``, so the order of their arrival cannot matter.
package struct LineageFold: Sendable {
  package let context: FoldContext
  /// What is signed later than this has not been said yet; `.greatest` where everything counts.
  let asOf: Instant

  private(set) var purchases: [Purchase] = []
  /// Where each purchase stands, once there are many.
  private var places: [PurchaseID: Int] = [:]
  private(set) var newestPlace: Int?
  private var newestRecency: PurchaseRecency?
  private var voids: [PurchaseID: Instant] = [:]

  private(set) var renewal: RenewalFact?
  private(set) var status: StoreStatus?
  private(set) var graceUntil: Instant?
  private(set) var over: Over?
  private(set) var expiryReason: ExpiryReason?
  private(set) var stated: StatedPeriod?
  private(set) var ending: (at: Instant, reason: ExpiryReason)?

  /// The newest clock in the lineage, of an event or of a copy: from here on the schedule holds. `nil`: no event yet.
  package private(set) var horizon: Instant?
  /// The products of stacking terms that any copy has named, whatever became of it: where another purchase of the owner may
  /// have a say, or be told something.
  package private(set) var stackingProducts: Set<ProductID> = []
  /// From where on a purchase lasts that waits for another of its owner; the rest last from their beginning.
  package var starts: [PurchaseID: Instant] = [:]

  /// A lineage of which nothing is known.
  ///
  /// - Parameter asOf: The instant whose knowledge is asked for; `nil`: everything counts.
  package init(context: FoldContext, asOf: Instant? = nil) {
    self.context = context
    self.asOf = asOf ?? .greatest
  }

  /// Folds one event's facts.
  ///
  /// - Precondition: `position` is greater than that of every event before it.
  /// - Complexity: O(1) for most events; O(*p*) for *p* purchases where a status needs the latest end.
  package mutating func apply(_ facts: LineageFacts, at position: EventPosition) {
    let before = (grace: graceUntil, isRenewalOff: renewal?.willAutoRenew == false)
    horizon = max(horizon ?? .least, position.signedAt)
    if let copy = facts.purchase { apply(copy, besides: facts.status) }

    // What a store says of the future counts from when it said it; only a purchase is as old as its own dates.
    guard position.signedAt <= asOf else { return }
    if let void = facts.void { apply(void) }
    if let ending = facts.ending { apply(ending) }
    apply(facts.renewal, under: facts.status ?? status)
    if let reason = facts.expiryReason { expiryReason = reason }
    if let status = facts.status {
      apply(status, signedAt: position.signedAt, renewal: facts.renewal, before: before)
    }
  }

  private mutating func apply(_ copy: PurchaseFact, besides status: StoreStatus?) {
    horizon = max(horizon ?? .least, copy.clock)
    if copy.kind == .nonRenewing, context.stacking.contains(copy.product) {
      stackingProducts.insert(copy.product)
    }
    // Consumables are used up, not held; and nothing exists before it is bought or spoken of.
    guard copy.kind != .consumable, min(copy.purchasedAt, copy.clock) <= asOf else { return }

    let newestBefore = newestPlace
    let place = keep(copy)
    lift(at: place, by: copy, besides: status)
    refreshNewest(changed: place)
    if newestBefore != nil, newestPlace != newestBefore, newestPlace == place { forgetThePeriodBefore() }
  }

  private mutating func keep(_ copy: PurchaseFact) -> Int {
    if let place = place(of: copy.purchase) {
      purchases[place].keep(copy, asOf: asOf)
      return place
    }
    purchases.append(Purchase(first: copy))
    if !voids.isEmpty { purchases[purchases.count - 1].voidedAt = voids[copy.purchase] }
    noteLastPlace()
    return purchases.count - 1
  }

  /// Most lineages have a handful of purchases, and most events are about the last: hashing would cost more than looking.
  private func place(of id: PurchaseID) -> Int? {
    if purchases.count > Self.fewPurchases { return places[id] }
    return purchases.lastIndex { $0.id == id }
  }

  private mutating func noteLastPlace() {
    if purchases.count == Self.fewPurchases + 1 {
      for (place, purchase) in purchases.enumerated() { places[purchase.id] = place }
    } else if purchases.count > Self.fewPurchases {
      places[purchases[purchases.count - 1].id] = purchases.count - 1
    }
  }

  private static var fewPurchases: Int { 16 }

  /// Status 5 revoked the purchase without a date of its own; a later copy without one shows that this was taken back, unless
  /// the event that carries it says that the lineage is over.
  private mutating func lift(at place: Int, by copy: PurchaseFact, besides status: StoreStatus?) {
    guard let revokedAt = purchases[place].revokedByStatusAt, copy.revokedAt == nil, copy.clock > revokedAt,
      copy.clock <= asOf
    else { return }
    switch status {
    case .expired, .billingRetry, .revoked: return
    case .active, .grace, .paused, .pending, nil: purchases[place].revokedByStatusAt = nil
    }
  }

  private mutating func refreshNewest(changed place: Int) {
    let recency = PurchaseRecency(purchases[place])
    if let newest = newestRecency, newestPlace != place {
      if newest < recency { (newestPlace, newestRecency) = (place, recency) }
      return
    }
    if let newest = newestRecency, recency < newest {
      // The newest one has moved back: any other may stand before it now.
      for (other, purchase) in purchases.enumerated() {
        let candidate = PurchaseRecency(purchase)
        if other == 0 || candidate > newestRecency! { (newestPlace, newestRecency) = (other, candidate) }
      }
    } else {
      (newestPlace, newestRecency) = (place, recency)
    }
  }

  /// A new period has begun: what was said of the one before says nothing of this one.
  private mutating func forgetThePeriodBefore() {
    renewal = nil
    status = nil
    graceUntil = nil
    over = nil
    expiryReason = nil
    stated = nil
  }

  private mutating func apply(_ void: VoidFact) {
    let at = min(void.at, voids[void.purchase] ?? .greatest)
    voids[void.purchase] = at
    if let place = place(of: void.purchase) { purchases[place].voidedAt = at }
  }

  private mutating func apply(_ ending: EndingFact) {
    switch ending {
    case .ended(let at, let reason): self.ending = (at, reason)
    case .takenBack: self.ending = nil
    }
  }

  private mutating func apply(_ renewal: RenewalFact?, under status: StoreStatus?) {
    guard let renewal else { return }
    self.renewal = renewal
    if let date = renewal.graceUntil {
      graceUntil = date
    } else if status != .grace {
      // In grace a missing date is a known fault of the store's; elsewhere it means that there is no grace.
      graceUntil = nil
    }
  }

  private mutating func apply(
    _ status: StoreStatus, signedAt: Instant, renewal: RenewalFact?,
    before: (grace: Instant?, isRenewalOff: Bool)
  ) {
    self.status = status
    switch status {
    case .expired, .billingRetry:
      graceUntil = nil
      stated = nil
      if over == nil {
        over = Over(since: signedAt, isSoakDue: isSoakDue(at: signedAt, before: before))
      }
    case .active:
      over = nil
      expiryReason = nil
      stated = StatedPeriod(renewal, signedAt: signedAt)
    case .grace:
      over = nil
      expiryReason = nil
      stated = nil
      if graceUntil == nil { graceUntil = fallbackGrace(signedAt: signedAt) }
    case .revoked:
      stated = nil
      if let newestPlace, purchases[newestPlace].revokedAt == nil {
        purchases[newestPlace].revokedByStatusAt = signedAt
      }
    case .paused, .pending: break
    }
  }

  /// The soak lets EXPIRED and DID_RENEW come in either order. It is due only if access was still open when EXPIRED was
  /// signed: an expiry long after the end, or after the customer left, must not give access back for 90 seconds.
  private func isSoakDue(at signedAt: Instant, before: (grace: Instant?, isRenewalOff: Bool)) -> Bool {
    guard expiryReason != .voluntary else { return false }
    guard let end = [latestEnd, before.grace].compactMap(\.self).max() else { return false }
    let leeway = before.isRenewalOff ? TimeSpan(milliseconds: 0) : context.policy.renewalLeeway
    return signedAt <= end.advanced(by: leeway)
  }

  /// Lets through: whom the store itself calls "in grace" without a date. Until: six days past what was paid.
  private func fallbackGrace(signedAt: Instant) -> Instant {
    let least = signedAt.advanced(by: context.policy.renewalLeeway)
    guard let end = latestEnd else { return least }
    return max(end.advanced(by: context.policy.graceFallback), least)
  }

  /// The latest end of any purchase; `nil` if there is none.
  private var latestEnd: Instant? {
    periods(from: .greatest).map(\.end).max()
  }
}

/// The store has said that the lineage is over.
struct Over: Hashable, Sendable {
  let since: Instant
  let isSoakDue: Bool
}

/// A period that a renewal fact states and that may stand for a purchase never heard of.
struct StatedPeriod: Hashable, Sendable {
  let product: ProductID
  let until: Instant
  let begunAt: Instant

  init?(_ renewal: RenewalFact?, signedAt: Instant) {
    guard let product = renewal?.product, let until = renewal?.renewalDate else { return nil }
    self.product = product
    self.until = until
    begunAt = signedAt
  }
}
