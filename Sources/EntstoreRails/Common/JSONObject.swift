/// An object, where it stands, and its fields as stores send them: numbers as strings, identifiers as
/// numbers, nulls.
struct JSONObject {
  let value: JSONValue
  private let place: FieldPath

  init(value: JSONValue, path: String) { self.init(value: value, at: FieldPath(path)) }

  init(value: JSONValue, at place: FieldPath) {
    self.value = value
    self.place = place
  }

  /// The path of the object in its payload; empty for the payload itself.
  var path: String { place.text }

  /// The path of a field.
  func field(_ name: StaticString) -> String { path(of: name).text }

  /// As ``field(_:)``, not yet in words.
  func path(of name: StaticString) -> FieldPath { place.member(name) }

  /// A text; a number or truth value counts as it is written. `nil` where absent, null or empty.
  ///
  /// - Throws: ``Refusal/malformedJSON(field:reason:)`` for an object or array: what identifies something
  /// must not get
  ///   lost silently.
  @inline(__always)
  func text(_ name: StaticString) throws(Refusal) -> String? { string(try place(name)) }

  /// A value of an enumeration: as ``text(_:)``, but what is no word says nothing.
  @inline(__always)
  func word(_ name: StaticString) -> String? { string(wordPlace(name)) }

  /// A number, however it is written.
  @inline(__always)
  func number(_ name: StaticString) -> WireNumber {
    value.member(name, NameTag.of(name)).map { number(at: $0) } ?? .absent
  }

  private func number(at index: Int) -> WireNumber {
    guard isScalar(index) else { return .unusable("no number") }
    if isBlank(index) { return .absent }
    if let number = value.document.plainNumber(index) { return .value(number) }
    let text = value.document.string(index)
    if let number = Int64(text) { return .value(number) }
    guard let number = Double(text), let whole = Int64(exactly: number.rounded(.towardZero)) else {
      return .unusable(text)
    }
    return .value(whole)
  }

  /// A yes or no, however it is written; `nil` for anything else.
  @inline(__always)
  func flag(_ name: StaticString) -> Bool? {
    value.member(name, NameTag.of(name)).flatMap { flag(at: $0) }
  }

  private func flag(at index: Int) -> Bool? {
    switch value.document.nodes[index].kind {
    case .yes: return true
    case .no: return false
    case .object, .array, .null: return nil
    case .string, .escapedString, .number:
      if let number = value.document.plainNumber(index), value.document.says(index, number == 1 ? "1" : "0") {
        return number == 1
      }
      switch value.document.string(index).lowercased() {
      case "1", "true": return true
      case "0", "false": return false
      default: return nil
      }
    }
  }

  /// An object inside this one; `nil` where absent or null.
  ///
  /// - Throws: ``Refusal/malformedJSON(field:reason:)`` for anything else.
  @inline(__always)
  func object(_ name: StaticString) throws(Refusal) -> JSONObject? {
    guard let value = value[name] else { return nil }
    guard value.isObject else {
      throw .malformedJSON(field: field(name), reason: "an object is expected")
    }
    return JSONObject(value: value, at: path(of: name))
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

extension JSONDocument {
  /// The number that the node at `index` writes in 1 to 18 digits and nothing else, as nearly all are.
  fileprivate func plainNumber(_ index: Int) -> Int64? {
    let (start, end) = (nodes[index].start, nodes[index].end)
    guard 1...18 ~= end - start else { return nil }
    let text = bytes
    var number: Int64 = 0
    for place in start..<end {
      let digit = text[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int64(digit)
    }
    return number
  }
}
