/// What happens within a period. Each has a part of the period of its own, so that they come in this order.
extension SubjectLife {
  /// The price goes up, and the customer agrees.
  mutating func raisePrice(_ subscription: inout ForgedSubscription) throws(Horizon) {
    subscription.priceIncreaseStatus = 0
    try tell("PRICE_INCREASE", "PENDING", of: subscription, from: 100, to: 150)
    subscription.priceIncreaseStatus = 1
    try tell("PRICE_INCREASE", "ACCEPTED", of: subscription, from: 160, to: 200)
  }

  /// Turns renewal off and on again.
  mutating func toggle(_ subscription: inout ForgedSubscription) throws(Horizon) {
    subscription.renews = false
    try tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", of: subscription, from: 250, to: 290)
    subscription.renews = true
    try tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", of: subscription, from: 300, to: 350)
  }

  /// Gets back what the period before cost; the current one is not touched.
  mutating func refundThePeriodBefore(_ subscription: inout ForgedSubscription) throws(Horizon) {
    guard var before = subscription.previous else { return }
    let revoked = moment(of: subscription, from: 400, to: 440)
    before.revocation = ForgedRevocation(at: revoked, reason: numbers.below(2))
    subscription.previous = nil
    try record.tell("REFUND", at: revoked + delay(), before, of: subscription, status: 1)
    guard numbers.chance(40) else { return }
    before.revocation = nil
    try record.tell(
      "REFUND_REVERSED", at: moment(of: subscription, from: 460, to: 490), before, of: subscription, status: 1
    )
  }

  /// Chooses another product for the next period; some take it back.
  mutating func chooseForLater(_ subscription: inout ForgedSubscription) throws(Horizon) {
    let choices = subscription.current.product.downgrades
    if choices.isEmpty { return }
    subscription.nextProduct = numbers.pick(choices)
    try tell("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", of: subscription, from: 500, to: 550)
    guard numbers.chance(25) else { return }
    subscription.nextProduct = nil
    try tell("DID_CHANGE_RENEWAL_PREF", nil, of: subscription, from: 560, to: 590)
  }

  /// Goes over to a better product at once.
  ///
  /// - Returns: Whether there is a better one.
  mutating func upgrade(_ subscription: inout ForgedSubscription) throws(Horizon) -> Bool {
    let choices = subscription.current.product.upgrades
    if choices.isEmpty { return false }
    let at = moment(of: subscription, from: 600, to: 650)
    var left = subscription.current
    record.cut(subscription.truth, at: at)
    let purchase = self.purchase(of: numbers.pick(choices), at: at)
    subscription.previous = nil
    begin(purchase, in: &subscription)
    let told = try record.tell(
      "DID_CHANGE_RENEWAL_PREF", "UPGRADE", at: at + delay(), purchase, of: subscription, status: 1)
    guard numbers.chance(40) else { return true }
    // What is left of the old period is paid back; only this shows the mark of the upgrade.
    left.isUpgraded = true
    left.revocation = ForgedRevocation(at: at, type: "REFUND_PRORATED")
    try record.tell("REFUND", at: told + delay(), left, of: subscription, status: 1)
    return true
  }

  /// Asks for the money back and does not get it.
  mutating func askInVain(_ subscription: ForgedSubscription) throws(Horizon) {
    let asked = moment(of: subscription, from: 660, to: 680)
    try record.tell(
      "CONSUMPTION_REQUEST", at: asked, subscription.current, of: subscription, status: 1,
      requestReason: "UNSATISFIED_WITH_PURCHASE")
    try record.tell(
      "REFUND_DECLINED", at: asked + numbers.between(600_000, 3_600_000), subscription.current,
      of: subscription,
      status: 1)
  }

  /// Gets back what the current period cost, which turns renewal off.
  ///
  /// - Returns: Whether that was taken back within the period.
  mutating func refund(_ subscription: inout ForgedSubscription) throws(Horizon) -> Bool {
    let revoked = moment(of: subscription, from: 700, to: 750)
    subscription.current.revocation = ForgedRevocation(at: revoked, reason: numbers.below(2))
    subscription.renews = false
    record.cut(subscription.truth, at: revoked)
    try record.tell("REFUND", at: revoked + delay(), subscription.current, of: subscription, status: 5)
    guard numbers.chance(50) else { return false }
    subscription.current.revocation = nil
    let reversed = try tell("REFUND_REVERSED", nil, of: subscription, from: 760, to: 850)
    subscription.truth = record.open(
      subscription.current.product, subscription.lineage, from: reversed, until: subscription.endsAt)
    return true
  }

  /// The store tells of the current period at an instant between two thousandths of it.
  @discardableResult
  mutating func tell(
    _ type: StaticString, _ subtype: StaticString?, of subscription: ForgedSubscription, from low: Int64,
    to high: Int64
  ) throws(Horizon) -> Int64 {
    try record.tell(
      type, subtype, at: moment(of: subscription, from: low, to: high), subscription.current,
      of: subscription,
      status: 1)
  }
}
