/// What a JSON object is, told by its members: no store says it outright.
enum PayloadShape {
  /// An object around one payload: `{"signedPayload": …}`, the body of a webhook or one item of a
  /// notification history; `{"signedTransactionInfo": …}`, a transaction info response. The name of what is
  /// inside.
  case wrapper(StaticString)
  /// A response with a list: the name of the list.
  case list(StaticString)
  /// A subscription status response.
  case statuses
  /// A decoded notification.
  case notification
  /// A transaction with its renewal info, or with a status, as members of an object: submitted together, or
  /// one item of a status response.
  case parts
  /// A decoded transaction.
  case transaction
  case unsupported(UnsupportedPayload)
  case unknown

  init(of value: JSONValue) {
    @inline(__always)
    func has(_ name: StaticString) -> Bool { value.member(name, NameTag.of(name)) != nil }
    @inline(__always)
    func isList(_ name: StaticString) -> Bool { value[name]?.isArray ?? false }

    if has("notificationType") || has("notificationUUID") {
      self = .notification
    } else if has("signedPayload") {
      self = .wrapper("signedPayload")
    } else if isList("notificationHistory") {
      self = .list("notificationHistory")
    } else if isList("signedTransactions") {
      self = .list("signedTransactions")
    } else if isList("data") {
      self = .statuses
    } else if has("signedTransactionInfo"), !has("signedRenewalInfo"), !has("status") {
      self = .wrapper("signedTransactionInfo")
    } else if has("signedTransactionInfo") || has("signedRenewalInfo") {
      self = .parts
    } else if value["object"]?.string == "event" {
      self = .unsupported(.stripeEvent)
    } else if has("message") && has("subscription") || has("packageName") {
      self = .unsupported(.playNotification)
    } else if has("data") || has("summary") || has("appData") || has("externalPurchaseToken") {
      self = .notification
    } else if has("receiptType") || has("originalApplicationVersion")
      || has("signedAppTransactionInfo")
    {
      self = .unsupported(.appTransaction)
    } else if has("autoRenewStatus") || has("autoRenewProductId") {
      self = .unsupported(.renewalInfo)
    } else if has("originalTransactionId") || has("transactionId") {
      self = .transaction
    } else if has("notification_type") || has("unified_receipt") {
      self = .unsupported(.notificationVersion1)
    } else if has("receipt-data") || has("latest_receipt") || has("latest_receipt_info") {
      self = .unsupported(.receipt)
    } else {
      self = .unknown
    }
  }
}
