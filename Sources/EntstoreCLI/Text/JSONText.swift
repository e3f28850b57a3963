import Entstore

/// A JSON document as it is written: members in the order in which they were given.
package indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Int64)
  case text(String)
  case array([JSONText])
  case object([(String, JSONText)])

  static func text(_ value: String?) -> JSONText { value.map { .text($0) } ?? .null }
  static func bool(_ value: Bool?) -> JSONText { value.map { .bool($0) } ?? .null }
  static func time(_ value: Instant?) -> JSONText { .text(value.map(TimeText.text)) }
  static func count(_ value: some BinaryInteger) -> JSONText { .number(Int64(clamping: value)) }

  /// On one line, with a space behind each colon and comma.
  package var line: String {
    var line = ""
    write(to: &line)
    return line
  }

  private func write(to line: inout String) {
    switch self {
    case .null: line += "null"
    case .bool(let value): line += value ? "true" : "false"
    case .number(let value): line += String(value)
    case .text(let value): Self.quote(value, to: &line)
    case .array(let values):
      line += "["
      for (index, value) in values.enumerated() {
        if index > 0 { line += ", " }
        value.write(to: &line)
      }
      line += "]"
    case .object(let members):
      line += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { line += ", " }
        Self.quote(member.0, to: &line)
        line += ": "
        member.1.write(to: &line)
      }
      line += "}"
    }
  }

  private static func quote(_ text: String, to line: inout String) {
    line += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case "\0"..<" ", "\u{7f}"..."\u{9f}":
        let digits = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: line.unicodeScalars.append(scalar)
      }
    }
    line += "\""
  }
}
