import EntstoreModel

extension Normalizer {
  func lineage(_ transaction: WireTransaction) throws(Refusal) -> Lineage {
    try requiredIdentifier(
      transaction.originalTransactionID, of: transaction.object, "originalTransactionId")
  }

  func lineage(_ renewal: WireRenewal) throws(Refusal) -> Lineage {
    try requiredIdentifier(
      renewal.originalTransactionID, of: renewal.object, "originalTransactionId")
  }

  /// A copy of a purchase. `signedAt` stands for the copy's own clock where it has none.
  func purchase(
    _ transaction: WireTransaction, signedAt: Instant
  ) throws(Refusal) -> PurchaseFact {
    let object = transaction.object
    let kind = kindOfSale(transaction)
    let original = transaction.originalTransactionID
    let transactionID = transaction.transactionID ?? original
    let lineItem = object.says(transaction.lineItemID, "0") ? nil : transaction.lineItemID
    let (purchaseID, purchaseField): (JSONText?, StaticString) =
      switch kind {
      case .autoRenewable where lineItem != nil: (lineItem, "webOrderLineItemId")
      case .nonConsumable: (original, "originalTransactionId")
      case .autoRenewable, .consumable, .nonRenewing, .unknown: (transactionID, "transactionId")
      }
    let isShared = object.says(transaction.ownership, "FAMILY_SHARED")
    return PurchaseFact(
      purchase: try requiredIdentifier(purchaseID, of: object, purchaseField),
      transaction: try requiredIdentifier(transactionID, of: object, "transactionId"),
      product: try requiredIdentifier(transaction.productID, of: object, "productId"),
      kind: kind,
      clock: try instant(transaction.signedDate, field: object.field("signedDate")) ?? signedAt,
      purchasedAt: try required(transaction.purchaseDate, field: object.field("purchaseDate")),
      expiresAt: try instant(transaction.expiresDate, field: object.field("expiresDate")),
      revokedAt: try instant(transaction.revocationDate, field: object.field("revocationDate")),
      isUpgraded: transaction.isUpgraded,
      isRenewal: object.says(transaction.reason, "RENEWAL"),
      ownership: isShared ? .familyShared : .purchased,
      isTrial: object.says(transaction.discountType, "FREE_TRIAL"),
      token: try identifier(transaction.token, of: object, "appAccountToken"),
      // A purchaser has tokens and acts; for a family member there is nothing else.
      appTransaction: isShared
        ? try identifier(transaction.appTransactionID, of: object, "appTransactionId") : nil)
  }

  private func kindOfSale(_ transaction: WireTransaction) -> ProductKindOfSale {
    guard let type = transaction.type else {
      if case .absent = transaction.expiresDate, transaction.lineItemID == nil { return .unknown }
      return .autoRenewable
    }
    let object = transaction.object
    if object.says(type, "Auto-Renewable Subscription") { return .autoRenewable }
    if object.says(type, "Non-Consumable") { return .nonConsumable }
    if object.says(type, "Consumable") { return .consumable }
    return object.says(type, "Non-Renewing Subscription") ? .nonRenewing : .unknown
  }

  func renewalFact(_ renewal: WireRenewal?) throws(Refusal) -> RenewalFact? {
    guard let renewal else { return nil }
    let object = renewal.object
    // Facts follow the envelope's clock; this one is checked because a date in seconds makes the others
    // suspect.
    _ = try instant(renewal.signedDate, field: object.field("signedDate"))
    return RenewalFact(
      product: try identifier(renewal.productID, of: object, "productId"),
      nextProduct: try identifier(renewal.nextProductID, of: object, "autoRenewProductId"),
      willAutoRenew: renewal.willAutoRenew,
      renewalDate: try instant(renewal.renewalDate, field: object.field("renewalDate")),
      graceUntil: try instant(renewal.graceDate, field: object.field("gracePeriodExpiresDate")),
      isRetrying: renewal.isRetrying)
  }

  /// What the store says of the lineage; where it is silent, what the type of a notification implies. A
  /// status never heard of says nothing.
  func storeStatus(_ status: WireNumber, label: EventLabel? = nil) -> StoreStatus? {
    switch status {
    case .value(let number):
      return (1...5).contains(number) ? StoreStatus(rawValue: UInt8(number)) : nil
    case .unusable: return nil
    case .absent:
      switch label?.type {
      case "EXPIRED": return .expired
      case "GRACE_PERIOD_EXPIRED": return .billingRetry
      case "DID_FAIL_TO_RENEW": return label?.subtype == "GRACE_PERIOD" ? .grace : .billingRetry
      case "REVOKE": return .revoked
      default: return nil
      }
    }
  }

  /// Why the lineage expired: the renewal info's word, else that of an EXPIRED.
  func expiryReason(_ renewal: WireRenewal?, label: EventLabel? = nil) -> ExpiryReason? {
    switch renewal?.expirationIntent {
    case .value(let number):
      return UInt8(exactly: number).flatMap(ExpiryReason.init(rawValue:)) ?? .other
    case .unusable: return .other
    case .absent, nil:
      guard label?.type == "EXPIRED", let subtype = label?.subtype else { return nil }
      switch subtype {
      case "VOLUNTARY": return .voluntary
      case "BILLING_RETRY": return .billing
      case "PRICE_INCREASE": return .priceIncrease
      case "PRODUCT_NOT_FOR_SALE": return .productUnavailable
      default: return .other
      }
    }
  }
}
