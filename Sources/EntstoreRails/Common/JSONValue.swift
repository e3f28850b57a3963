/// A value inside a document.
struct JSONValue {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  var kind: JSONDocument.Kind { node.kind }
  var isObject: Bool { kind == .object }
  var isArray: Bool { kind == .array }
  var isString: Bool { kind == .string || kind == .escapedString }

  /// The value as it is written; a string without its quotes.
  var source: ArraySlice<UInt8> { document.bytes[node.start..<node.end] }

  /// The member `name` of an object; `nil` where it is absent or null, and for what is no object. Of several
  /// members of one name the first counts. O(*m*) for *m* members.
  subscript(name: StaticString) -> JSONValue? {
    guard isObject else { return nil }
    let end = node.next
    var key = index + 1
    while key < end {
      if document.isName(key, name) {
        let value = JSONValue(document: document, index: key + 1)
        return value.kind == .null ? nil : value
      }
      key = document.nodes[key + 1].next
    }
    return nil
  }

  /// The elements of an array, in order; none for what is no array.
  var elements: [JSONValue] {
    guard isArray else { return [] }
    return children(every: 1)
  }

  /// The names of an object's members and their values, in the order in which they are written.
  var members: [(name: JSONValue, value: JSONValue)] {
    guard isObject else { return [] }
    return children(every: 2).map { ($0, JSONValue(document: document, index: $0.index + 1)) }
  }

  private func children(every stride: Int) -> [JSONValue] {
    var found: [JSONValue] = []
    var child = index + 1
    while child < node.next {
      found.append(JSONValue(document: document, index: child))
      child = document.nodes[child + stride - 1].next
    }
    return found
  }

  /// The content of a string; `nil` for anything else.
  var string: String? {
    switch kind {
    case .string: String(decoding: source, as: UTF8.self)
    case .escapedString: unescaped(source)
    case .object, .array, .number, .yes, .no, .null: nil
    }
  }
}

extension JSONDocument {
  /// Whether the node at `index`, which is the name of a member, says `name`.
  fileprivate func isName(_ index: Int, _ name: StaticString) -> Bool {
    let node = nodes[index]
    if node.kind == .escapedString { return unescaped(bytes[node.start..<node.end]) == "\(name)" }
    guard node.end - node.start == name.utf8CodeUnitCount else { return false }
    for offset in 0..<name.utf8CodeUnitCount
    where unsafe bytes[node.start + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }
}

/// A string's content, of its text with escapes, which the scanner has checked.
private func unescaped(_ text: ArraySlice<UInt8>) -> String {
  var units: [UInt16] = []
  var rest = String(decoding: text, as: UTF8.self).utf16[...]
  while let unit = rest.popFirst() {
    guard unit == UInt16(UInt8(ascii: "\\")), let escape = rest.popFirst() else {
      units.append(unit)
      continue
    }
    switch Character(Unicode.Scalar(UInt8(truncatingIfNeeded: escape))) {
    case "b": units.append(0x08)
    case "f": units.append(0x0C)
    case "n": units.append(0x0A)
    case "r": units.append(0x0D)
    case "t": units.append(0x09)
    case "u":
      units.append(UInt16(String(rest.prefix(4)) ?? "", radix: 16) ?? 0xFFFD)
      rest = rest.dropFirst(4)
    default: units.append(escape)
    }
  }
  return String(decoding: units, as: UTF16.self)
}
