/// A part of a payload that comes signed or as the object itself.
enum WirePart<Content: Decodable>: Decodable {
  case signed(String)
  case decoded(Content)

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .signed(text)
    } else {
      self = .decoded(try Content(from: decoder))
    }
  }

  var isSigned: Bool {
    if case .signed = self { true } else { false }
  }
}

extension KeyedDecodingContainer {
  /// A part that may be absent, null or empty; anything but a text or an object is an error.
  func part<Content>(_ type: Content.Type, _ key: Key) throws -> WirePart<Content>? {
    guard let part = try decodeIfPresent(WirePart<Content>.self, forKey: key) else { return nil }
    if case .signed(let text) = part, text.isEmpty { return nil }
    return part
  }
}

/// The fields of `signedTransactionInfo` that facts are made of.
struct WireTransaction: Decodable {
  let transactionID, originalTransactionID, lineItemID, bundleID, productID: String?
  let type, ownership, reason, discountType, environment, token: String?
  let signedDate, purchaseDate, expiresDate, revocationDate: WireNumber
  let isUpgraded: Bool

  private enum CodingKeys: String, CodingKey {
    case transactionId, originalTransactionId, webOrderLineItemId, bundleId, productId, type
    case inAppOwnershipType, transactionReason, offerDiscountType, environment, appAccountToken
    case signedDate, purchaseDate, expiresDate, revocationDate, isUpgraded
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    transactionID = try fields.text(.transactionId)
    originalTransactionID = try fields.text(.originalTransactionId)
    lineItemID = try fields.text(.webOrderLineItemId)
    bundleID = try fields.text(.bundleId)
    productID = try fields.text(.productId)
    environment = try fields.text(.environment)
    token = try fields.text(.appAccountToken)
    type = fields.word(.type)
    ownership = fields.word(.inAppOwnershipType)
    reason = fields.word(.transactionReason)
    discountType = fields.word(.offerDiscountType)
    signedDate = fields.number(.signedDate)
    purchaseDate = fields.number(.purchaseDate)
    expiresDate = fields.number(.expiresDate)
    revocationDate = fields.number(.revocationDate)
    isUpgraded = fields.flag(.isUpgraded) ?? false
  }
}

/// The fields of `signedRenewalInfo` that facts are made of.
struct WireRenewal: Decodable {
  let originalTransactionID, productID, nextProductID, environment: String?
  let willAutoRenew: Bool?
  let isRetrying: Bool
  let expirationIntent: WireNumber
  let signedDate, renewalDate, graceDate: WireNumber

  private enum CodingKeys: String, CodingKey {
    case originalTransactionId, productId, autoRenewProductId, environment, autoRenewStatus
    case isInBillingRetryPeriod, expirationIntent, signedDate, renewalDate, gracePeriodExpiresDate
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    originalTransactionID = try fields.text(.originalTransactionId)
    productID = try fields.text(.productId)
    nextProductID = try fields.text(.autoRenewProductId)
    environment = try fields.text(.environment)
    willAutoRenew = fields.flag(.autoRenewStatus)
    isRetrying = fields.flag(.isInBillingRetryPeriod) ?? false
    expirationIntent = fields.number(.expirationIntent)
    signedDate = fields.number(.signedDate)
    renewalDate = fields.number(.renewalDate)
    graceDate = fields.number(.gracePeriodExpiresDate)
  }
}

/// The fields of an app transaction that say where it belongs.
struct WireAppTransaction: Decodable {
  let environment, bundleID: String?

  private enum CodingKeys: String, CodingKey { case receiptType, environment, bundleId }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    environment = try fields.text(.receiptType) ?? fields.text(.environment)
    bundleID = try fields.text(.bundleId)
  }
}
