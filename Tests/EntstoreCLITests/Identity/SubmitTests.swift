import Testing

@Test func `a submission is bound to its subject, and answered in the same call`() throws {
  let folder = try TestFolder()
  let bought = SampleEvent(id: "e", subject: nil, signed: 0, ends: 100_000)
  try folder.write([bought.line], to: "posted.ndjson")
  let text = try folder.run("import --store s.entstore --unsigned --subject ana posted.ndjson")
  #expect(
    text
      == ToolResult(
        code: 0,
        output: """
          1 read: 1 applied, 0 recorded, 0 duplicates, 0 refused
          ana holds 1000 now.
          KEY      ACCESS  STATUS  WHY   UNTIL                     LINEAGE
          app.pro  yes     active  paid  2299-10-17T00:00:00.000Z  1000

          """, messages: ""))
  let json = try folder.run("import --store s.entstore --unsigned --subject ana posted.ndjson --json")
  let document = [
    #"{"read": 1, "applied": 0, "recorded": 0, "duplicates": 1, "refused": 0, "submission": "#,
    #"{"subject": "ana", "lineages": [{"lineage": "1000", "outcome": "held", "isHeld": true, "#,
    #""holder": "ana", "from": null}], "entitlements": [{"key": "app.pro", "isEntitled": true, "#,
    #""status": "active", "reason": "paid", "until": "2299-10-17T00:00:00.000Z", "#,
    #""entitledUntil": "2299-10-17T02:00:00.000Z", "product": "app.pro", "rail": "appStore", "#,
    #""lineage": "1000", "expiresAt": "2299-10-17T00:00:00.000Z", "willAutoRenew": true, "#,
    #""ownership": "purchased", "isTrial": false, "signedAt": "2026-01-01T00:00:00.000Z"}], "#,
    #""isComplete": true}}"#,
  ]
  #expect(json == ToolResult(code: 0, output: document.joined() + "\n", messages: ""))
}

@Test func `a submission that disagrees is no refusal of input, and is said on standard error`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e", subject: nil).line], to: "posted.ndjson")
  try folder.run("import --store s.entstore --unsigned --subject ana posted.ndjson")
  let text = try folder.run("import --store s.entstore --unsigned --subject ben posted.ndjson")
  #expect(
    text
      == ToolResult(
        code: 0, output: "1 read: 0 applied, 0 recorded, 1 duplicate, 0 refused\n",
        messages: """
          conflict: somebody else keeps 1000; that ben asked for it is recorded.
          Nothing opens for ben.

          """))
  let json = try folder.run("import --store s.entstore --unsigned --subject ben posted.ndjson --json")
  #expect(json.code == 0)
  #expect(
    json.output.hasSuffix(
      #""submission": {"subject": "ben", "lineages": [{"lineage": "1000", "outcome": "conflict", "#
        + #""isHeld": false, "holder": "ana", "from": null}], "entitlements": [], "isComplete": true}}"#
        + "\n"))
  #expect(try folder.run("conflicts --store s.entstore").output.contains("submit 20"))
}

@Test func `what is refused of a submission is said, and the rest is bound`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e").line, "{}", SampleEvent(id: "f").line], to: "posted.ndjson")
  let result = try folder.run("import --store s.entstore --unsigned --subject ana posted.ndjson")
  #expect(result.code == 65 && result.output.contains("ana holds 1000 now."))
  #expect(result.messages.hasPrefix("posted.ndjson:2: "))
  // A submission is one act for each lineage, however many events speak of it.
  #expect(try folder.run("stats --store s.entstore").output.contains("events       3\n"))
}

@Test func `an unsigned submission needs somebody who vouches for it`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e").line], to: "posted.ndjson")
  let result = try folder.run("import --store s.entstore --subject ana posted.ndjson")
  #expect(result.code == 65 && result.messages.contains("carries no signature"))
  #expect(try folder.run("query --store s.entstore --lineage 1000").messages == "Nothing is known of 1000.\n")
}

@Test func `with known tokens only, a token binds nothing until somebody makes it known`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e").line], to: "events.ndjson")
  let line = "import --store s.entstore --unsigned --known-tokens-only events.ndjson"
  #expect(try folder.run(line).code == 0)
  let ask = "query --store s.entstore --key app.pro --at 2026-01-05 --subject"
  #expect(try folder.run("\(ask) ann").code == 1)
  #expect(try folder.run("unbound --store s.entstore").output.contains("\n1000 "))
  #expect(try folder.run("policy show --store s.entstore").output.contains("knownTokensOnly  yes"))
  #expect(try folder.run(line).code == 0)
  let acts = try folder.run("history --store s.entstore").output
  #expect(acts.split(separator: "\n").count { $0.contains("identity policy set") } == 1)
  #expect(
    try folder.run("token --store s.entstore --map ann --subject kim").output == "ann stands for kim now.\n")
  #expect(try folder.run("\(ask) kim").code == 0)
}

@Test func `why something was submitted stands in the history`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e1").line], to: "in.ndjson")
  let line = "import --store s.entstore --unsigned in.ndjson --reason=restored"
  #expect(try folder.run(line).code == 64)
  #expect(try folder.names == ["in.ndjson"])
  try folder.run("\(line) --subject kim")
  #expect(try folder.run("history --store s.entstore --subject kim").output.contains(": restored\n"))
}

@Test func `whoever restores what was erased is told so, and of what brings it back`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.write([SampleEvent.all[0].line, SampleEvent.all[3].line], to: "posted.ndjson")
  try folder.run("export --store s.entstore", output: folder["before.ndjson"])
  try folder.run("erase --store s.entstore --subject ann")
  let note =
    "What was said of 1000 was erased: it opens nothing until a newly signed transaction of it comes.\n"
  let claim = try folder.run("claim --store s.entstore --subject kim --unsigned posted.ndjson")
  #expect(claim.messages == note, "\(claim)")
  for option in ["", " --json"] {
    let restored = try folder.run("import --store s.entstore --unsigned --subject kim posted.ndjson\(option)")
    #expect(restored.code == 0 && restored.messages.contains(note), "\(restored)")
    #expect(!restored.messages.contains("said of 2000"))
  }
  // A store that knows of it by the erasure alone.
  try folder.run("export --store s.entstore", output: folder["after.ndjson"])
  try folder.run("import --store t.entstore --unsigned after.ndjson")
  #expect(
    try folder.run("import --store t.entstore --unsigned --subject kim posted.ndjson").messages.contains(note)
  )
  let again = SampleEvent(id: "e9", subject: nil, signed: 41, ends: 100_000).line
  try folder.write([again, SampleEvent.all[0].line], to: "posted.ndjson")
  let back = try folder.run("import --store s.entstore --unsigned --subject kim posted.ndjson")
  #expect(back.messages == "" && back.output.contains(" yes "), "\(back)")
}
