import EntstoreCLI
import Testing

/// What the splitter made of `text`, fed in pieces of `size`: the line of each payload and its text, "!" before a refusal.
private func split(_ bytes: [UInt8], by size: Int) -> [String] {
  var found: [String] = []
  let note = { (payload: Payload) in
    switch payload.content {
    case .bytes(let bytes): found.append("\(payload.line): \(String(decoding: bytes, as: UTF8.self))")
    case .refused(let reason): found.append("\(payload.line)! \(reason)")
    }
  }
  var splitter = PayloadSplitter(file: "f")
  var rest = bytes[...]
  while !rest.isEmpty {
    splitter.take(rest.prefix(size), note)
    rest = rest.dropFirst(size)
  }
  splitter.finish(note)
  return found
}

/// The same for pieces of every small size, which must agree.
private func split(_ text: String) -> [String] {
  let bytes = Array(text.utf8)
  let whole = split(bytes, by: max(1, bytes.count))
  for size in 1...8 { #expect(split(bytes, by: size) == whole, "in pieces of \(size)") }
  return whole
}

@Test(arguments: [
  ("one payload a line", "{\"a\":1}\n{\"b\":2}\n", ["1: {\"a\":1}", "2: {\"b\":2}"]),
  ("a last line without its end", "{\"a\":1}\n{\"b\":2}", ["1: {\"a\":1}", "2: {\"b\":2}"]),
  ("Windows line ends", "{\"a\":1}\r\n{\"b\":2}\r\n", ["1: {\"a\":1}", "2: {\"b\":2}"]),
  ("a byte order mark", "\u{feff}{\"a\":1}\n", ["1: {\"a\":1}"]),
  ("lines without payloads", "\n \n{\"a\":1}\n\n\t\n{\"b\":2}\n\n", ["3: {\"a\":1}", "6: {\"b\":2}"]),
  ("signed payloads", "aa.bb.cc\ndd.ee.ff\n", ["1: aa.bb.cc", "2: dd.ee.ff"]),
  ("a document laid out for reading", "{\n \"a\": [1,\n  2]\n}\n", ["1: {\n \"a\": [1,\n  2]\n}"]),
  (
    "documents one behind the other", "{\n\"a\":1\n}\n{\n\"b\":2\n}",
    ["1: {\n\"a\":1\n}", "4: {\n\"b\":2\n}"]
  ),
  ("documents that touch", "{\n\"a\":1\n}{\"b\":2}", ["1: {\n\"a\":1\n}", "3: {\"b\":2}"]),
  ("brackets inside texts", "{\n\"a\":\"}{[\\\"\"\n}\n", ["1: {\n\"a\":\"}{[\\\"\"\n}"]),
  ("an array on one line", "[{\"a\":1},{\"b\":[2]}]", ["1: {\"a\":1}", "1: {\"b\":[2]}"]),
  ("an array over lines", "[\n {\"a\":1},\n {\"b\":\n 2}\n]\n", ["2: {\"a\":1}", "3: {\"b\":\n 2}"]),
  ("an array of signed payloads", "[\"a.b.c\",\n\"d.e.f\"]", ["1: \"a.b.c\"", "2: \"d.e.f\""]),
  ("an array and what follows it", "[1]\n{\"a\":1}\n", ["1: 1", "2: {\"a\":1}"]),
  ("an empty array", "[]", []),
  (
    "a broken line among good ones", "{\"a\":1}\n{\"b\":\n{\"c\":3}\n",
    ["1: {\"a\":1}", "2: {\"b\":", "3: {\"c\":3}"]
  ),
  (
    "a first line that never closes", "{\"a\":\n{\"b\":2}\n{\"c\":3}\n",
    ["1: {\"a\":", "2: {\"b\":2}", "3: {\"c\":3}"]
  ),
  ("a broken text", "{\"a\n{\"b\":2}\n", ["1: {\"a", "2: {\"b\":2}"]),
  (
    "an array that is cut off", "[{\"a\":1},\n{\"b\"",
    ["1: {\"a\":1}", "2: {\"b\"", "2! the array is not closed; is the file cut off?"]
  ),
  (
    "a broken array before whole lines", "[[1\n{\"b\":2}\n{\"c\":3}",
    ["1: [1", "2: {\"b\":2}", "3: {\"c\":3}", "3! the array is not closed; is the file cut off?"]
  ),
  (
    "a broken array that ends with a line", "[[1\n{\"b\":2}\n{\"c\":3}\n",
    ["1: [1", "2: {\"b\":2}", "3: {\"c\":3}", "4! the array is not closed; is the file cut off?"]
  ),
  (
    "an array laid out for reading that is cut off behind an element", "[\n {\"a\":1},\n {\n  \"b\":2\n }\n",
    ["2: {\"a\":1}", "3: {\n  \"b\":2\n }", "6! the array is not closed; is the file cut off?"]
  ),
  (
    "an array without commas", "[{\"a\":1}\n{\"b\":2}\n{\"c\":3}",
    ["1: {\"a\":1}", "2: {\"b\":2}", "3: {\"c\":3}", "3! the array is not closed; is the file cut off?"]
  ),
  (
    "an array that ends with a line", "[{\"a\":1},\n{\"b\":2}\n",
    ["1: {\"a\":1}", "2: {\"b\":2}", "3! the array is not closed; is the file cut off?"]
  ),
  (
    "a control character in the first line", "{\"a\":\"\u{1b}\"}\n{\"b\":2}\n",
    ["1: {\"a\":\"\u{1b}\"}", "2: {\"b\":2}"]
  ),
  ("binary", "PK\u{3}\u{4}\nmore\n", ["1! the file is binary, not text; decompress or export it first"]),
  ("nothing", "", ["1! the file is empty"]),
  ("nothing but white space", " \n\n", ["3! the file is empty"]),
])
func `input is cut into payloads, however it arrives`(_ name: String, _ text: String, _ expected: [String]) {
  #expect(split(text) == expected, "\(name)")
}

@Test(arguments: [[0xff, 0xfe, 0x7b, 0], [0xfe, 0xff, 0, 0x7b]] as [[UInt8]])
func `UTF-16 is refused once, with the way out`(_ bytes: [UInt8]) {
  #expect(
    split(bytes + [10, 0, 10, 0], by: 8)
      == ["1! the file is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)"])
}

