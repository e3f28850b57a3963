import EntstoreModel
import EntstoreRails

/// The text of a JSON object whose members can be changed. Values are JSON text.
struct Sample {
  var members: [(name: String, value: String)]

  var text: String {
    "{" + members.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// With `name` set to the JSON text `value`.
  func with(_ name: String, _ value: String) -> Sample {
    var copy = without(name)
    copy.members.append((name, value))
    return copy
  }

  func without(_ name: String) -> Sample {
    Sample(members: members.filter { $0.name != name })
  }

  static let bought: Int64 = 1_767_225_600_000
  static let month: Int64 = 2_592_000_000

  static let transaction = Sample(members: [
    ("transactionId", "\"71\""), ("originalTransactionId", "\"70\""),
    ("webOrderLineItemId", "\"9001\""), ("bundleId", "\"org.example.notes\""),
    ("productId", "\"notes.monthly\""), ("purchaseDate", "\(bought)"),
    ("expiresDate", "\(bought + month)"), ("type", "\"Auto-Renewable Subscription\""),
    ("inAppOwnershipType", "\"PURCHASED\""), ("signedDate", "\(bought + 5_000)"),
    ("environment", "\"Production\""), ("transactionReason", "\"PURCHASE\""),
    ("appAccountToken", "\"3F2504E0-4F89-41D3-9A0C-0305E82C3301\""),
  ])

  static let renewal = Sample(members: [
    ("originalTransactionId", "\"70\""), ("productId", "\"notes.monthly\""),
    ("autoRenewProductId", "\"notes.yearly\""), ("autoRenewStatus", "1"),
    ("renewalDate", "\(bought + month)"), ("environment", "\"Production\""),
    ("signedDate", "\(bought + 6_000)"),
  ])

  static let data = Sample(members: [
    ("environment", "\"Production\""), ("bundleId", "\"org.example.notes\""), ("status", "1"),
    ("signedTransactionInfo", transaction.text), ("signedRenewalInfo", renewal.text),
  ])

  static let notification = Sample(members: [
    ("notificationType", "\"SUBSCRIBED\""), ("subtype", "\"INITIAL_BUY\""),
    ("notificationUUID", "\"b7a4\""), ("version", "\"2.0\""),
    ("signedDate", "\(bought + 7_000)"), ("data", data.text),
  ])

  /// A notification with a changed transaction, renewal info or data.
  static func notification(
    transaction: Sample? = Self.transaction, renewal: Sample? = Self.renewal,
    data change: (Sample) -> Sample = { $0 }
  ) -> Sample {
    var data = Self.data.without("signedTransactionInfo").without("signedRenewalInfo")
    if let transaction { data = data.with("signedTransactionInfo", transaction.text) }
    if let renewal { data = data.with("signedRenewalInfo", renewal.text) }
    return notification.with("data", change(data).text)
  }
}

/// `payload` in the form of a signed one. Nobody signed it.
func jws(_ payload: String, header: String = #"{"alg":"ES256","x5c":["MA=="]}"#) -> String {
  [header, payload, "not a signature"].map { base64URL(Array($0.utf8)) }.joined(separator: ".")
}

func base64URL(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
    for digit in 0...group.count { text.append(alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)]) }
  }
  return text
}

func quoted(_ text: String) -> String { "\"\(text)\"" }

func outcomes(
  _ payload: String, _ environment: StoreEnvironment = .production, vouched: Bool = true
) -> [Result<EventDraft, Refusal>] {
  AppStoreRail(environment: environment)
    .events(in: UnverifiedPayload(Array(payload.utf8)), vouched: vouched)
}

func drafts(_ payload: String) -> [EventDraft] {
  outcomes(payload).compactMap { try? $0.get() }
}

/// The one event of a payload.
func draft(_ payload: String, _ environment: StoreEnvironment = .production) throws -> EventDraft {
  let found = outcomes(payload, environment)
  guard found.count == 1 else { throw UnexpectedCount(count: found.count) }
  return try found[0].get()
}

/// The facts of the one event of a payload about one lineage.
func facts(_ sample: Sample) throws -> LineageFacts {
  let facts = try draft(sample.text).facts
  guard facts.count == 1 else { throw UnexpectedCount(count: facts.count) }
  return facts[0]
}

/// Why the one event of a payload is refused; `nil` if it is not.
func refusal(
  _ payload: String, _ environment: StoreEnvironment = .production, vouched: Bool = true
) -> Refusal? {
  let found = outcomes(payload, environment, vouched: vouched)
  guard found.count == 1, case .failure(let refusal) = found[0] else { return nil }
  return refusal
}

struct UnexpectedCount: Error {
  let count: Int
}
