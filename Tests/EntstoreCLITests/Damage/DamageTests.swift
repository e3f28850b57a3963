import Testing

private let pageBytes = 4_096

/// Checks that `verify` ends with an answer whatever it is given, the same for people and programs; returns its code.
private func verdict(on bytes: [UInt8], in folder: TestFolder, _ what: Comment) throws -> Int32 {
  try folder.write(bytes, to: "damaged.entstore")
  let text = try folder.run("verify --store damaged.entstore")
  switch text.code {
  case 0: #expect(text.output.hasPrefix("sound: ") && text.messages == "", what)
  case 1: #expect(text.output.contains("not sound: "), what)
  case 66:
    #expect(text.output == "" && text.messages.contains("damaged.entstore is no store that can be opened: "))
  default: Issue.record("\(what.rawValue): exit \(text.code): \(text.messages)")
  }
  let json = try folder.run("verify --store damaged.entstore --json")
  #expect(json.code == text.code, what)
  if text.code == 1 { #expect(text.output.contains("fault: ") && text.output.contains("'entstore "), what) }
  if text.code < 2 { #expect(json.output.hasPrefix(#"{"isSound": \#(text.code == 0)"#), what) }
  return text.code
}

@Test func `a store that is cut off anywhere is named as such by every command`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let whole = try folder.read("s.entstore")
  let ends = [1, 100, pageBytes, 2 * pageBytes, whole.count / 2, whole.count - pageBytes, whole.count - 1]
  for end in ends {
    // Without a header that is readable, nothing says that it was a store.
    let code = try verdict(on: Array(whole[..<end]), in: folder, "cut at \(end)")
    #expect(code == (end <= 100 ? 66 : 1), "cut at \(end)")
  }

  try folder.write(whole.dropLast(pageBytes), to: "damaged.entstore")
  for command in [
    "query --subject ann", "export", "stats", "rebuild", "compact", "import --unsigned events.ndjson",
  ] {
    let result = try folder.run("\(command) --store damaged.entstore")
    #expect(result.code == 74 && result.messages.contains("its end is missing"), "\(command)")
  }
}

@Test func `what was a store is told from what never was one by what is in the file`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let whole = try folder.read("s.entstore")
  let headless = [UInt8](repeating: 0, count: 2 * pageBytes) + whole[(2 * pageBytes)...]
  #expect(try verdict(on: headless, in: folder, "both headers gone") == 1)
  var random = Seed(state: 7)
  let strangers: [(String, [UInt8])] = [
    ("zeros", [UInt8](repeating: 0, count: 10 * pageBytes)),
    ("text", Array(String(repeating: "no store at all. ", count: 2_000).utf8)),
    ("noise", (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }),
    ("a picture", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + Array(repeating: 1, count: 9_000)),
  ]
  for (name, bytes) in strangers {
    #expect(try verdict(on: bytes, in: folder, Comment(rawValue: name)) == 66)
  }
}

@Test func `nothing is made anew in a store of which a part is lost`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("compact --store s.entstore")
  let whole = try folder.read("s.entstore")
  // The key under which a store says what it is, and the name of a table.
  for (name, other) in [("store", "stOre"), ("timeline", "timelinf")] {
    var bytes = whole
    let (name, other) = (Array(name.utf8), Array(other.utf8))
    for place in whole.indices.dropLast(name.count)
    where whole[place..<place + name.count].elementsEqual(name) {
      bytes.replaceSubrange(place..<place + name.count, with: other)
    }
    try folder.write(bytes, to: "damaged.entstore")
    for command in ["import --unsigned events.ndjson", "policy set --known-tokens-only yes", "stats"] {
      let result = try folder.run("\(command) --store damaged.entstore")
      #expect(result.code == 74 && result.output == "", "\(command): \(result.messages)")
    }
    #expect(try folder.read("damaged.entstore") == bytes)
    #expect(try folder.run("verify --store damaged.entstore").code == 1)
  }
}

@Test func `an empty file is no store to read, and a new one to import into`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(try verdict(on: [], in: folder, "empty") == 66)
  #expect(try folder.run("import --store damaged.entstore --unsigned events.ndjson").code == 0)
  #expect(try folder.run("verify --store damaged.entstore").code == 0)
}

@Test func `a page of zeros anywhere never crashes the check, and is found where it is in use`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("compact --store s.entstore")
  let whole = try folder.read("s.entstore")
  var codes: [Int32] = []
  for page in 0..<whole.count / pageBytes {
    var bytes = whole
    for offset in 0..<pageBytes { bytes[page * pageBytes + offset] = 0 }
    codes.append(try verdict(on: bytes, in: folder, "page \(page)"))
  }
  #expect(codes.allSatisfy { $0 == 1 }, "a compact store has no page to spare: \(codes)")
}

@Test func `a changed byte in a stored value is found, and answered with an error rather than a guess`()
  throws
{
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("compact --store s.entstore")
  let whole = try folder.read("s.entstore")
  // Products stand in rows, timelines and the catalog.
  let name = Array("app.pro".utf8)
  let places = whole.indices.dropLast(name.count).filter { whole[$0..<$0 + name.count].elementsEqual(name) }
  #expect(places.count >= 3)
  var refused = 0
  for place in places {
    var bytes = whole
    bytes[place] ^= 0x20
    #expect(try verdict(on: bytes, in: folder, "byte \(place)") == 1)
    let query = try folder.run("query --store damaged.entstore --subject ann --key pro --at 2026-02-20")
    #expect(query.code == 1 || query.code == 74)
    if query.code == 74 {
      refused += 1
      #expect(query.output == "" && query.messages.contains("a checksum does not agree"))
    }
  }
  #expect(refused > 0, "at least one of them is Ann's row")
}
