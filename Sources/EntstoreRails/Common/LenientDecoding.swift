#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number as stores send it: as a number, as a string, with a fraction, or as something else.
enum WireNumber {
  case absent
  /// Fractions are cut off.
  case value(Int64)
  /// There is something, and it is no number that 64 bits can hold.
  case unusable(String)
}

extension KeyedDecodingContainer {
  /// Whether `key` is there and not null.
  func isPresent(_ key: Key) -> Bool {
    contains(key) && (try? decodeNil(forKey: key)) == false
  }

  /// A text; numbers count as their digits. `nil` where absent, null or empty.
  ///
  /// - Throws: `DecodingError` for an object or array: what identifies something must not be lost silently.
  func text(_ key: Key) throws -> String? {
    guard isPresent(key) else { return nil }
    if let text = try? decode(String.self, forKey: key) { return text.isEmpty ? nil : text }
    if let number = try? decode(Int64.self, forKey: key) { return String(number) }
    if let number = try? decode(UInt64.self, forKey: key) { return String(number) }
    if let flag = try? decode(Bool.self, forKey: key) { return String(flag) }
    return try decode(String.self, forKey: key)
  }

  /// A value of an enumeration: as ``text(_:)``, but what is no word says nothing.
  func word(_ key: Key) -> String? {
    try? text(key)
  }

  /// A number, however it is written.
  func number(_ key: Key) -> WireNumber {
    guard isPresent(key) else { return .absent }
    if let number = try? decode(Int64.self, forKey: key) { return .value(number) }
    if let number = try? decode(Double.self, forKey: key) { return truncated(number) }
    if let text = try? decode(String.self, forKey: key) {
      if text.isEmpty { return .absent }
      if let number = Int64(text) { return .value(number) }
      if let number = Double(text) { return truncated(number) }
      return .unusable(text)
    }
    if let flag = try? decode(Bool.self, forKey: key) { return .unusable(String(flag)) }
    return .unusable("no number")
  }

  /// A yes or no, however it is written; `nil` for anything else.
  func flag(_ key: Key) -> Bool? {
    guard isPresent(key) else { return nil }
    if let flag = try? decode(Bool.self, forKey: key) { return flag }
    switch word(key)?.lowercased() {
    case "1", "true": return true
    case "0", "false": return false
    default: return nil
    }
  }

  private func truncated(_ number: Double) -> WireNumber {
    Int64(exactly: number.rounded(.towardZero)).map(WireNumber.value) ?? .unusable(String(number))
  }
}

/// Decodes one JSON object; whatever the decoder finds wrong becomes a refusal that names the field.
func decodeJSON<Content: Decodable>(
  _ type: Content.Type, from bytes: ArraySlice<UInt8>, field: String
) throws(Refusal) -> Content {
  do {
    return try JSONDecoder().decode(type, from: Data(bytes))
  } catch let error as DecodingError {
    let context: DecodingError.Context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "not decodable")
      }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    throw .malformedJSON(field: joined(field, path), reason: context.debugDescription)
  } catch {
    throw .malformedJSON(field: field, reason: "not decodable")
  }
}

/// The path of `name` inside `place`; either may be empty.
func joined(_ place: String, _ name: String) -> String {
  place.isEmpty ? name : name.isEmpty ? place : place + "." + name
}
