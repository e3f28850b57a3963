/// A value inside a document.
struct JSONValue {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  var kind: JSONDocument.Kind { node.kind }
  var isObject: Bool { kind == .object }
  var isArray: Bool { kind == .array }
  var isString: Bool { kind == .string || kind == .escapedString }
  /// Nothing is written; a string without anything between its quotes.
  var isBlank: Bool { node.start == node.end }

  /// The value as it is written; a string without its quotes.
  var source: ArraySlice<UInt8> { document.bytes[node.start..<node.end] }

  /// The bytes of ``source``, which are not copied where they are the whole text.
  var sourceBytes: [UInt8] {
    node.end - node.start == document.bytes.count ? document.bytes : Array(source)
  }

  /// The member `name` of an object; `nil` where it is absent or null, and for what is no object. Of several
  /// members of one name the first counts. O(*m*) for *m* members.
  @inline(__always)
  subscript(name: StaticString) -> JSONValue? {
    member(name, NameTag.of(name)).map { JSONValue(document: document, index: $0) }
  }

  /// The node of a member's value.
  func member(_ name: StaticString, _ tag: UInt32) -> Int? {
    guard isObject, let found = document.value(of: name, tag: tag, in: index) else { return nil }
    return document.nodes[found].kind == .null ? nil : found
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

  /// The content of a string in UTF-8; `nil` for anything else.
  var stringBytes: [UInt8]? { kind == .string ? Array(source) : string.map { Array($0.utf8) } }

  /// The content of a string; `nil` for anything else.
  var string: String? {
    switch kind {
    case .string, .escapedString: document.string(index)
    case .object, .array, .number, .yes, .no, .null: nil
    }
  }
}
