import EntstoreModel

extension AppStoreVerifier {
  /// The one object of a notification that says whose it is.
  func holder(of notification: JSONObject) throws(VerificationError) -> JSONObject {
    var holders: [JSONObject] = []
    let names: [StaticString] = ["data", "summary", "appData", "externalPurchaseToken"]
    for name in names {
      guard let value = notification.value[name] else { continue }
      guard value.isObject else {
        throw .malformedJSON(
          field: notification.field(name), part: "payload", reason: "an object is expected")
      }
      holders.append(JSONObject(value: value, at: notification.path(of: name)))
    }
    guard let holder = holders.first else { throw .missing(field: notification.field("data")) }
    if holders.count > 1 { throw .unknownKind(field: notification.path) }
    return holder
  }

  func checkApp(of object: JSONObject) throws(VerificationError) -> String {
    let found = try text("bundleId", of: object)
    guard apps.contains(found) else { throw .otherApp(field: object.field("bundleId"), found: found) }
    return found
  }

  func checkAppAppleID(of object: JSONObject) throws(VerificationError) {
    guard let appAppleID else { return }
    let field = object.path(of: "appAppleId")
    switch object.number("appAppleId") {
    case .absent:
      // The sandbox does not always name it.
      if environment == .production { throw .missing(field: field.text) }
    case .unusable(let found): throw .otherAppAppleID(field: field.text, found: found)
    case .value(let number):
      if number != appAppleID { throw .otherAppAppleID(field: field.text, found: String(number)) }
    }
  }

  func checkEnvironment(
    of object: JSONObject, name: StaticString = "environment"
  ) throws(VerificationError) {
    var field = object.path(of: name)
    let found: String
    if object.value["environment"] == nil, object.value["externalPurchaseId"] != nil {
      // An external purchase token tells its environment by how it begins.
      field = object.path(of: "externalPurchaseId")
      let id = try text("externalPurchaseId", of: object)
      found = id.hasPrefix("SANDBOX") ? "Sandbox" : "Production"
    } else {
      found = try text(name, of: object)
    }
    guard found == (environment == .production ? "Production" : "Sandbox") else {
      throw .otherEnvironment(field: field.text, found: found, store: environment)
    }
  }

  /// A transaction and a renewal info that stand together must be of one lineage: each is true by itself, but
  /// one must not lend its word to the other.
  func checkLineage(_ transaction: JSONObject?, _ renewal: JSONObject?) throws(VerificationError) {
    guard let transaction else { return }
    let expected = try text("originalTransactionId", of: transaction)
    guard let renewal else { return }
    let found = try text("originalTransactionId", of: renewal)
    if found != expected {
      throw .disagreement(
        field: renewal.field("originalTransactionId"), found: found, expected: expected)
    }
  }

  /// A text without which nothing can be compared.
  func text(_ name: StaticString, of object: JSONObject) throws(VerificationError) -> String {
    let text: String?
    do throws(Refusal) {
      text = try object.text(name)
    } catch {
      throw .malformedJSON(
        field: object.field(name), part: "payload", reason: "a text is expected")
    }
    guard let text else { throw .missing(field: object.field(name)) }
    return text
  }
}
