/// The outermost level of a JSON text: where its members or elements stand.
///
/// Two things that a decoder does not give: the exact text of each part, and a bound on nesting that holds before
/// anything recurses. It checks that brackets and quotes close; whether the rest is JSON the decoder finds out.
struct JSONOutline {
  /// One member of an object. Keys are compared as they are written.
  struct Member {
    /// Without the quotes.
    let key: Range<Int>
    let value: Range<Int>
  }

  private(set) var members: [Member] = []
  private(set) var elements: [Range<Int>] = []

  /// How deep arrays and objects may be inside each other: more is an attack, and would exhaust a thread's stack.
  static let depthLimit = 512

  /// Reads the object or array that fills `range` of `bytes`. One pass, no recursion.
  ///
  /// - Parameter field: Names the text in a refusal.
  init(of bytes: [UInt8], in range: Range<Int>, field: String) throws(Refusal) {
    var scan = OutlineScan(position: range.lowerBound, end: range.upperBound, field: field)
    let isObject = bytes[range.lowerBound] == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    scan.position += 1
    scan.skipSpace(bytes)
    if try scan.peek(bytes) == close {
      scan.position += 1
    } else {
      while true {
        if isObject {
          let key = try scan.key(bytes)
          members.append(Member(key: key, value: try scan.value(bytes)))
        } else {
          elements.append(try scan.value(bytes))
        }
        let next = try scan.peek(bytes)
        scan.position += 1
        if next == close { break }
        guard next == UInt8(ascii: ",") else { throw scan.fault("a comma is missing", before: 1) }
        scan.skipSpace(bytes)
      }
    }
    scan.skipSpace(bytes)
    if scan.position < scan.end { throw scan.fault("there is something after the end") }
  }

  /// Where the value of `name` stands in `bytes`; `nil` if there is no such member.
  func value(of name: String, in bytes: [UInt8]) -> Range<Int>? {
    let wanted = name.utf8
    for member in members where member.key.count == wanted.count {
      if bytes[member.key].elementsEqual(wanted) { return member.value }
    }
    return nil
  }
}

/// A place in a JSON text that moves forward.
private struct OutlineScan {
  var position: Int
  let end: Int
  let field: String

  func fault(_ reason: String, before step: Int = 0) -> Refusal {
    .malformedJSON(field: field, reason: "\(reason) at byte \(position - step)")
  }

  mutating func skipSpace(_ bytes: [UInt8]) {
    while position < end, isWhiteSpace(bytes[position]) { position += 1 }
  }

  func peek(_ bytes: [UInt8]) throws(Refusal) -> UInt8 {
    guard position < end else { throw fault("it ends too early") }
    return bytes[position]
  }

  /// A key and its colon; stands before the value afterwards.
  mutating func key(_ bytes: [UInt8]) throws(Refusal) -> Range<Int> {
    guard try peek(bytes) == UInt8(ascii: "\"") else { throw fault("a member has no quoted name") }
    let start = position + 1
    try skipString(bytes)
    let key = start..<(position - 1)
    skipSpace(bytes)
    guard try peek(bytes) == UInt8(ascii: ":") else { throw fault("a colon is missing") }
    position += 1
    skipSpace(bytes)
    return key
  }

  /// A value of any kind; stands on the comma or bracket after it afterwards.
  mutating func value(_ bytes: [UInt8]) throws(Refusal) -> Range<Int> {
    let start = position
    switch try peek(bytes) {
    case UInt8(ascii: "\""): try skipString(bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested(bytes)
    default:
      while position < end, !isDelimiter(bytes[position]) { position += 1 }
      if position == start { throw fault("a value is missing") }
    }
    let value = start..<position
    skipSpace(bytes)
    return value
  }

  /// Stands on an opening quote; stands after the closing one afterwards.
  private mutating func skipString(_ bytes: [UInt8]) throws(Refusal) {
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    position = end
    throw fault("a string does not end")
  }

  private mutating func skipNested(_ bytes: [UInt8]) throws(Refusal) {
    // The outline's own level is one already.
    var closers: [UInt8] = []
    repeat {
      switch try peek(bytes) {
      case UInt8(ascii: "\""):
        try skipString(bytes)
        continue
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closers.popLast() == bytes[position] else { throw fault("a bracket does not match") }
      default: break
      }
      if closers.count >= JSONOutline.depthLimit {
        throw .nestedTooDeeply(field: field, limit: JSONOutline.depthLimit)
      }
      position += 1
    } while !closers.isEmpty
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"): true
    default: isWhiteSpace(byte)
    }
  }
}
