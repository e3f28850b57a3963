import Testing

private let unheardOf = "No purchase of 9 has been heard of yet; it opens nothing until then.\n"

@Test func `claim tells a program who keeps a purchase, and the exit code that it is a conflict`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let first = try folder.run("claim --store s.entstore --subject ana --lineage 3000 --json")
  #expect(
    first
      == ToolResult(
        code: 0,
        output: #"{"subject": "ana", "lineages": [{"lineage": "3000", "outcome": "bound", "isHeld": true, "#
          + #""holder": "ana", "from": null}]}"# + "\n", messages: ""))
  let second = try folder.run("claim --store s.entstore --subject ben --lineage 3000 --json")
  #expect(
    second
      == ToolResult(
        code: 1,
        output:
          #"{"subject": "ben", "lineages": [{"lineage": "3000", "outcome": "conflict", "isHeld": false, "#
          + #""holder": "ana", "from": null}]}"# + "\n", messages: ""))
}

@Test func `the restore policy may move what is claimed, to each subject once`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("policy set --store s.entstore --restore transfer")
  try folder.run("claim --store s.entstore --subject ana --lineage 3000")
  let moved = try folder.run("claim --store s.entstore --subject ben --lineage 3000")
  #expect(
    moved
      == ToolResult(code: 0, output: "ben holds 3000 now; it has moved from somebody else.\n", messages: ""))
  let back = try folder.run("claim --store s.entstore --subject ana --lineage 3000 --json")
  #expect(back.code == 1 && back.output.contains(#""outcome": "conflict", "isHeld": false, "holder": "ben""#))
  #expect(
    try folder.run("history --store s.entstore --lineage 3000").output.contains("restored to ben from ana "))
}

@Test(arguments: [
  ("claim --subject ana --lineage 9", "ana holds 9 now.\n"),
  ("transfer --to ana --lineage 9", "ana holds 9 now; nobody did before.\n"),
  ("share --with ana --lineage 9", "9 opens for ana too now.\n"),
])
func `an act about a lineage that nobody has heard of stands, and says so`(_ line: String, _ output: String)
  throws
{
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("\(line) --store s.entstore")
  #expect(result == ToolResult(code: 0, output: output, messages: unheardOf))
  // What is bought afterwards is theirs from its first event on.
  try folder.write([SampleEvent(id: "late", subject: nil, lineage: "9", signed: 3).line], to: "late.ndjson")
  try folder.run("import --store s.entstore --unsigned late.ndjson")
  #expect(try folder.run("query --store s.entstore --subject ana --key pro --at 2026-01-05").code == 0)
}

@Test func `claim takes the transactions themselves, as import does`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let new = SampleEvent(id: "new", subject: nil, lineage: "4000", signed: 3)
  try folder.write([new.line, "{"], to: "new.ndjson")
  let unsigned = try folder.run("claim --store s.entstore --subject ana new.ndjson")
  #expect(unsigned.code == 65 && unsigned.output == "")
  #expect(
    unsigned.messages.hasPrefix(
      "new.ndjson:1: it carries no signature; vouch for it if you know where it came from (--unsigned)"))
  #expect(unsigned.messages.hasSuffix("Nothing that could be claimed was read.\n"))

  let vouched = try folder.run("claim --store s.entstore --subject ana --unsigned new.ndjson")
  #expect(vouched.code == 65 && vouched.output == "ana holds 4000 now.\n")
  #expect(vouched.messages.hasPrefix("new.ndjson:2: "))
  #expect(try folder.run("query --store s.entstore --subject ana --key pro --at 2026-01-05").code == 0)
  let again = try folder.run("claim --store s.entstore --subject ana --unsigned -", input: new.line)
  #expect(again == ToolResult(code: 0, output: "ana holds 4000 already.\n", messages: ""))
  let other = try folder.run("claim --store s.entstore --subject ben --unsigned -", input: new.line)
  #expect(other.code == 1 && other.messages == "")
}

