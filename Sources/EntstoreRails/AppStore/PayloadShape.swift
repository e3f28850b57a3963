/// What a JSON object is, told by its members: no store says it outright.
enum PayloadShape {
  /// An object around one payload: `{"signedPayload": …}`, the body of a webhook or one item of a notification
  /// history; `{"signedTransactionInfo": …}`, a transaction info response. The name and place of what is inside.
  case wrapper(name: String, Range<Int>)
  /// A response with a list: the name and place of the list.
  case list(name: String, Range<Int>)
  /// A status response: the place of its groups.
  case statuses(Range<Int>)
  /// A decoded notification.
  case notification
  /// A transaction and its renewal info, or a status, as members of an object: submitted together, or one item of a
  /// status response.
  case parts
  /// A decoded transaction.
  case transaction
  case unsupported(UnsupportedPayload)
  case unknown

  init(of outline: JSONOutline, in bytes: [UInt8]) {
    func value(_ name: String) -> Range<Int>? {
      guard let range = outline.value(of: name, in: bytes) else { return nil }
      return bytes[range.lowerBound] == UInt8(ascii: "n") ? nil : range
    }
    func has(_ name: String) -> Bool { value(name) != nil }
    func isArray(_ range: Range<Int>) -> Bool { bytes[range.lowerBound] == UInt8(ascii: "[") }

    let data = value("data")
    if has("notificationType") || has("notificationUUID") {
      self = .notification
    } else if let payload = value("signedPayload") {
      self = .wrapper(name: "signedPayload", payload)
    } else if let list = value("notificationHistory"), isArray(list) {
      self = .list(name: "notificationHistory", list)
    } else if let list = value("signedTransactions"), isArray(list) {
      self = .list(name: "signedTransactions", list)
    } else if let data, isArray(data) {
      self = .statuses(data)
    } else if let payload = value("signedTransactionInfo"), !has("signedRenewalInfo"), !has("status") {
      self = .wrapper(name: "signedTransactionInfo", payload)
    } else if has("signedTransactionInfo") || has("signedRenewalInfo") {
      self = .parts
    } else if data != nil || has("summary") || has("appData") || has("externalPurchaseToken") {
      self = .notification
    } else if has("receiptType") || has("originalApplicationVersion") {
      self = .unsupported(.appTransaction)
    } else if has("autoRenewStatus") || has("autoRenewProductId") {
      self = .unsupported(.renewalInfo)
    } else if has("originalTransactionId") || has("transactionId") {
      self = .transaction
    } else if has("notification_type") || has("unified_receipt") {
      self = .unsupported(.notificationVersion1)
    } else if has("receipt-data") || has("latest_receipt") || has("latest_receipt_info")
      || has("signedAppTransactionInfo")
    {
      self = .unsupported(has("signedAppTransactionInfo") ? .appTransaction : .receipt)
    } else {
      self = .unknown
    }
  }
}
