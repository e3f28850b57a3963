import EntstoreCLI
import Foundation
import Testing

@Test func `members are written in the order given, with a space behind colon and comma`() {
  let text = JSONText.object([
    ("b", .number(1)), ("a", .array([.null, .bool(true), .bool(false)])), ("c", .object([])),
  ])
  #expect(text.line == #"{"b": 1, "a": [null, true, false], "c": {}}"#)
}

@Test func `a JSON parser reads back every text that was written`() throws {
  let scalars = (0...0x2_ff).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{fffd}", "\u{1f600}"]
  let text = String(String.UnicodeScalarView(scalars))
  let line = JSONText.array([.text(text)]).line
  #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
  let read = try JSONDecoder().decode([String].self, from: Data(line.utf8))
  #expect(read.map { Array($0.utf8) } == [Array(text.utf8)])
}
