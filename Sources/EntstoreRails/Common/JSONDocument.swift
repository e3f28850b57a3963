/// A JSON text, read once: its values in the order in which they stand, each with its place in the text.
///
/// Kept flat and read without recursion, so that no input can exhaust a stack, and with the exact text of
/// every part, which is what gets stored and digested. Whatever RFC 8259 does not allow is refused; nothing
/// is converted before it is asked for, so no number loses a digit.
///
/// A class, because every value refers to it, and one reference is cheaper to pass on than two arrays.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  let nodes: [Node]

  /// One value, or the name of a member, which stands right before the member's value.
  struct Node {
    var kind: Kind
    /// Of the name of a member: tells most other names apart from it.
    var tag: UInt32 = 0
    /// Strings without their quotes.
    var start: Int
    var end: Int
    /// The node after this one and all that is inside it.
    var next: Int
  }

  enum Kind {
    case object, array, string, escapedString, number, yes, no, null
  }

  /// How deep arrays and objects may be inside each other. What stores send has a handful of levels.
  static let depthLimit = 512

  /// Reads `text`. O(*n*) in time and memory.
  ///
  /// - Parameter field: Names the text in a refusal.
  init(_ text: PayloadText, field: String) throws(Refusal) {
    var scanner = JSONScanner(bytes: text.bytes, range: text.range, field: field)
    try scanner.scan()
    bytes = text.bytes
    nodes = scanner.nodes
  }

  /// The value that the whole text is.
  var root: JSONValue { JSONValue(document: self, index: 0) }

  /// The node of the value of the first member `name` of the object at `object`. O(*m*) for *m* members.
  func value(of name: StaticString, tag: UInt32, in object: Int) -> Int? {
    let kept = nodes
    let nodes = kept.span
    let end = nodes[object].next
    var key = object + 1
    while key < end {
      // The scanner has put a value behind each name, and its `next` inside the object or at its end.
      if unsafe nodes[unchecked: key].tag == tag, says(key, name) { return key + 1 }
      key = unsafe nodes[unchecked: key &+ 1].next
    }
    return nil
  }

  /// Whether the text of the node at `index` is `word`, which is ASCII.
  func says(_ index: Int, _ word: StaticString) -> Bool {
    let node = nodes[index]
    if node.kind == .escapedString { return unescaped(bytes[node.start..<node.end]) == "\(word)" }
    let count = word.utf8CodeUnitCount
    guard node.end - node.start == count else { return false }
    let bytes = bytes
    let text = bytes.rawSpan.extracting(node.start..<node.end)
    if count < 8 {
      for offset in 0..<count
      where unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self) != word.utf8Start[offset] {
        return false
      }
      return true
    }
    // Eight bytes at a time; the last eight may have been looked at in part.
    var offset = 0
    while true {
      let expected = unsafe UnsafeRawPointer(word.utf8Start)
        .loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if unsafe text.uncheckedWord(at: offset) != UInt64(littleEndian: expected) { return false }
      if offset == count - 8 { return true }
      offset = min(offset + 8, count - 8)
    }
  }

  /// The text of the node at `index`, as it is written, but for what is escaped.
  func string(_ index: Int) -> String {
    let source = bytes[nodes[index].start..<nodes[index].end]
    return nodes[index].kind == .escapedString
      ? unescaped(source) : String(decoding: source, as: UTF8.self)
  }
}

/// A string's content, of its text with escapes, which the scanner has checked.
func unescaped(_ text: ArraySlice<UInt8>) -> String {
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
