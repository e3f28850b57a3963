/// The fields of `signedTransactionInfo` that facts are made of.
struct WireTransaction {
  let object: JSONObject
  let transactionID, originalTransactionID, lineItemID, bundleID, productID: String?
  let type, ownership, reason, discountType, environment, token, appTransactionID: String?
  let signedDate, purchaseDate, expiresDate, revocationDate: WireNumber
  let isUpgraded: Bool

  init(_ object: JSONObject) throws(Refusal) {
    self.object = object
    transactionID = try object.text("transactionId")
    originalTransactionID = try object.text("originalTransactionId")
    lineItemID = try object.text("webOrderLineItemId")
    bundleID = try object.text("bundleId")
    productID = try object.text("productId")
    environment = try object.text("environment")
    token = try object.text("appAccountToken")
    appTransactionID = try object.text("appTransactionId")
    type = object.word("type")
    ownership = object.word("inAppOwnershipType")
    reason = object.word("transactionReason")
    discountType = object.word("offerDiscountType")
    signedDate = object.number("signedDate")
    purchaseDate = object.number("purchaseDate")
    expiresDate = object.number("expiresDate")
    revocationDate = object.number("revocationDate")
    isUpgraded = object.flag("isUpgraded") ?? false
  }
}

/// The fields of `signedRenewalInfo` that facts are made of.
struct WireRenewal {
  let object: JSONObject
  let originalTransactionID, productID, nextProductID, environment: String?
  let willAutoRenew: Bool?
  let isRetrying: Bool
  let expirationIntent, signedDate, renewalDate, graceDate: WireNumber

  init(_ object: JSONObject) throws(Refusal) {
    self.object = object
    originalTransactionID = try object.text("originalTransactionId")
    productID = try object.text("productId")
    nextProductID = try object.text("autoRenewProductId")
    environment = try object.text("environment")
    willAutoRenew = object.flag("autoRenewStatus")
    isRetrying = object.flag("isInBillingRetryPeriod") ?? false
    expirationIntent = object.number("expirationIntent")
    signedDate = object.number("signedDate")
    renewalDate = object.number("renewalDate")
    graceDate = object.number("gracePeriodExpiresDate")
  }
}

/// A part of an object that comes signed or as the object itself.
struct WirePart {
  private let value: JSONValue
  /// Where it stands in its payload.
  let path: String

  /// The part `name` of `object`; `nil` where it is absent, null or empty.
  init?(_ name: StaticString, of object: JSONObject) {
    guard let value = object.value[name], !value.isString || !value.source.isEmpty else { return nil }
    self.value = value
    path = object.field(name)
  }

  var isSigned: Bool { value.isString }

  /// The signed form; `nil` where the part is not signed.
  var signedText: [UInt8]? { value.string.map { Array($0.utf8) } }

  /// The part as an object, taken out of its signed form where it has one.
  func opened() throws(Refusal) -> JSONObject {
    if let text = value.string { return try CompactJWS(Array(text.utf8), field: path).object() }
    guard value.isObject else {
      throw .malformedJSON(field: path, reason: "an object or a signed payload is expected")
    }
    return JSONObject(value: value, path: path)
  }
}
