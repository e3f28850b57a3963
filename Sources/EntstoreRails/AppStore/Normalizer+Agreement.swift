import EntstoreModel

// Paths are autoclosures throughout: they are needed only where something is wrong.
extension Normalizer {
  /// Refuses what belongs elsewhere. Every place that names an environment must name the store's own.
  ///
  /// What names none at all passes, because everything that comes here is vouched for: the caller's word
  /// stands for the environment as it does for the rest.
  func admit(_ name: String?, field: @autoclosure () -> String?) throws(Refusal) {
    guard let name else { return }
    guard let found = storeEnvironment(name) else {
      throw .foreignEnvironment(field: field() ?? "", found: name)
    }
    if found != environment {
      throw .otherEnvironment(field: field() ?? "", found: name, store: environment)
    }
  }

  /// As above, of what a field of `object` says.
  func admit(_ name: JSONText?, of object: JSONObject, _ field: StaticString) throws(Refusal) {
    guard let name else { return }
    let own: StaticString = environment == .production ? "Production" : "Sandbox"
    if object.says(name, own) { return }
    try admit(object.string(name), field: object.field(field))
  }

  /// As above, of a field of `object` where there is such an object.
  @inline(__always)
  func admit(_ field: StaticString, of object: JSONObject?) throws(Refusal) {
    if let object { try admit(try object.place(field), of: object, field) }
  }

  private func storeEnvironment(_ name: String) -> StoreEnvironment? {
    switch name {
    case "Production": .production
    case "Sandbox": .sandbox
    default: nil
    }
  }

  /// A date that is believed; `nil` where there is none.
  func instant(_ number: WireNumber, field: @autoclosure () -> String) throws(Refusal) -> Instant? {
    switch number {
    case .absent: return nil
    case .unusable(let text): throw .implausibleDate(field: field(), value: text)
    case .value(let milliseconds):
      let instant = Instant(epochMilliseconds: milliseconds)
      guard Instant.plausible.contains(instant) else {
        throw .implausibleDate(field: field(), value: String(milliseconds))
      }
      return instant
    }
  }

  /// A date without which there is no event.
  func required(_ number: WireNumber, field: @autoclosure () -> String) throws(Refusal) -> Instant {
    guard let instant = try instant(number, field: field()) else { throw .missing(field: field()) }
    return instant
  }

  /// A text of `object` as the identifier that it is; `nil` where there is none.
  func identifier<Kind>(
    _ text: JSONText?, of object: JSONObject, _ field: StaticString
  ) throws(Refusal) -> Identifier<Kind>? {
    guard let text else { return nil }
    // Its bytes are checked already, and an identifier's checks take long beside all else that is done to it here.
    if let count = object.plainByteCount(text), count <= Identifier<Kind>.maximumByteCount {
      return Identifier(canonical: Kind.canonical(object.string(text)))
    }
    do throws(IdentifierError) {
      return try Identifier(object.string(text))
    } catch {
      throw .unusableIdentifier(field: object.field(field), reason: error)
    }
  }

  /// An identifier without which there is no event.
  func requiredIdentifier<Kind>(
    _ text: JSONText?, of object: JSONObject, _ field: StaticString
  ) throws(Refusal) -> Identifier<Kind> {
    guard let identifier: Identifier<Kind> = try identifier(text, of: object, field) else {
      throw .missing(field: object.field(field))
    }
    return identifier
  }
}

/// What several fields of one event say, who must not contradict each other.
struct Agreement {
  private(set) var value: String?

  /// The value as an app's bundle id.
  func app() throws(Refusal) -> AppID? {
    guard let value else { return nil }
    do throws(IdentifierError) {
      return try AppID(value)
    } catch {
      throw .unusableIdentifier(field: "bundleId", reason: error)
    }
  }

  /// Takes in what one more field says; `nil` says nothing.
  mutating func add(_ found: String?, field: @autoclosure () -> String?) throws(Refusal) {
    guard let found else { return }
    if let value, value != found {
      throw .disagreement(field: field() ?? "", found: found, expected: value)
    }
    value = found
  }

  /// Takes in what a field of `object` says.
  mutating func add(_ found: JSONText?, of object: JSONObject, _ field: StaticString) throws(Refusal) {
    guard let found else { return }
    if let value, object.isSame(found, as: value) { return }
    try add(object.string(found), field: object.field(field))
  }

  /// Takes in what a field of `object` says, where there is such an object.
  @inline(__always)
  mutating func add(_ field: StaticString, of object: JSONObject?) throws(Refusal) {
    if let object { try add(try object.place(field), of: object, field) }
  }
}
