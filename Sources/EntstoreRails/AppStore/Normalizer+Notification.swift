import EntstoreModel

extension Normalizer {
  /// The event of a notification. `signed` is the text that it was taken from, where it came signed.
  func draft(
    ofNotification object: JSONObject, _ parts: OpenedParts, signed: [UInt8]?, provenance: Provenance,
    at place: Place
  ) throws(Refusal) -> EventDraft {
    let data = try object.object("data")
    let summary = try object.object("summary")
    let appData = try object.object("appData")
    let token = try object.object("externalPurchaseToken")
    try admit(place.outer.environment, field: "environment")
    try admit("environment", of: data)
    try admit("environment", of: summary)
    try admit("environment", of: appData)
    try admit(tokenEnvironment(token), field: token?.field("externalPurchaseId"))
    let transaction: WireTransaction? =
      if let object = parts.transaction { try WireTransaction(object) } else { nil }
    let renewal: WireRenewal? = if let object = parts.renewal { try WireRenewal(object) } else { nil }
    let app = parts.appTransaction
    if let transaction { try admit(transaction.environment, of: transaction.object, "environment") }
    if let renewal { try admit(renewal.environment, of: renewal.object, "environment") }
    try admit("receiptType", of: app)
    var bundleID = Agreement()
    try bundleID.add(place.outer.bundleID, field: "bundleId")
    try bundleID.add("bundleId", of: data)
    if let transaction { try bundleID.add(transaction.bundleID, of: transaction.object, "bundleId") }
    try bundleID.add("bundleId", of: summary)
    try bundleID.add("bundleId", of: appData)
    try bundleID.add("bundleId", of: app)
    try bundleID.add("bundleId", of: token)
    let label = EventLabel(
      type: object.word("notificationType") ?? "NOTIFICATION", subtype: object.word("subtype"))
    if provenance == .vouched, let data, transaction == nil, renewal == nil,
      Self.typesAboutAPurchase.contains(label.type)
    {
      throw .missing(field: data.field("signedTransactionInfo"))
    }
    let signedAt = try required(object.number("signedDate"), field: object.field("signedDate"))
    let id: EventID? = try identifier(
      try object.place("notificationUUID"), of: object, "notificationUUID")
    return EventDraft(
      rail: .appStore, id: id ?? digestID(of: object, signed: signed), signedAt: signedAt,
      label: label, environment: environment, app: try bundleID.app(), provenance: provenance,
      facts: try facts(
        transaction, renewal, label: label, status: data?.number("status") ?? .absent,
        signedAt: signedAt),
      raw: RawPayload.segments(of: signed ?? object.value.sourceBytes))
  }

  /// What is written down by hand may have its parts under names that nobody reads. Kept as an event without facts it would open
  /// nothing, and stand in the way of the right one for good.
  private static let typesAboutAPurchase: Set<String> = [
    "SUBSCRIBED", "DID_RENEW", "ONE_TIME_CHARGE", "OFFER_REDEEMED", "RENEWAL_EXTENDED",
    "DID_CHANGE_RENEWAL_PREF",
    "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "REFUND",
    "REFUND_REVERSED",
    "REVOKE",
  ]

  /// What a notification says. A renewal info of another lineage than the transaction's is a fact about that
  /// other one, as the store signed it; the status speaks of the transaction.
  private func facts(
    _ transaction: WireTransaction?, _ renewal: WireRenewal?, label: EventLabel,
    status: WireNumber, signedAt: Instant
  ) throws(Refusal) -> [LineageFacts] {
    let status = storeStatus(status, label: label)
    let reason = expiryReason(renewal, label: label)
    guard let transaction else {
      guard let renewal else { return [] }
      return [
        LineageFacts(
          lineage: try lineage(renewal), renewal: try renewalFact(renewal), status: status,
          expiryReason: reason)
      ]
    }
    var facts = [
      LineageFacts(
        lineage: try lineage(transaction), purchase: try purchase(transaction, signedAt: signedAt),
        status: status)
    ]
    if let renewal, let other = renewal.originalTransactionID,
      !says(transaction, the: other, of: renewal)
    {
      facts[0].expiryReason = expiryReason(nil, label: label)
      facts.append(
        LineageFacts(
          lineage: try lineage(renewal), renewal: try renewalFact(renewal),
          expiryReason: expiryReason(renewal)))
    } else {
      facts[0].renewal = try renewalFact(renewal)
      facts[0].expiryReason = reason
    }
    return facts
  }

  private func says(_ transaction: WireTransaction, the lineage: JSONText, of renewal: WireRenewal) -> Bool {
    guard let own = transaction.originalTransactionID else { return false }
    return renewal.object.isSame(lineage, as: own, of: transaction.object)
  }

  /// The parts of a notification that is vouched for, opened and not checked.
  func opened(_ notification: JSONObject) throws(Refusal) -> OpenedParts {
    let data = try notification.object("data")
    var parts = OpenedParts()
    parts.transaction = try part("signedTransactionInfo", data)?.opened()
    parts.renewal = try part("signedRenewalInfo", data)?.opened()
    // An app transaction is opened only for what nothing else says.
    if let appData = try notification.object("appData"), appData.value["environment"] == nil {
      parts.appTransaction = try part("signedAppTransactionInfo", appData)?.opened()
    }
    return parts
  }

  @inline(__always)
  private func part(_ name: StaticString, _ data: JSONObject?) -> WirePart? {
    data.flatMap { WirePart(name, of: $0) }
  }

  /// An external purchase token tells its environment by how it begins.
  private func tokenEnvironment(_ token: JSONObject?) throws(Refusal) -> String? {
    guard let id = try token?.text("externalPurchaseId") else { return nil }
    return id.hasPrefix("SANDBOX") ? "Sandbox" : "Production"
  }
}
