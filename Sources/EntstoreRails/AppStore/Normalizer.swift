import EntstoreDigest
import EntstoreModel

/// Makes one event of one payload: what the rules call "from payload to facts".
struct Normalizer {
  let environment: StoreEnvironment

  /// The event of a transaction alone. `signed` is the text that it was taken from, where it came signed.
  func draft(
    ofTransaction object: JSONObject, signed: [UInt8]?, provenance: Provenance, at place: Place
  ) throws(Refusal) -> EventDraft {
    let transaction = try WireTransaction(object)
    try admit(place.outer.environment, field: "environment")
    try admit(transaction.environment, of: object, "environment")
    var bundleID = Agreement()
    try bundleID.add(place.outer.bundleID, field: "bundleId")
    try bundleID.add(transaction.bundleID, of: object, "bundleId")
    let signedAt = try required(transaction.signedDate, field: object.field("signedDate"))
    return EventDraft(
      rail: .appStore, id: digestID(of: object, signed: signed), signedAt: signedAt,
      label: EventLabel(type: "TRANSACTION"), environment: environment, app: try bundleID.app(),
      provenance: provenance,
      facts: [
        LineageFacts(
          lineage: try lineage(transaction), purchase: try purchase(transaction, signedAt: signedAt))
      ],
      raw: RawPayload.segments(of: signed ?? object.value.sourceBytes))
  }

  /// The event of a transaction with its renewal info, or with a status: the members of `item`. What was
  /// `verified` is believed; nobody signed the rest.
  func draft(
    ofItem item: JSONObject, _ transactionObject: JSONObject, _ renewalObject: JSONObject?,
    verified: VerifiedPayload?, at place: Place
  ) throws(Refusal) -> EventDraft {
    let transaction = try WireTransaction(transactionObject)
    let renewal: WireRenewal? = if let renewalObject { try WireRenewal(renewalObject) } else { nil }
    try admit(place.outer.environment, field: "environment")
    try admit("environment", of: item)
    try admit(transaction.environment, of: transaction.object, "environment")
    if let renewal { try admit(renewal.environment, of: renewal.object, "environment") }
    var bundleID = Agreement()
    try bundleID.add(place.outer.bundleID, field: "bundleId")
    try bundleID.add("bundleId", of: item)
    try bundleID.add(transaction.bundleID, of: transaction.object, "bundleId")
    // Each part is true by itself, but whoever puts together what does not belong together means no good: the
    // newer clock of the one would carry the older word of the other.
    var originalTransactionID = Agreement()
    try originalTransactionID.add("originalTransactionId", of: item)
    try originalTransactionID.add(
      transaction.originalTransactionID, of: transaction.object, "originalTransactionId")
    if let renewal {
      try originalTransactionID.add(
        renewal.originalTransactionID, of: renewal.object, "originalTransactionId")
    }
    let clocks = [
      try instant(transaction.signedDate, field: transaction.object.field("signedDate")),
      try instant(renewal?.signedDate ?? .absent, field: renewal?.object.field("signedDate") ?? ""),
    ]
    guard let signedAt = verified?.signedAt ?? clocks.compactMap(\.self).max() else {
      throw .missing(field: transaction.object.field("signedDate"))
    }
    return EventDraft(
      rail: .appStore,
      id: digestID(of: item, signed: verified.map { Array($0.texts.joined(separator: [0x2C])) }),
      signedAt: signedAt,
      label: EventLabel(type: "STATUS"), environment: environment, app: try bundleID.app(),
      provenance: verified == nil ? .vouched : .verified,
      facts: [
        LineageFacts(
          lineage: try lineage(transaction), purchase: try purchase(transaction, signedAt: signedAt),
          renewal: try renewalFact(renewal),
          status: verified == nil ? storeStatus(item.number("status")) : nil,
          expiryReason: expiryReason(renewal))
      ],
      raw: RawPayload.segments(of: item.value.sourceBytes))
  }

  /// Names an event that its store does not name: the digest of the signed text, or of what the object says
  /// however it was written out.
  func digestID(of object: JSONObject, signed: [UInt8]?) -> EventID {
    EventID(canonical: hexadecimal(SHA256.digest(of: signed ?? canonicalJSON(object.value))))
  }
}

/// Two hexadecimal digits for each byte, in lower case.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
