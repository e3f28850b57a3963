/// One purchase as a signed transaction tells of it. Instants are milliseconds since 1970.
struct ForgedPurchase {
  /// Names the transaction and, for a subscription, its line item.
  var number: Int64
  var product: ForgedProduct
  var begunAt: Int64
  /// The end of the period; `nil` for what has none.
  var endsAt: Int64?
  /// From when on the customer has it because of this purchase: where the period before ends, if it was
  /// charged early.
  var opensAt: Int64
  var isTrial = false
  var isRenewal = false
  var isUpgraded = false
  var revocation: ForgedRevocation?
}

/// How a purchase was taken back.
struct ForgedRevocation {
  var at: Int64
  var type: StaticString = "REFUND_FULL"
  var reason: Int64 = 0
}

/// A line of purchases that share an original transaction.
struct ForgedLineage {
  /// The original transaction's id.
  let number: Int64
  let firstBoughtAt: Int64
  /// A family member has it; no account token travels with it.
  var isShared = false
}

/// A subscription as it stands, with what its renewal info says.
struct ForgedSubscription {
  let lineage: ForgedLineage
  var current: ForgedPurchase
  /// The paid period before this one, if it can still be refunded by itself.
  var previous: ForgedPurchase?
  /// Since when it runs without a gap.
  var startedAt: Int64
  var renews = true
  /// The product of the next period, where that is another.
  var nextProduct: ForgedProduct?
  var isRetrying = false
  var graceUntil: Int64?
  var expirationIntent: Int64?
  var priceIncreaseStatus: Int64?
  /// The place of the current period in the truth.
  var truth: Int

  /// The end of the current period.
  var endsAt: Int64 { current.endsAt! }

  /// A new period has begun: what was said of the one before is said no more.
  mutating func begin(_ purchase: ForgedPurchase, truth: Int) {
    current = purchase
    self.truth = truth
    renews = true
    nextProduct = nil
    isRetrying = false
    graceUntil = nil
    expirationIntent = nil
    priceIncreaseStatus = nil
  }
}
