/// A JSON text, read once: its values in the order in which they stand, each with its place in the text.
///
/// Kept flat and read without recursion, so that no input can exhaust a stack, and with the exact text of
/// every part, which is what gets stored and digested. Whatever RFC 8259 does not allow is refused; nothing
/// is converted before it is asked for, so no number loses a digit.
struct JSONDocument {
  let bytes: [UInt8]
  let nodes: [Node]

  /// One value, or the name of a member, which stands right before the member's value.
  struct Node {
    var kind: Kind
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
}
