import Testing

@Test(arguments: [
  (
    "--subject ann --at 2026-02-05",
    """
    KEY    ACCESS  STATUS  WHY   UNTIL                     LINEAGE
    pro    yes     active  paid  2026-03-02T00:00:00.000Z  1000
    basic  yes     active  paid  2026-03-02T00:00:00.000Z  1000

    """
  ),
  (
    "--subject ann --at 2026-02-20",
    """
    KEY    ACCESS  STATUS    WHY       UNTIL                     LINEAGE
    pro    no      refunded  refunded  2026-03-02T00:00:00.000Z  1000
    basic  no      refunded  refunded  2026-03-02T00:00:00.000Z  1000

    """
  ),
  (
    "--lineage 3000 --at 2026-01-20",
    """
    KEY    ACCESS  STATUS  WHY   UNTIL
    pro    yes     active  paid  2026-02-05T00:00:00.000Z
    basic  yes     active  paid  2026-02-05T00:00:00.000Z

    """
  ),
])
func `query without a key lists what a subject or lineage has or had`(_ words: String, _ table: String) throws
{
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore \(words)")
  #expect(result == ToolResult(code: 0, output: table, messages: ""))
}

@Test(arguments: [
  (
    "--subject ann --key pro --at 2026-02-05", 0,
    "yes: active (paid), access until 2026-03-02T02:00:00.000Z, app.pro"
  ),
  (
    "--subject ann --key basic --at 2026-03-02T01:00:00Z --known-at 2026-01-01", 1,
    "no: nothing is known of them"
  ),
  (
    "--subject ann --key pro --at 2026-02-20", 1, "no: refunded, paid until 2026-03-02T00:00:00.000Z, app.pro"
  ),
  (
    "--subject bob --key basic --at 2026-02-10", 1,
    "no: expired (lapsed), paid until 2026-02-10T00:00:00.000Z, app.basic"
  ),
  ("--subject bob --key pro --at 2026-01-20", 1, "no: nothing of theirs opens 'pro'"),
  ("--subject nobody --key pro --at 2026-01-20", 1, "no: nothing is known of them"),
  ("--lineage 9 --key pro --at 2026-01-20", 1, "no: nothing is known of it"),
  ("--lineage 2000 --key pro --at 2026-01-20", 1, "no: it does not open 'pro'"),
  (
    "--lineage 3000 --key pro --at 2026-02-05T01:59:59.999Z", 0,
    "yes: active (awaitingRenewal), access until 2026-02-05T02:00:00.000Z, app.pro"
  ),
  (
    "--lineage 3000 --key pro --at 2026-02-05T02:00:00Z", 1,
    "no: expired (lapsed), paid until 2026-02-05T00:00:00.000Z, app.pro"
  ),
])
func `query with a key answers in a sentence and as the exit code`(
  _ words: String, _ code: Int32, _ sentence: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore \(words)")
  #expect(result == ToolResult(code: code, output: sentence + "\n", messages: ""))
}

@Test(arguments: [
  (
    "--subject ann --key pro --at 2026-02-05", 0,
    #"{"subject": "ann", "key": "pro", "at": "2026-02-05T00:00:00.000Z", "isEntitled": true, "status": "active", "#
      + #""reason": "paid", "until": "2026-03-02T00:00:00.000Z", "entitledUntil": "2026-03-02T02:00:00.000Z", "#
      + #""product": "app.pro", "rail": "appStore", "lineage": "1000", "expiresAt": "2026-03-02T00:00:00.000Z", "#
      + #""willAutoRenew": true, "ownership": "purchased", "isTrial": false, "signedAt": "2026-02-10T00:00:00.000Z"}"#
  ),
  (
    "--subject nobody --key pro --at 2026-01-20", 1,
    #"{"subject": "nobody", "key": "pro", "at": "2026-01-20T00:00:00.000Z", "isEntitled": false, "status": "none", "#
      + #""reason": "none", "until": null, "entitledUntil": null, "product": null, "rail": null, "lineage": null, "#
      + #""expiresAt": null, "willAutoRenew": null, "ownership": null, "isTrial": false, "signedAt": null}"#
  ),
  (
    "--lineage 2000 --at 2026-01-20", 0,
    #"{"subject": "bob", "lineage": "2000", "at": "2026-01-20T00:00:00.000Z", "entitlements": [{"key": "basic", "isEntitled": true, "#
      + #""status": "active", "reason": "paid", "until": "2026-02-10T00:00:00.000Z", "#
      + #""entitledUntil": "2026-02-10T00:00:00.000Z", "product": "app.basic", "rail": "appStore", "lineage": "2000", "#
      + #""expiresAt": "2026-02-10T00:00:00.000Z", "willAutoRenew": false, "ownership": "purchased", "#
      + #""isTrial": false, "signedAt": "2026-01-13T00:00:00.000Z"}], "holder": "bob", "evidence": "unknownToken", "#
      + #""members": []}"#
  ),
  (
    "--subject nobody --at 1769904000000", 0,
    #"{"subject": "nobody", "at": "2026-02-01T00:00:00.000Z", "entitlements": []}"#
  ),
])
func `query answers a program with the same members in the same order`(
  _ words: String, _ code: Int32, _ document: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore --json \(words)")
  #expect(result == ToolResult(code: code, output: document + "\n", messages: ""))
}