@Test(arguments: [
  "\u{FEFF}{\"a\":1}\n", "x\u{1}", "no text: \u{1}\u{2}\n{\"a\":1}\n", "\n\n{\"a\":1}", "\u{1}",
  "{\"a\": \"\u{1}\"}\n",
  String(repeating: "x", count: 4_095) + "\u{1}", String(repeating: "x", count: 4_099) + "\u{1}",
])
func `what a file is does not depend on how much of it comes at once`(_ text: String) {
  var wide: [UInt8] = [0xff, 0xfe]
  for byte in text.utf8 { wide += [byte, 0] }
  for bytes in [Array(text.utf8), wide] {
    let whole = split(bytes, by: bytes.count)
    #expect(!whole.isEmpty)
    for length in [1, 2, 3, 5, 4_095, 4_096, 4_097] {
      #expect(split(bytes, by: length) == whole, "\(length)")
    }
  }
}

/// Noise may have a line break before anything else that tells what it is.
@Test func `noise is no text, wherever its first line ends`() {
  for seed: UInt64 in 0..<1_000 {
    var random = Seed(state: seed)
    let noise = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) }
    let first = noise.first { ![9, 10, 13, 32].contains($0) }
    // What begins as JSON may be a broken line with whole ones behind it.
    if let first, "{[\"".utf8.contains(first) { continue }
    let found = split(noise + Array("\n{\"a\":1}\n".utf8), by: 512)
    #expect(found == ["1! the file is binary, not text; decompress or export it first"], "seed \(seed)")
  }
}

@Test func `a payload beyond the limit is refused at its line and not held, and the next one is taken`() {
  let long = [UInt8](repeating: UInt8(ascii: "x"), count: Payload.largest + 1)
  let bytes = Array("{\"a\":1}\n".utf8) + long + Array("\n{\"b\":2}\n".utf8)
  #expect(
    split(bytes, by: 1 << 20) == ["1: {\"a\":1}", "2! the payload is larger than 16 MiB", "3: {\"b\":2}"])
}

@Test func `any depth of brackets is cut without recursion`() {
  let deep = String(repeating: "[", count: 100_000)
  #expect(split(Array((deep + "\n").utf8), by: 1 << 20).last?.hasSuffix("is the file cut off?") == true)
  let line = #"{"a":"# + deep + String(repeating: "]", count: 100_000) + "}"
  #expect(split(Array("\(line)\n{\"b\":2}\n".utf8), by: 1 << 20) == ["1: \(line)", "2: {\"b\":2}"])
}
