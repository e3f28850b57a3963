/// How a period ends. Each returns when the subscription was over, `nil` where it goes on.
extension SubjectLife {
  mutating func end(_ subscription: inout ForgedSubscription) throws(Horizon) -> Int64? {
    let leaves: Int64 = subscription.current.isTrial ? 30 : 8
    switch numbers.below(100) {
    case ..<leaves: return try lapse(&subscription)
    case ..<(leaves + 8): return try failToPay(&subscription)
    case ..<(leaves + 9): return try expire(&subscription, "PRICE_INCREASE", intent: 3)
    case ..<(leaves + 10): return try expire(&subscription, "PRODUCT_NOT_FOR_SALE", intent: 4)
    default:
      try renew(&subscription)
      return nil
    }
  }

  /// The next period is charged a little before this one ends, or at its end.
  mutating func renew(_ subscription: inout ForgedSubscription) throws(Horizon) {
    let end = subscription.endsAt
    let early = numbers.chance(50) ? 0 : numbers.between(60_000, 12 * 3_600_000)
    var purchase = self.purchase(of: next(of: subscription), at: end - early)
    purchase.isRenewal = true
    purchase.opensAt = end
    purchase.endsAt = end + purchase.product.period!
    subscription.previous = subscription.current
    begin(purchase, in: &subscription)
    // Some renewals are signed before they begin.
    try record.tell(
      "DID_RENEW", at: purchase.begunAt + numbers.between(-20_000, 60_000), purchase, of: subscription,
      status: 1)
  }

  /// Renewal was turned off, and so it ends.
  mutating func lapse(_ subscription: inout ForgedSubscription) throws(Horizon) -> Int64 {
    if subscription.renews {
      subscription.renews = false
      try tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", of: subscription, from: 860, to: 900)
    }
    return try expire(&subscription, "VOLUNTARY", intent: 1)
  }

  private mutating func expire(
    _ subscription: inout ForgedSubscription, _ subtype: StaticString, intent: Int64, at instant: Int64? = nil
  ) throws(Horizon) -> Int64 {
    subscription.expirationIntent = intent
    subscription.isRetrying = false
    let instant = instant ?? subscription.endsAt + numbers.between(2_000, 3_000_000)
    return try record.tell("EXPIRED", subtype, at: instant, subscription.current, of: subscription, status: 2)
  }

  /// The charge fails: grace where there is any, then retries, until it succeeds or the store gives up after
  /// 60 days.
  private mutating func failToPay(_ subscription: inout ForgedSubscription) throws(Horizon) -> Int64? {
    let end = subscription.endsAt
    subscription.expirationIntent = 2
    subscription.isRetrying = true
    let grace = numbers.pick(subscription.current.product.graceDays) * millisecondsPerDay
    if grace > 0, try payInGrace(&subscription, grace) { return nil }
    if grace == 0 {
      try record.tell(
        "DID_FAIL_TO_RENEW", at: end + delay(), subscription.current, of: subscription, status: 3)
    }
    if numbers.chance(45) {
      let paid = numbers.between(end + grace + millisecondsPerDay, end + 55 * millisecondsPerDay)
      try recover(&subscription, at: paid) { paid + $0 }
      return nil
    }
    return try expire(
      &subscription, "BILLING_RETRY", intent: 2, at: end + 60 * millisecondsPerDay + numbers.below(3_600_000))
  }

  /// - Returns: Whether it was paid while the grace period lasted.
  private mutating func payInGrace(
    _ subscription: inout ForgedSubscription, _ grace: Int64
  ) throws(Horizon) -> Bool {
    let end = subscription.endsAt
    let isPaid = numbers.chance(55)
    let paid = end + numbers.between(3_600_000, grace * 9 / 10)
    subscription.graceUntil = end + grace
    let truth = record.open(
      subscription.current.product, subscription.lineage, from: end, until: end + grace)
    try record.tell(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: end + delay(), subscription.current, of: subscription,
      status: 4)
    if isPaid {
      record.cut(truth, at: paid)
      // No day is lost or won, unless the customer has gone over to so short a period that none of it would
      // be left.
      try recover(&subscription, at: paid) { $0 > grace ? end + $0 : paid + $0 }
      return true
    }
    subscription.graceUntil = nil
    // The store does not always tell this.
    if numbers.chance(80) {
      try record.tell(
        "GRACE_PERIOD_EXPIRED", at: end + grace + delay(), subscription.current, of: subscription, status: 3)
    }
    return false
  }

  private mutating func recover(
    _ subscription: inout ForgedSubscription, at paid: Int64, until end: (Int64) -> Int64
  ) throws(Horizon) {
    var purchase = self.purchase(of: next(of: subscription), at: paid)
    purchase.isRenewal = true
    purchase.endsAt = end(purchase.product.period!)
    subscription.previous = subscription.current
    begin(purchase, in: &subscription)
    try record.tell(
      "DID_RENEW", "BILLING_RECOVERY", at: paid + delay(), purchase, of: subscription, status: 1)
  }

  private func next(of subscription: ForgedSubscription) -> ForgedProduct {
    subscription.nextProduct ?? subscription.current.product
  }
}
