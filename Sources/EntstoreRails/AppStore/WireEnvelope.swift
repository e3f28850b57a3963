/// A decoded notification of version 2.
struct WireNotification: Decodable {
  let type, subtype, id: String?
  let signedDate: WireNumber
  let data: WireData?
  let summary: WireData?
  let appData: WireData?
  let externalPurchaseToken: WireData?

  private enum CodingKeys: String, CodingKey {
    case notificationType, subtype, notificationUUID, signedDate
    case data, summary, appData, externalPurchaseToken
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    type = fields.word(.notificationType)
    subtype = fields.word(.subtype)
    id = try fields.text(.notificationUUID)
    signedDate = fields.number(.signedDate)
    data = try fields.decodeIfPresent(WireData.self, forKey: .data)
    summary = try fields.decodeIfPresent(WireData.self, forKey: .summary)
    appData = try fields.decodeIfPresent(WireData.self, forKey: .appData)
    externalPurchaseToken = try fields.decodeIfPresent(WireData.self, forKey: .externalPurchaseToken)
  }
}

/// What a notification is about, or one item of a status response, or a transaction with its renewal info: the members
/// are the same, and each place has some of them.
struct WireData: Decodable {
  let environment, bundleID, originalTransactionID, externalPurchaseID: String?
  let status: WireNumber
  let transaction: WirePart<WireTransaction>?
  let renewal: WirePart<WireRenewal>?
  let appTransaction: WirePart<WireAppTransaction>?

  private enum CodingKeys: String, CodingKey {
    case environment, bundleId, originalTransactionId, externalPurchaseId, status
    case signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    environment = try fields.text(.environment)
    bundleID = try fields.text(.bundleId)
    originalTransactionID = try fields.text(.originalTransactionId)
    externalPurchaseID = try fields.text(.externalPurchaseId)
    status = fields.number(.status)
    transaction = try fields.part(WireTransaction.self, .signedTransactionInfo)
    renewal = try fields.part(WireRenewal.self, .signedRenewalInfo)
    appTransaction = try fields.part(WireAppTransaction.self, .signedAppTransactionInfo)
  }
}