@Test func `a claim by a signed transaction is verified as import verifies it`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try #require(try folder.run("forge ca ca").code == 0)
  let event = SampleEvent(id: "signed", subject: nil, lineage: "5000", signed: 3)
  try folder.write(try folder.run("forge sign --ca ca", input: event.line + "\n").output, to: "signed")
  let claim = "claim --store s.entstore --subject ana --app app signed"
  let untrusted = try folder.run(claim)
  #expect(untrusted.code == 65 && untrusted.output == "" && untrusted.messages.hasPrefix("signed:1: "))
  #expect(try folder.run("stats --store s.entstore").output.contains("refused      1 notVerified\n"))
  #expect(
    try folder.run("\(claim) --root ca/root.pem")
      == ToolResult(code: 0, output: "ana holds 5000 now.\n", messages: ""))
  #expect(try folder.run("query --store s.entstore --subject ana --key pro --at 2026-01-05").code == 0)
}

@Test func `share opens a purchase for somebody else until it is ended`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let share = "share --store s.entstore --lineage 2000 --with"
  let ask = "query --store s.entstore --key basic --at 2026-01-20 --subject"
  let steps: [(String, Int32, String)] = [
    ("\(share) kim --reason=family", 0, "2000 opens for kim too now.\n"),
    ("\(share) kim", 0, "2000 opens for kim already.\n"),
    (
      "\(ask) kim", 0, "yes: active (paid), access until 2026-02-10T00:00:00.000Z, app.basic\n"
    ),
    (
      "\(ask) bob", 0, "yes: active (paid), access until 2026-02-10T00:00:00.000Z, app.basic\n"
    ),
    (
      "\(share) kim --end --json", 0,
      #"{"lineage": "2000", "with": "kim", "isShared": false, "changed": true}"# + "\n"
    ),
    ("\(ask) kim", 1, "no: nothing is known of them\n"),
    ("\(share) kim --end", 0, "2000 was not shared with kim.\n"),
    ("\(share) bob", 0, "bob holds 2000, and needs no share of it.\n"),
  ]
  for (line, code, output) in steps {
    #expect(try folder.run(line) == ToolResult(code: code, output: output, messages: ""))
  }
}

@Test func `transfer tells a program who held it before`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let line = "transfer --store s.entstore --lineage 2000 --to kim --json"
  let moved = #"{"lineage": "2000", "holder": "kim", "from": "bob", "changed": true}"# + "\n"
  let stays = #"{"lineage": "2000", "holder": "kim", "from": null, "changed": false}"# + "\n"
  #expect(try folder.run(line) == ToolResult(code: 0, output: moved, messages: ""))
  #expect(try folder.run(line) == ToolResult(code: 0, output: stays, messages: ""))
}

@Test func `a long list has its titles once, and every row`() throws {
  let folder = try TestFolder()
  let events = (0..<1_001).map { SampleEvent(id: "e\($0)", subject: nil, lineage: "\(1_000 + $0)") }
  try folder.write(events.map(\.line), to: "events.ndjson")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  let lines = try folder.run("unbound --store s.entstore").output.split(separator: "\n")
  #expect(lines.count == 1_002 && lines.count { $0.hasPrefix("LINEAGE") } == 1)
  #expect(Array(lines.dropFirst()) == lines.dropFirst().sorted())
}

@Test func `unbound lists what nobody holds`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(
    try folder.run("unbound --store s.entstore").output == """
      LINEAGE  STATUS   PRODUCT  OWNERSHIP  PAID UNTIL
      3000     expired  app.pro  purchased  2026-02-05T00:00:00.000Z

      """)
  let json = try folder.run("unbound --store s.entstore --json").output
  #expect(json.hasPrefix(#"{"isEntitled": false, "status": "expired", "reason": "lapsed", "#))
  #expect(json.hasSuffix(#""keys": ["pro", "basic"]}"# + "\n"))
  try folder.run("claim --store s.entstore --subject ana --lineage 3000")
  #expect(
    try folder.run("unbound --store s.entstore")
      == ToolResult(code: 0, output: "", messages: "Every lineage has a holder.\n"))
}

@Test func `a file with nothing in it that could be held ends with 1`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let told =
    #"{"notificationType":"TEST","notificationUUID":"t","version":"2.0","signedDate":1767225600000,"#
    + #""data":{"bundleId":"com.example.app","environment":"Production"}}"#
  let result = try folder.run("claim --store s.entstore --unsigned --subject ana -", input: told)
  #expect(result == ToolResult(code: 1, output: "", messages: "Nothing that could be claimed was read.\n"))
}
