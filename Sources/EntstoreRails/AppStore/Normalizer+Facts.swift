import EntstoreModel

/// What one event says about one lineage, decoded and not yet checked; and where each part stands, for refusals.
struct Statement {
  let transaction: WireTransaction?
  let transactionField: String
  let renewal: WireRenewal?
  let renewalField: String
  let status: StoreStatus?
  let reason: ExpiryReason?
  /// The envelope's clock.
  let clock: Instant
}

extension Normalizer {
  /// The facts of a statement; `nil` where it is about no lineage.
  func facts(of statement: Statement) throws(Refusal) -> LineageFacts? {
    if statement.transaction == nil && statement.renewal == nil { return nil }
    let field =
      joined(
        statement.transaction == nil ? statement.renewalField : statement.transactionField,
        "originalTransactionId")
    let original = try agreed([
      (field, statement.transaction?.originalTransactionID),
      (joined(statement.renewalField, "originalTransactionId"), statement.renewal?.originalTransactionID),
    ])
    guard let original else { throw .missing(field: field) }
    return LineageFacts(
      lineage: try identifier(original, field: field), purchase: try purchase(statement, original),
      renewal: try renewal(statement), status: statement.status, expiryReason: statement.reason)
  }

  private func purchase(
    _ statement: Statement, _ original: String
  ) throws(Refusal) -> PurchaseFact? {
    guard let transaction = statement.transaction else { return nil }
    func field(_ name: String) -> String { joined(statement.transactionField, name) }
    guard let product = transaction.productID else { throw .missing(field: field("productId")) }
    let kind = kindOfSale(transaction)
    let transactionID = transaction.transactionID ?? original
    let lineItem = transaction.lineItemID == "0" ? nil : transaction.lineItemID
    let (purchaseID, purchaseField) =
      switch kind {
      case .autoRenewable where lineItem != nil: (lineItem ?? "", "webOrderLineItemId")
      case .nonConsumable: (original, "originalTransactionId")
      case .autoRenewable, .consumable, .nonRenewing, .unknown: (transactionID, "transactionId")
      }
    return PurchaseFact(
      purchase: try identifier(purchaseID, field: field(purchaseField)),
      transaction: try identifier(transactionID, field: field("transactionId")),
      product: try identifier(product, field: field("productId")),
      kind: kind,
      clock: try instant(transaction.signedDate, field: field("signedDate")) ?? statement.clock,
      purchasedAt: try required(transaction.purchaseDate, field: field("purchaseDate")),
      expiresAt: try instant(transaction.expiresDate, field: field("expiresDate")),
      revokedAt: try instant(transaction.revocationDate, field: field("revocationDate")),
      isUpgraded: transaction.isUpgraded,
      isRenewal: transaction.reason == "RENEWAL",
      ownership: transaction.ownership == "FAMILY_SHARED" ? .familyShared : .purchased,
      isTrial: transaction.discountType == "FREE_TRIAL",
      token: try identifier(transaction.token, field: field("appAccountToken")))
  }

  private func kindOfSale(_ transaction: WireTransaction) -> ProductKindOfSale {
    switch transaction.type {
    case "Auto-Renewable Subscription": return .autoRenewable
    case "Non-Consumable": return .nonConsumable
    case "Consumable": return .consumable
    case "Non-Renewing Subscription": return .nonRenewing
    case .some: return .unknown
    case nil:
      if case .absent = transaction.expiresDate, transaction.lineItemID == nil { return .unknown }
      return .autoRenewable
    }
  }

  private func renewal(_ statement: Statement) throws(Refusal) -> RenewalFact? {
    guard let renewal = statement.renewal else { return nil }
    func field(_ name: String) -> String { joined(statement.renewalField, name) }
    // Facts follow the envelope's clock; this one is checked because a date in seconds makes the others suspect.
    _ = try instant(renewal.signedDate, field: field("signedDate"))
    return RenewalFact(
      product: try identifier(renewal.productID, field: field("productId")),
      nextProduct: try identifier(renewal.nextProductID, field: field("autoRenewProductId")),
      willAutoRenew: renewal.willAutoRenew,
      renewalDate: try instant(renewal.renewalDate, field: field("renewalDate")),
      graceUntil: try instant(renewal.graceDate, field: field("gracePeriodExpiresDate")),
      isRetrying: renewal.isRetrying)
  }

  /// What the store says of the lineage; where it is silent, what the notification's type implies. A status never
  /// heard of says nothing.
  func storeStatus(_ status: WireNumber, _ notification: WireNotification?) -> StoreStatus? {
    switch status {
    case .value(let number): return (1...5).contains(number) ? StoreStatus(rawValue: UInt8(number)) : nil
    case .unusable: return nil
    case .absent:
      switch notification?.type {
      case "EXPIRED": return .expired
      case "GRACE_PERIOD_EXPIRED": return .billingRetry
      case "DID_FAIL_TO_RENEW":
        return notification?.subtype == "GRACE_PERIOD" ? .grace : .billingRetry
      case "REVOKE": return .revoked
      default: return nil
      }
    }
  }

  /// Why the lineage expired: the renewal info's word, else that of an EXPIRED.
  func expiryReason(_ renewal: WireRenewal?, _ notification: WireNotification?) -> ExpiryReason? {
    switch renewal?.expirationIntent {
    case .value(let number):
      return UInt8(exactly: number).flatMap(ExpiryReason.init(rawValue:)) ?? .other
    case .unusable: return .other
    case .absent, nil:
      guard notification?.type == "EXPIRED", let subtype = notification?.subtype else { return nil }
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

/// Two hexadecimal digits for each byte, in lower case.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count * 2)
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}
