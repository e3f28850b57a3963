import EntstoreDigest
import EntstoreModel

/// Makes one event of one decoded payload: what the rules call "from payload to facts".
struct Normalizer {
  let environment: StoreEnvironment

  typealias Place = PayloadReader.Place

  /// The event of a notification. `raw` is the payload as it came, signed or decoded.
  func draft(
    of notification: WireNotification, raw: [UInt8], at place: Place
  ) throws(Refusal) -> EventDraft {
    let path = place.path
    let data = notification.data
    let appData = notification.appData
    let token = notification.externalPurchaseToken
    try admit([
      ("environment", place.outer.environment),
      (joined(path, "data.environment"), data?.environment),
      (joined(path, "summary.environment"), notification.summary?.environment),
      (joined(path, "appData.environment"), appData?.environment),
      (
        joined(path, "externalPurchaseToken.externalPurchaseId"),
        token?.externalPurchaseID.map { $0.hasPrefix("SANDBOX") ? "Sandbox" : "Production" }
      ),
    ])
    let transactionField = joined(path, "data.signedTransactionInfo")
    let renewalField = joined(path, "data.signedRenewalInfo")
    let transaction = try open(data?.transaction, field: transactionField)
    let renewal = try open(data?.renewal, field: renewalField)
    // An app transaction is opened only for what nothing else says.
    let appField = joined(path, "appData.signedAppTransactionInfo")
    let app = appData?.environment == nil ? try open(appData?.appTransaction, field: appField) : nil
    try admit([
      (transactionField + ".environment", transaction?.environment),
      (renewalField + ".environment", renewal?.environment),
      (appField + ".receiptType", app?.environment),
    ])
    let bundleID = try agreed([
      ("bundleId", place.outer.bundleID),
      (joined(path, "data.bundleId"), data?.bundleID),
      (transactionField + ".bundleId", transaction?.bundleID),
      (joined(path, "summary.bundleId"), notification.summary?.bundleID),
      (joined(path, "appData.bundleId"), appData?.bundleID),
      (appField + ".bundleId", app?.bundleID),
      (joined(path, "externalPurchaseToken.bundleId"), token?.bundleID),
    ])
    let signedAt = try required(notification.signedDate, field: joined(path, "signedDate"))
    let statement = Statement(
      transaction: transaction, transactionField: transactionField,
      renewal: renewal, renewalField: renewalField,
      status: storeStatus(data?.status ?? .absent, notification),
      reason: expiryReason(renewal, notification), clock: signedAt)
    let id: EventID =
      if let text = notification.id {
        try identifier(text, field: joined(path, "notificationUUID"))
      } else {
        try digestID(of: raw)
      }
    return EventDraft(
      rail: .appStore, id: id, signedAt: signedAt,
      label: EventLabel(type: notification.type ?? "NOTIFICATION", subtype: notification.subtype),
      environment: environment, app: bundleID, provenance: .vouched,
      facts: try facts(of: statement).map { [$0] } ?? [], raw: [.inline(raw)])
  }

  /// The event of a transaction alone. `raw` is the payload as it came, signed or decoded.
  func draft(
    of transaction: WireTransaction, raw: [UInt8], at place: Place
  ) throws(Refusal) -> EventDraft {
    let path = place.path
    try admit([
      ("environment", place.outer.environment),
      (joined(path, "environment"), transaction.environment),
    ])
    let bundleID = try agreed([
      ("bundleId", place.outer.bundleID), (joined(path, "bundleId"), transaction.bundleID),
    ])
    let signedAt = try required(transaction.signedDate, field: joined(path, "signedDate"))
    let statement = Statement(
      transaction: transaction, transactionField: path, renewal: nil, renewalField: "",
      status: nil, reason: nil, clock: signedAt)
    return EventDraft(
      rail: .appStore, id: try digestID(of: raw), signedAt: signedAt,
      label: EventLabel(type: "TRANSACTION"), environment: environment, app: bundleID,
      provenance: .vouched, facts: try facts(of: statement).map { [$0] } ?? [],
      raw: [.inline(raw)])
  }

  /// The event of a transaction with its renewal info: `data`, which fills `range` of `bytes`.
  func draft(
    of data: WireData, _ bytes: [UInt8], _ range: Range<Int>, at place: Place
  ) throws(Refusal) -> EventDraft {
    let path = place.path
    let transactionField = joined(path, "signedTransactionInfo")
    let renewalField = joined(path, "signedRenewalInfo")
    guard let transaction = try open(data.transaction, field: transactionField) else {
      throw data.renewal == nil
        ? .missing(field: transactionField) : .unsupported(field: path, kind: .renewalInfo)
    }
    let renewal = try open(data.renewal, field: renewalField)
    try admit([
      ("environment", place.outer.environment),
      (joined(path, "environment"), data.environment),
      (transactionField + ".environment", transaction.environment),
      (renewalField + ".environment", renewal?.environment),
    ])
    let bundleID = try agreed([
      ("bundleId", place.outer.bundleID), (joined(path, "bundleId"), data.bundleID),
      (transactionField + ".bundleId", transaction.bundleID),
    ])
    _ = try agreed([
      (joined(path, "originalTransactionId"), data.originalTransactionID),
      (transactionField + ".originalTransactionId", transaction.originalTransactionID),
    ])
    let clocks = [
      try instant(transaction.signedDate, field: transactionField + ".signedDate"),
      try instant(renewal?.signedDate ?? .absent, field: renewalField + ".signedDate"),
    ]
    guard let signedAt = clocks.compactMap(\.self).max() else {
      throw .missing(field: transactionField + ".signedDate")
    }
    let statement = Statement(
      transaction: transaction, transactionField: transactionField,
      renewal: renewal, renewalField: renewalField, status: storeStatus(data.status, nil),
      reason: expiryReason(renewal, nil), clock: signedAt)
    let raw = Array(bytes[range])
    return EventDraft(
      rail: .appStore, id: try digestID(of: raw), signedAt: signedAt,
      label: EventLabel(type: "STATUS"), environment: environment, app: bundleID,
      provenance: .vouched, facts: try facts(of: statement).map { [$0] } ?? [],
      raw: [.inline(raw)])
  }

  /// A part as an object, taken out of its signed form where it has one.
  private func open<Content>(
    _ part: WirePart<Content>?, field: String
  ) throws(Refusal) -> Content? {
    switch part {
    case nil: return nil
    case .decoded(let content): return content
    case .signed(let text):
      let payload = try CompactJWS(Array(text.utf8), field: field).object(field: field)
      // Bounds the nesting before the decoder goes down.
      _ = try JSONOutline(of: payload.bytes, in: payload.range, field: field)
      return try decodeJSON(Content.self, from: payload.bytes[payload.range], field: field)
    }
  }

  /// Names an event that its store does not name: the digest of what it says, however it was written out.
  private func digestID(of raw: [UInt8]) throws(Refusal) -> EventID {
    let said =
      raw.first == UInt8(ascii: "{") ? try canonicalJSON(raw, in: raw.indices) : raw
    return EventID(canonical: hexadecimal(SHA256.digest(of: said)))
  }
}
