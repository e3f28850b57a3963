import Testing

/// Runs `command` on the sample, and checks what it prints as a person and as a program reads it.
private func expect(_ command: String, _ sentence: String, _ document: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.copy("s.entstore", to: "t.entstore")
  let text = try folder.run("\(command) --store s.entstore")
  #expect(text == ToolResult(code: 0, output: sentence + "\n", messages: ""))
  let json = try folder.run("\(command) --store t.entstore --json")
  #expect(json == ToolResult(code: 0, output: document + "\n", messages: ""))
}

@Test func `import says what became of everything it read`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  #expect(
    try folder.run("import --store s.entstore --unsigned events.ndjson")
      == ToolResult(
        code: 0, output: "6 read: 6 applied, 0 recorded, 0 duplicates, 0 refused\n", messages: ""))
  #expect(
    try folder.run("import --store s.entstore --unsigned --json events.ndjson")
      == ToolResult(
        code: 0,
        output:
          #"{"read": 6, "applied": 0, "recorded": 0, "duplicates": 6, "refused": 0, "submission": null}"#
          + "\n",
        messages: ""))
}

@Test func `catalog set says what it holds and whether that is new`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent.all[0].line], to: "events.ndjson")
  try folder.write(SampleEvent.catalog, to: "catalog.json")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  let set = "catalog set --store s.entstore catalog.json"
  #expect(try folder.run(set).output == "Catalog set: 2 keys, 2 products.\n")
  #expect(try folder.run(set).output == "Catalog unchanged: 2 keys, 2 products.\n")
  #expect(try folder.run(set + " --json").output == #"{"changed": false, "keys": 2, "products": 2}"# + "\n")
}

@Test func `catalog show says what opens what`() throws {
  let document =
    #"{"entitlements": {"basic": {"appStore": ["app.basic"], "includes": []}, "pro": {"appStore": ["app.pro"], "includes": ["basic"]}}, "#
    + #""products": {"app.season": {"duration": "P30D", "stacks": false}}}"#
  try expect(
    "catalog show",
    """
    KEY         RAIL      PRODUCT                      LASTS
    basic       appStore  app.basic                    -
    pro         appStore  app.pro                      -
    pro         -         everything that basic opens  -
    app.season  -         app.season                   P30D
    """, document)
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.write(document, to: "shown.json")
  let again = try folder.run("catalog set --store s.entstore shown.json")
  #expect(again.output == "Catalog unchanged: 2 keys, 2 products.\n", "what is shown can be set again")
}

@Test func `catalog show names what there is none of, for a program`() throws {
  let folder = try TestFolder()
  try folder.run("import --store s.entstore --unsigned -", input: "")
  let none = #"{"entitlements": {}, "products": {}}"#
  #expect(try folder.run("catalog show --store s.entstore --json").output == none + "\n")
  try folder.write(none, to: "none.json")
  #expect(try folder.run("catalog set --store s.entstore none.json").output.hasPrefix("Catalog unchanged"))
}

@Test func `verify says that a store is sound, and how much it looked at`() throws {
  try expect(
    "verify", "sound: 7 events, 3 lineages, 31 values checked.",
    #"{"isSound": true, "events": 7, "lineages": 3, "values": 31, "faultCount": 0, "faults": [], "remedy": null}"#
  )
}

@Test func `stats counts what is there`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("stats --store s.entstore")
  let names = result.output.split(separator: "\n").map {
    $0.split(separator: " ").prefix(2).joined(separator: " ")
  }
  #expect(
    names.prefix(5) == ["environment production", "apps none", "events 7", "lineages 3", "deadlines 3"])
  #expect(names[5...6].map { $0.prefix(9) } == ["fileBytes", "usedBytes"])
  #expect(names[7...] == ["tokens 0", "unbound 1", "refused 0"])
  let json = try folder.run("stats --store s.entstore --json").output.replacing(
    /Bytes": [0-9]+/, with: "Bytes\": …")
  let document = [
    #"{"environment": "production", "apps": [], "events": 7, "lineages": 3, "deadlines": 3, "#,
    #""fileBytes": …, "usedBytes": …, "tokens": 0, "unbound": 1, "refused": {"wrongEnvironment": 0, "#,
    #""wrongApp": 0, "notVerified": 0, "unsigned": 0, "implausibleDate": 0, "malformed": 0, "other": 0}}"#,
  ]
  #expect(json == document.joined() + "\n")
}

@Test func `compact says what it saved, in place and beside, and leaves the same store`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let exported = try folder.run("export --store s.entstore").output
  let beside = try folder.run("compact --store s.entstore --output c.entstore")
  #expect(
    beside.code == 0
      && beside.output.wholeMatch(of: /[0-9.]+ kB before, [0-9.]+ kB after: saved [0-9.]+ k?B\.\n/) != nil)
  #expect(try folder.run("export --store c.entstore").output == exported)
  let inPlace = try folder.run("compact --store s.entstore --json")
  #expect(
    inPlace.code == 0 && inPlace.output.wholeMatch(of: /\{"before": [0-9]+, "after": [0-9]+\}\n/) != nil)
  #expect(try folder.run("export --store s.entstore").output == exported)
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `rebuild says what differed`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("rebuild --store s.entstore")
  #expect(
    result == ToolResult(code: 0, output: "3 lineages derived again: nothing differed.\n", messages: ""))
  let json = try folder.run("rebuild --store s.entstore --json")
  #expect(json.code == 0 && json.output.hasPrefix(#"{"differed": 0, "#))
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `rebuild says of one thing that it is one`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("compact --store s.entstore")
  let whole = try folder.read("s.entstore")
  let name = Array("app.".utf8)
  var sentences: Set<String> = []
  for place in whole.indices.dropLast(name.count) where whole[place..<place + name.count].elementsEqual(name)
  {
    var bytes = whole
    bytes[place] ^= 0x20
    try folder.write(bytes, to: "d.entstore")
    let result = try folder.run("rebuild --store d.entstore")
    if result.code == 0 {
      sentences.formUnion(result.output.split(separator: "\n").suffix(1).map(String.init))
    }
  }
  #expect(sentences.contains("3 lineages derived again: 1 entry differed and is right now."), "\(sentences)")
}

@Test func `the version is one line`() throws {
  #expect(try TestFolder().run("--version") == ToolResult(code: 0, output: "0.1.0\n", messages: ""))
}
