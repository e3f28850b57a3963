/// What the App Store signs. All of it decodes as any of it, so the fields decide that one kind has and the
/// others have not.
public enum SignedKind: String, Hashable, Sendable, CaseIterable {
  case notification
  case transaction
  case renewalInfo = "renewal info"
  case appTransaction = "app transaction"

  init?(of object: JSONObject) {
    func has(_ name: StaticString) -> Bool { object.value[name] != nil }
    let isNotification = has("notificationType")
    let isTransaction = has("transactionId")
    let isRenewal = has("autoRenewStatus") || has("autoRenewProductId")
    let isAppTransaction = has("receiptType")
    switch (isNotification, isTransaction, isRenewal, isAppTransaction) {
    case (true, false, false, false): self = .notification
    case (false, true, false, false): self = .transaction
    case (false, false, true, false): self = .renewalInfo
    case (false, false, false, true): self = .appTransaction
    default: return nil
    }
  }

  /// The field that says when it was signed.
  var dateField: StaticString {
    self == .appTransaction ? "receiptCreationDate" : "signedDate"
  }
}
