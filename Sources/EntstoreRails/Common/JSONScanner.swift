/// Reads a JSON text from its start to its end.
struct JSONScanner {
  let bytes: [UInt8]
  let end: Int
  let field: String
  var position: Int
  private(set) var nodes: [JSONDocument.Node] = []
  /// The innermost array or object that is not closed yet; -1 for none. While one is open, its `next` is the one around it.
  private var open = -1
  private var depth = 0

  init(bytes: [UInt8], range: Range<Int>, field: String) {
    self.bytes = bytes
    self.field = field
    position = range.lowerBound
    end = range.upperBound
    nodes.reserveCapacity(range.count / 16 + 4)
  }

  mutating func scan() throws(Refusal) {
    repeat {
      if try beginValue() {
        try beginMember()
      } else {
        try finishContainers()
      }
    } while open >= 0
    skipSpace()
    if position < end { throw fault("there is something after the end") }
  }

  @inline(never)
  func fault(_ reason: String) -> Refusal {
    .malformedJSON(field: field, reason: "\(reason), at byte \(position)")
  }

  /// The byte here; the text must not end here.
  @inline(__always)
  func peek() throws(Refusal) -> UInt8 {
    guard let byte = here else { throw fault("it ends too early") }
    return byte
  }

  /// The byte here; `nil` where the text ends.
  @inline(__always)
  var here: UInt8? {
    // `end` is within the bytes, and `position` never goes back before the beginning.
    position < end ? unsafe bytes.rawSpan.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self) : nil
  }

  @inline(__always)
  mutating func skipSpace() {
    while let byte = here, byte <= 0x20, isWhiteSpace(byte) { position &+= 1 }
  }

  /// Reads a scalar or an empty container whole, or opens a container: then `true`.
  private mutating func beginValue() throws(Refusal) -> Bool {
    switch try peek() {
    case UInt8(ascii: "{"): return try beginContainer(.object, close: UInt8(ascii: "}"))
    case UInt8(ascii: "["): return try beginContainer(.array, close: UInt8(ascii: "]"))
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true", .yes)
    case UInt8(ascii: "f"): try literal("false", .no)
    case UInt8(ascii: "n"): try literal("null", .null)
    default: try number()
    }
    return false
  }

  private mutating func beginContainer(
    _ kind: JSONDocument.Kind, close: UInt8
  ) throws(Refusal) -> Bool {
    if depth == JSONDocument.depthLimit {
      throw .nestedTooDeeply(field: field, limit: JSONDocument.depthLimit)
    }
    let start = position
    append(kind, start, start)
    position += 1
    skipSpace()
    if try peek() == close {
      position += 1
      nodes[nodes.count - 1].end = position
      return false
    }
    nodes[nodes.count - 1].next = open
    open = nodes.count - 1
    depth += 1
    return true
  }

  /// Before a value inside the innermost container: in an object, its name.
  private mutating func beginMember() throws(Refusal) {
    guard open >= 0, nodes[open].kind == .object else { return }
    guard try peek() == UInt8(ascii: "\"") else { throw fault("a member has no quoted name") }
    try string(isName: true)
    skipSpace()
    guard try peek() == UInt8(ascii: ":") else { throw fault("a colon is missing") }
    position += 1
    skipSpace()
  }

  /// After a value: closes what ends here, and stands before the next value of what does not.
  private mutating func finishContainers() throws(Refusal) {
    while open >= 0 {
      skipSpace()
      let byte = try peek()
      position += 1
      if byte == UInt8(ascii: ",") {
        skipSpace()
        return try beginMember()
      }
      let container = open
      let close = nodes[container].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if byte != close {
        position -= 1
        throw fault("a comma or a closing bracket is missing")
      }
      open = nodes[container].next
      depth -= 1
      nodes[container].end = position
      nodes[container].next = nodes.count
      if nodes[container].kind == .object { try checkNames(of: container) }
    }
  }

  @inline(__always)
  mutating func append(_ kind: JSONDocument.Kind, _ start: Int, _ end: Int, tag: UInt32 = 0) {
    nodes.append(.init(kind: kind, tag: tag, start: start, end: end, next: nodes.count + 1))
  }
}
