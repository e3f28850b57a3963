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
    func has(_ names: StaticString...) -> Bool { names.contains { value[$0] != nil } }
    func isList(_ name: StaticString) -> Bool { value[name]?.isArray ?? false }

    if has("notificationType", "notificationUUID") {
      self = .notification
    } else if has("signedPayload") {
      self = .wrapper("signedPayload")
    } else if isList("notificationHistory") {
      self = .list("notificationHistory")
    } else if isList("signedTransactions") {
      self = .list("signedTransactions")
    } else if isList("data") {
      self = .statuses
    } else if has("signedTransactionInfo"), !has("signedRenewalInfo", "status") {
      self = .wrapper("signedTransactionInfo")
    } else if has("signedTransactionInfo", "signedRenewalInfo") {
      self = .parts
    } else if has("data", "summary", "appData", "externalPurchaseToken") {
      self = .notification
    } else if has("receiptType", "originalApplicationVersion", "signedAppTransactionInfo") {
      self = .unsupported(.appTransaction)
    } else if has("autoRenewStatus", "autoRenewProductId") {
      self = .unsupported(.renewalInfo)
    } else if has("originalTransactionId", "transactionId") {
      self = .transaction
    } else if has("notification_type", "unified_receipt") {
      self = .unsupported(.notificationVersion1)
    } else if has("receipt-data", "latest_receipt", "latest_receipt_info") {
      self = .unsupported(.receipt)
    } else {
      self = .unknown
    }
  }
}
