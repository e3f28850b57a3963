extension SubjectLife {
  /// Subscribes, lives through the periods, and may come back after the end: on the same lineage or on a new
  /// one.
  mutating func subscribe(from start: Int64) throws(Horizon) {
    var start = start
    while let back = try subscribeOnce(from: start) { start = back }
  }

  /// What new customers buy, the likelier ones twice.
  private static let offers: [ForgedProduct] = [
    .basicWeekly, .basicMonthly, .basicMonthly, .basicYearly, .proMonthly, .proMonthly, .proYearly,
  ]

  /// One lineage from its first purchase on.
  ///
  /// - Returns: When the customer comes back on a new lineage; `nil`: never.
  private mutating func subscribeOnce(from start: Int64) throws(Horizon) -> Int64? {
    let product = numbers.pick(Self.offers)
    let isTrial = product != .basicWeekly && numbers.chance(45)
    var subscription = try begin(product, at: start, isTrial: isTrial)
    while true {
      let over = try liveToTheEnd(&subscription)
      let back = over + numbers.between(1, 60) * millisecondsPerDay + numbers.below(millisecondsPerDay)
      let choice = numbers.below(100)
      if choice < 15 { return back }
      if choice >= 55 { return nil }
      try resubscribe(&subscription, at: back)
    }
  }

  private mutating func begin(
    _ product: ForgedProduct, at start: Int64, isTrial: Bool, isShared: Bool = false
  ) throws(Horizon) -> ForgedSubscription {
    var purchase = self.purchase(of: product, at: start)
    if isTrial {
      purchase.isTrial = true
      purchase.endsAt = start + 7 * millisecondsPerDay
    }
    let lineage = ForgedLineage(number: purchase.number, firstBoughtAt: start, isShared: isShared)
    let truth = record.open(product, lineage, from: start, until: purchase.endsAt!)
    let subscription = ForgedSubscription(
      lineage: lineage, current: purchase, startedAt: start, truth: truth)
    try record.tell(
      "SUBSCRIBED", "INITIAL_BUY", at: start + delay(), purchase, of: subscription, status: 1)
    return subscription
  }

  private mutating func resubscribe(_ subscription: inout ForgedSubscription, at instant: Int64)
    throws(Horizon)
  {
    let product = numbers.pick([subscription.current.product, ForgedProduct.basicMonthly, .proMonthly])
    let purchase = self.purchase(of: product, at: instant)
    subscription.previous = nil
    subscription.startedAt = instant
    begin(purchase, in: &subscription)
    try record.tell(
      "SUBSCRIBED", "RESUBSCRIBE", at: instant + delay(), purchase, of: subscription, status: 1)
  }

  /// Lives through periods until one has no successor.
  ///
  /// - Returns: When it was over.
  private mutating func liveToTheEnd(_ subscription: inout ForgedSubscription) throws(Horizon) -> Int64 {
    while true {
      if let over = try livePeriod(&subscription) { return over }
    }
  }

  /// Lives through the current period until the next has begun.
  ///
  /// - Returns: When the subscription was over; `nil`: it goes on.
  private mutating func livePeriod(_ subscription: inout ForgedSubscription) throws(Horizon) -> Int64? {
    if numbers.chance(2) { try raisePrice(&subscription) }
    if numbers.chance(5) { try toggle(&subscription) }
    if subscription.previous != nil, numbers.chance(5) { try refundThePeriodBefore(&subscription) }
    if numbers.chance(8) { try chooseForLater(&subscription) }
    if numbers.chance(6), try upgrade(&subscription) { return nil }
    if numbers.chance(3) { try askInVain(subscription) }
    if numbers.chance(4) {
      guard try refund(&subscription) else { return subscription.current.revocation!.at }
      return try lapse(&subscription)
    }
    return try end(&subscription)
  }

  /// A family member has what somebody else pays for, until that ends or is no longer shared.
  mutating func share(from start: Int64) throws(Horizon) {
    var subscription = try begin(
      numbers.pick([ForgedProduct.proMonthly, .proYearly]), at: start, isTrial: false, isShared: true)
    while !numbers.chance(10) {
      if numbers.chance(15) {
        let revoked = moment(of: subscription, from: 100, to: 800)
        subscription.current.revocation = ForgedRevocation(at: revoked, type: "FAMILY_REVOKE")
        subscription.renews = false
        record.cut(subscription.truth, at: revoked)
        try record.tell("REVOKE", at: revoked + delay(), subscription.current, of: subscription, status: 5)
        return
      }
      try renew(&subscription)
    }
    _ = try lapse(&subscription)
  }
}

extension SubjectLife {
  /// A purchase of a whole period.
  mutating func purchase(of product: ForgedProduct, at instant: Int64) -> ForgedPurchase {
    ForgedPurchase(
      number: record.newNumber(), product: product, begunAt: instant, endsAt: instant + product.period!,
      opensAt: instant)
  }

  /// Puts `purchase` in the place of the current one.
  mutating func begin(_ purchase: ForgedPurchase, in subscription: inout ForgedSubscription) {
    let truth = record.open(
      purchase.product, subscription.lineage, from: purchase.opensAt, until: purchase.endsAt!)
    subscription.begin(purchase, truth: truth)
  }

  /// An instant of the current period, between two thousandths of it.
  mutating func moment(of subscription: ForgedSubscription, from low: Int64, to high: Int64) -> Int64 {
    let opensAt = subscription.current.opensAt
    return opensAt + (subscription.endsAt - opensAt) / 1_000 * numbers.between(low, high)
  }
}
