import EntstoreModel

extension Normalizer {
  /// Refuses what belongs elsewhere. Every place that names an environment must name the store's own.
  ///
  /// What names none at all passes, because everything that comes here is vouched for: the caller's word stands for
  /// the environment as it does for the rest.
  func admit(_ named: [(field: String, name: String?)]) throws(Refusal) {
    for case (let field, let name?) in named {
      guard let found = storeEnvironment(name) else {
        throw .foreignEnvironment(field: field, found: name)
      }
      if found != environment {
        throw .otherEnvironment(field: field, found: name, store: environment)
      }
    }
  }

  private func storeEnvironment(_ name: String) -> StoreEnvironment? {
    switch name {
    case "Production": .production
    case "Sandbox": .sandbox
    default: nil
    }
  }

  /// The one value that all these fields have, as far as they are there.
  func agreed(_ named: [(field: String, value: String?)]) throws(Refusal) -> String? {
    var first: String?
    for case (let field, let value?) in named {
      if let first, first != value {
        throw .disagreement(field: field, found: value, expected: first)
      }
      first = value
    }
    return first
  }

  /// A date that is believed; `nil` where there is none.
  func instant(_ number: WireNumber, field: String) throws(Refusal) -> Instant? {
    switch number {
    case .absent: return nil
    case .unusable(let text): throw .implausibleDate(field: field, value: text)
    case .value(let milliseconds):
      let instant = Instant(epochMilliseconds: milliseconds)
      guard Instant.plausible.contains(instant) else {
        throw .implausibleDate(field: field, value: String(milliseconds))
      }
      return instant
    }
  }

  /// A date without which there is no event.
  func required(_ number: WireNumber, field: String) throws(Refusal) -> Instant {
    guard let instant = try instant(number, field: field) else { throw .missing(field: field) }
    return instant
  }

  /// A text as the identifier that it is; `nil` where there is none.
  func identifier<Kind>(_ text: String?, field: String) throws(Refusal) -> Identifier<Kind>? {
    guard let text else { return nil }
    do throws(IdentifierError) {
      return try Identifier(text)
    } catch {
      throw .unusableIdentifier(field: field, reason: error)
    }
  }

  /// An identifier without which there is no event.
  func requiredIdentifier<Kind>(
    _ text: String?, field: String
  ) throws(Refusal) -> Identifier<Kind> {
    guard let identifier: Identifier<Kind> = try identifier(text, field: field) else {
      throw .missing(field: field)
    }
    return identifier
  }
}
