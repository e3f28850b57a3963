/// A decoded App Store notification about one monthly subscription, as a line of JSON.
struct SampleEvent {
  var type = "SUBSCRIBED"
  var subtype: String?
  var id: String
  var subject: String? = "ann"
  var lineage: String? = "1000"
  var product = "app.pro"
  /// Days from 2026-01-01T00:00:00Z, the same for all dates here.
  var signed: Double = 0
  var begins: Double = 0
  var ends: Double = 30
  var revoked: Double?
  var environment = "Production"
  var status = 1
  var renews = true

  /// 2026-01-01T00:00:00Z.
  static let firstDay: Int64 = 1_767_225_600_000

  static func milliseconds(_ day: Double) -> Int64 { firstDay + Int64(day * 86_400_000) }

  var line: String {
    var members = [#""notificationType": "\#(type)""#]
    if let subtype { members.append(#""subtype": "\#(subtype)""#) }
    members += [
      #""notificationUUID": "\#(id)""#, #""version": "2.0""#, #""signedDate": \#(Self.milliseconds(signed))"#,
      #""data": {"bundleId": "app", "environment": "\#(environment)", "status": \#(status), "signedTransactionInfo": \#(transaction), "signedRenewalInfo": \#(renewal)}"#,
    ]
    return "{" + members.joined(separator: ", ") + "}"
  }

  private var transaction: String {
    var members: [String] = []
    if let lineage { members.append(#""originalTransactionId": "\#(lineage)""#) }
    if let subject { members.append(#""appAccountToken": "\#(subject)""#) }
    if let revoked { members.append(#""revocationDate": \#(Self.milliseconds(revoked))"#) }
    members += [
      #""transactionId": "t\#(Int(begins))""#, #""webOrderLineItemId": "w\#(Int(begins))""#,
      #""bundleId": "app""#, #""productId": "\#(product)""#,
      #""purchaseDate": \#(Self.milliseconds(begins))"#, #""expiresDate": \#(Self.milliseconds(ends))"#,
      #""type": "Auto-Renewable Subscription""#, #""inAppOwnershipType": "PURCHASED""#,
      #""environment": "\#(environment)""#, #""signedDate": \#(Self.milliseconds(signed))"#,
    ]
    return "{" + members.joined(separator: ", ") + "}"
  }

  private var renewal: String {
    var members = [
      #""productId": "\#(product)""#, #""autoRenewProductId": "\#(product)""#,
      #""autoRenewStatus": \#(renews ? 1 : 0)"#, #""environment": "\#(environment)""#,
      #""signedDate": \#(Self.milliseconds(signed))"#,
    ]
    if let lineage { members.append(#""originalTransactionId": "\#(lineage)""#) }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
