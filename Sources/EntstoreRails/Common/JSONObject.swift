/// An object, where it stands, and its fields as stores send them: numbers as strings, identifiers as
/// numbers, nulls.
struct JSONObject {
  let value: JSONValue
  /// The path of the object in its payload; empty for the payload itself.
  let path: String

  /// The path of a field.
  func field(_ name: StaticString) -> String { joined(path, "\(name)") }

  /// A text; a number or truth value counts as it is written. `nil` where absent, null or empty.
  ///
  /// - Throws: ``Refusal/malformedJSON(field:reason:)`` for an object or array: what identifies something
  /// must not get
  ///   lost silently.
  func text(_ name: StaticString) throws(Refusal) -> String? {
    guard let value = value[name] else { return nil }
    guard let text = scalar(value) else {
      throw .malformedJSON(field: field(name), reason: "a text is expected")
    }
    return text.isEmpty ? nil : text
  }

  /// A value of an enumeration: as ``text(_:)``, but what is no word says nothing.
  func word(_ name: StaticString) -> String? {
    guard let value = value[name], let text = scalar(value) else { return nil }
    return text.isEmpty ? nil : text
  }

  /// A number, however it is written.
  func number(_ name: StaticString) -> WireNumber {
    guard let value = value[name] else { return .absent }
    guard let text = scalar(value) else { return .unusable("no number") }
    if text.isEmpty { return .absent }
    if let number = Int64(text) { return .value(number) }
    guard let number = Double(text), let whole = Int64(exactly: number.rounded(.towardZero)) else {
      return .unusable(text)
    }
    return .value(whole)
  }

  /// A yes or no, however it is written; `nil` for anything else.
  func flag(_ name: StaticString) -> Bool? {
    guard let value = value[name] else { return nil }
    switch value.kind {
    case .yes: return true
    case .no: return false
    case .object, .array, .null: return nil
    case .string, .escapedString, .number:
      switch scalar(value)?.lowercased() {
      case "1", "true": return true
      case "0", "false": return false
      default: return nil
      }
    }
  }

  /// An object inside this one; `nil` where absent or null.
  ///
  /// - Throws: ``Refusal/malformedJSON(field:reason:)`` for anything else.
  func object(_ name: StaticString) throws(Refusal) -> JSONObject? {
    guard let value = value[name] else { return nil }
    guard value.isObject else {
      throw .malformedJSON(field: field(name), reason: "an object is expected")
    }
    return JSONObject(value: value, path: field(name))
  }

  private func scalar(_ value: JSONValue) -> String? {
    switch value.kind {
    case .string, .escapedString: value.string
    case .number, .yes, .no: String(decoding: value.source, as: UTF8.self)
    case .object, .array, .null: nil
    }
  }
}

/// A number as stores send it: as a number, as a string, with a fraction, or as something else.
enum WireNumber {
  case absent
  /// Fractions are cut off.
  case value(Int64)
  /// There is something, and it is no number that 64 bits can hold.
  case unusable(String)
}

/// The path of `name` inside `place`; either may be empty.
func joined(_ place: String, _ name: String) -> String {
  place.isEmpty ? name : name.isEmpty ? place : place + "." + name
}
