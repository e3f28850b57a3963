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

extension SampleEvent {
  /// Ann bought, renewed and was refunded; Bob has basic and has turned auto-renew off; nobody owns the third.
  static let all = [
    SampleEvent(subtype: "INITIAL_BUY", id: "e1"),
    SampleEvent(type: "DID_RENEW", id: "e2", signed: 30, begins: 30, ends: 60),
    SampleEvent(
      type: "REFUND", id: "e3", signed: 40, begins: 30, ends: 60, revoked: 40, status: 5, renews: false),
    SampleEvent(
      subtype: "INITIAL_BUY", id: "e4", subject: "bob", lineage: "2000", product: "app.basic", signed: 10,
      begins: 10, ends: 40),
    SampleEvent(
      type: "DID_CHANGE_RENEWAL_STATUS", subtype: "AUTO_RENEW_DISABLED", id: "e5", subject: "bob",
      lineage: "2000", product: "app.basic", signed: 12, begins: 10, ends: 40, renews: false),
    SampleEvent(id: "e6", subject: nil, lineage: "3000", signed: 5, begins: 5, ends: 35),
  ]

  static let catalog = """
    {"entitlements": {"pro": {"appStore": ["app.pro"], "includes": ["basic"]},
                      "basic": {"appStore": ["app.basic"]}},
     "products": {"app.season": {"duration": "P30D"}}}
    """
}

extension TestFolder {
  /// Writes ``SampleEvent/all`` to events.ndjson and its catalog to catalog.json, and both into the store s.entstore.
  func makeStore() throws {
    try write(SampleEvent.all.map(\.line), to: "events.ndjson")
    try write(SampleEvent.catalog, to: "catalog.json")
    let imported = try run("import --store s.entstore --unsigned events.ndjson")
    let catalog = try run("catalog set --store s.entstore catalog.json")
    guard imported.code == 0, catalog.code == 0 else {
      throw SampleFailure(text: imported.messages + catalog.messages)
    }
  }
}

/// The sample could not be imported.
struct SampleFailure: Error {
  let text: String
}
