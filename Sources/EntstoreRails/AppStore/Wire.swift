/// The fields of `signedTransactionInfo` that facts are made of.
struct WireTransaction {
  /// Where the texts are.
  let object: JSONObject
  let transactionID, originalTransactionID, lineItemID, bundleID, productID: JSONText?
  let type, ownership, reason, discountType, environment, token, appTransactionID: JSONText?
  let signedDate, purchaseDate, expiresDate, revocationDate: WireNumber
  let isUpgraded: Bool

  init(_ object: JSONObject) throws(Refusal) {
    self.object = object
    transactionID = try object.place("transactionId")
    originalTransactionID = try object.place("originalTransactionId")
    lineItemID = try object.place("webOrderLineItemId")
    bundleID = try object.place("bundleId")
    productID = try object.place("productId")
    environment = try object.place("environment")
    token = try object.place("appAccountToken")
    appTransactionID = try object.place("appTransactionId")
    type = object.wordPlace("type")
    ownership = object.wordPlace("inAppOwnershipType")
    reason = object.wordPlace("transactionReason")
    discountType = object.wordPlace("offerDiscountType")
    signedDate = object.number("signedDate")
    purchaseDate = object.number("purchaseDate")
    expiresDate = object.number("expiresDate")
    revocationDate = object.number("revocationDate")
    isUpgraded = object.flag("isUpgraded") ?? false
  }
}

/// The fields of `signedRenewalInfo` that facts are made of.
struct WireRenewal {
  /// Where the texts are.
  let object: JSONObject
  let originalTransactionID, productID, nextProductID, environment: JSONText?
  let willAutoRenew: Bool?
  let isRetrying: Bool
  let expirationIntent, signedDate, renewalDate, graceDate: WireNumber

  init(_ object: JSONObject) throws(Refusal) {
    self.object = object
    originalTransactionID = try object.place("originalTransactionId")
    productID = try object.place("productId")
    nextProductID = try object.place("autoRenewProductId")
    environment = try object.place("environment")
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
  private let place: FieldPath
  /// Where it stands in its payload.
  var path: String { place.text }

  /// The part `name` of `object`; `nil` where it is absent, null or empty.
  @inline(__always)
  init?(_ name: StaticString, of object: JSONObject) {
    guard let value = object.value[name], !value.isString || !value.isBlank else { return nil }
    self.value = value
    place = object.path(of: name)
  }

  var isSigned: Bool { value.isString }

  /// The signed form; `nil` where the part is not signed.
  var signedText: [UInt8]? { value.stringBytes }

  /// The part as an object, taken out of its signed form where it has one.
  func opened() throws(Refusal) -> JSONObject {
    if let text = value.stringBytes { return try CompactJWS(text, field: path).object() }
    guard value.isObject else {
      throw .malformedJSON(field: path, reason: "an object or a signed payload is expected")
    }
    return JSONObject(value: value, at: place)
  }
}
