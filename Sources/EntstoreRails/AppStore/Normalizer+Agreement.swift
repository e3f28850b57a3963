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

  /// A text as the identifier that it is; `nil` where there is none.
  func identifier<Kind>(
    _ text: String?, field: @autoclosure () -> String
  ) throws(Refusal) -> Identifier<Kind>? {
    guard let text else { return nil }
    do throws(IdentifierError) {
      return try Identifier(text)
    } catch {
      throw .unusableIdentifier(field: field(), reason: error)
    }
  }

  /// An identifier without which there is no event.
  func requiredIdentifier<Kind>(
    _ text: String?, field: @autoclosure () -> String
  ) throws(Refusal) -> Identifier<Kind> {
    guard let identifier: Identifier<Kind> = try identifier(text, field: field()) else {
      throw .missing(field: field())
    }
    return identifier
  }
}

/// What several fields of one event say, who must not contradict each other.
struct Agreement {
  private(set) var value: String?

  /// Takes in what one more field says; `nil` says nothing.
  mutating func add(_ found: String?, field: @autoclosure () -> String?) throws(Refusal) {
    guard let found else { return }
    if let value, value != found {
      throw .disagreement(field: field() ?? "", found: found, expected: value)
    }
    value = found
  }
}