@Test func `query names the lineage that was asked about, also where nothing is known of it`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  for (lineage, subject) in [("3000", "null"), ("1000", #""ann""#), ("none", "null")] {
    for words in ["", " --key pro"] {
      let asked = "query --store s.entstore --json --at 2026-01-20 --lineage \(lineage)\(words)"
      let output = try folder.run(asked).output
      #expect(output.contains(#""lineage": "\#(lineage)""#), "\(output)")
      let start = #"{"subject": \#(subject), "lineage": "\#(lineage)", "at": "2026"#
      #expect(words != "" || output.hasPrefix(start), "\(output)")
    }
  }
}

@Test func `a subject never seen is no error`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore --subject nobody")
  #expect(result == ToolResult(code: 0, output: "", messages: "Nothing is known of nobody.\n"))
}

@Test func `query makes no store and leaves none behind`() throws {
  let folder = try TestFolder()
  let result = try folder.run("query --subject ann")
  #expect(
    result
      == ToolResult(code: 66, output: "", messages: "Error: there is no store at entitlements.entstore\n"))
  #expect(try !folder.names.contains { $0.hasPrefix("entitlements") })
}

@Test func `a lineage is asked for with those it is shared with`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  for name in ["kim", "lee"] {
    try folder.run("share --store s.entstore --lineage 2000 --with \(name)")
  }
  let asked = "query --store s.entstore --lineage 2000 --at 2026-01-20"
  #expect(
    try folder.run(asked).output.hasSuffix(
      "Held by bob, by a token that nobody made known.\nShared with kim, lee.\n"))
  #expect(try folder.run("\(asked) --json").output.contains(#""members": ["kim", "lee"]}"#))
}

@Test func `what was given is not called paid`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("grant --store s.entstore --subject kim --key pro --from 2026-01-01 --until 2026-03-01")
  try folder.run("grant --store s.entstore --subject lee --key pro --for P7D --trial")
  func ask(_ words: String) throws -> String { try folder.run("query --store s.entstore \(words)").output }
  #expect(
    try ask("--subject kim --at 2026-02-01").replacing(/grant-[0-9a-f]+/, with: "NAME") == """
      KEY    ACCESS  STATUS  WHY   UNTIL                     LINEAGE
      pro    yes     active  gift  2026-03-01T00:00:00.000Z  NAME
      basic  yes     active  gift  2026-03-01T00:00:00.000Z  NAME

      """)
  #expect(
    try ask("--subject kim --key pro --at 2026-02-01")
      == "yes: active (gift), access until 2026-03-01T00:00:00.000Z, pro\n")
  #expect(
    try ask("--subject kim --key pro --at 2026-04-01")
      == "no: expired (lapsed, gift), gift until 2026-03-01T00:00:00.000Z, pro\n")
  #expect(try ask("--subject kim --key pro --at 2026-02-01 --json").contains(#""reason": "paid""#))
  #expect(try ask("--subject lee").contains("  trial  "))
  #expect(try ask("--subject lee --key pro").hasPrefix("yes: active (trial), access until "))
}

@Test func `of several purchases that have lapsed the one that ended last comes first`() throws {
  let folder = try TestFolder()
  let lapsed = [
    SampleEvent(id: "e1", lineage: "1"),
    SampleEvent(id: "e2", lineage: "2", signed: 40, begins: 40, ends: 70),
  ]
  try folder.write(lapsed.map(\.line), to: "in.ndjson")
  try folder.run("import --store s.entstore --unsigned in.ndjson")
  let table = try folder.run("query --store s.entstore --subject ann --at 2027-01-01").output
  #expect(table.split(separator: "\n").dropFirst().map { $0.suffix(1) } == ["2", "1"])
  let one = try folder.run("query --store s.entstore --subject ann --key app.pro --at 2027-01-01 --json")
  #expect(one.code == 1 && one.output.contains(#""lineage": "2""#))
}
