import EntstoreModel

/// A text in an object, found and not read yet: what is only compared is never made a `String`.
struct JSONText {
  /// Its node in the document.
  fileprivate let index: Int
}

extension JSONObject {
  /// Where ``text(_:)`` stands.
  @inline(__always)
  func place(_ name: StaticString) throws(Refusal) -> JSONText? {
    guard let index = value.member(name, NameTag.of(name)) else { return nil }
    guard isScalar(index) else { throw .malformedJSON(field: field(name), reason: "a text is expected") }
    return isBlank(index) ? nil : JSONText(index: index)
  }

  /// Where ``word(_:)`` stands.
  @inline(__always)
  func wordPlace(_ name: StaticString) -> JSONText? {
    guard let index = value.member(name, NameTag.of(name)), isScalar(index), !isBlank(index) else {
      return nil
    }
    return JSONText(index: index)
  }

  func string(_ text: JSONText) -> String { value.document.string(text.index) }

  func string(_ text: JSONText?) -> String? { text.map(string) }

  /// Whether `text`, which is of this object, is `word`, which is ASCII.
  func says(_ text: JSONText?, _ word: StaticString) -> Bool {
    text.map { value.document.says($0.index, word) } ?? false
  }

  /// Whether `text`, which is of this object, is the same as one of another.
  func isSame(_ text: JSONText, as other: JSONText, of object: JSONObject) -> Bool {
    let mine = JSONValue(document: value.document, index: text.index)
    let others = JSONValue(document: object.value.document, index: other.index)
    if mine.kind != .escapedString, others.kind != .escapedString,
      unsafe mine.source.span.bytes.isEqual(to: others.source.span.bytes)
    {
      return true
    }
    // Two spellings of one text.
    return string(text) == object.string(other)
  }

  /// Whether `text`, which is of this object, is `other`.
  func isSame(_ text: JSONText, as other: String) -> Bool {
    let mine = JSONValue(document: value.document, index: text.index)
    if mine.kind != .escapedString, unsafe mine.source.span.bytes.isEqual(to: other.utf8Span.span.bytes) {
      return true
    }
    return string(text) == other
  }

  /// How many bytes `text` has, where nothing in it is escaped: then there is no NUL in it either.
  func plainByteCount(_ text: JSONText) -> Int? {
    let node = value.document.nodes[text.index]
    return node.kind == .escapedString ? nil : node.end - node.start
  }

  func isScalar(_ index: Int) -> Bool {
    switch value.document.nodes[index].kind {
    case .string, .escapedString, .number, .yes, .no: true
    case .object, .array, .null: false
    }
  }

  func isBlank(_ index: Int) -> Bool {
    value.document.nodes[index].start == value.document.nodes[index].end
  }
}
