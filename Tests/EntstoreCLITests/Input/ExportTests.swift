import Testing

@Test func `an export imports to a store that exports the same bytes and gives the same answers`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let exported = try folder.run("export --store s.entstore")
  #expect(exported.code == 0 && exported.messages == "")
  #expect(exported.output.split(separator: "\n").count == 7)
  #expect(exported.output.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"entstore":1,"#) })

  let imported = try folder.run("import --store t.entstore --unsigned -", input: exported.output)
  #expect(
    imported
      == ToolResult(
        code: 0, output: "7 read: 7 applied, 0 recorded, 0 duplicates, 0 refused\n", messages: ""))
  #expect(try folder.run("export --store t.entstore") == exported)
  #expect(try folder.run("verify --store t.entstore").code == 0)
  for words in [
    "query --subject ann --json --at 2026-02-05", "query --subject bob --json --at 2026-02-20",
    "query --lineage 3000 --json --at 2026-01-20", "history --json", "catalog show --json",
    "query --subject ann --json --at 2026-02-05 --known-at 2026-01-01",
  ] {
    #expect(try folder.run(words + " --store t.entstore") == folder.run(words + " --store s.entstore"))
  }
}

@Test func `an export can go on behind an event`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let lines = try folder.run("export --store s.entstore").output.split(separator: "\n")
  let rest = try folder.run("export --store s.entstore --after 5").output.split(separator: "\n")
  #expect(rest == lines.suffix(2))
  #expect(
    try folder.run("export --store s.entstore --after 7") == ToolResult(code: 0, output: "", messages: ""))
  let behind = try folder.run("export --store s.entstore --after 99999")
  #expect(behind.code == 66 && behind.output == "")
  #expect(behind.messages.contains("ends with event 7; there is no event 99999"))
}

@Test func `erased events have lines, and the export imports to the same log`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("erase --store s.entstore --subject ann --reason asked")
  let exported = try folder.run("export --store s.entstore")
  let lines = exported.output.split(separator: "\n")
  #expect(lines.count == 8 && lines.count { $0.contains(#""erased":{"digest""#) } == 3)
  #expect(try folder.run("salvage --store s.entstore").output == exported.output)
  let imported = try folder.run("import --store t.entstore --unsigned -", input: exported.output)
  #expect(imported.output == "8 read: 5 applied, 3 recorded, 0 duplicates, 0 refused\n")
  #expect(try folder.run("export --store t.entstore") == exported)
  #expect(try folder.run("verify --store t.entstore").code == 0)
  #expect(
    try folder.run("history --json --store t.entstore") == folder.run("history --json --store s.entstore"))
  let refused = try folder.run("import --store t.entstore -", input: exported.output)
  #expect(refused.output == "8 read: 0 applied, 0 recorded, 0 duplicates, 8 refused\n")
}

@Test func `importing an export again changes nothing`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let exported = try folder.run("export --store s.entstore").output
  let again = try folder.run("import --store s.entstore --unsigned --json -", input: exported)
  #expect(
    again.output
      == #"{"read": 7, "applied": 0, "recorded": 0, "duplicates": 7, "refused": 0, "submission": null}"#
      + "\n")
  #expect(try folder.run("export --store s.entstore").output == exported)
}

@Test func `a reader that has had enough ends an export quietly`() throws {
  let folder = try TestFolder()
  let events = (0..<500).map { SampleEvent(id: "e\($0)", lineage: "line\($0)") }
  try folder.write(events.map(\.line), to: "events.ndjson")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  let script = #""$0" export --store s.entstore | head -n 1"#
  let result = try ChildTool(["-c", script, ChildTool.tool], in: folder, program: "/bin/sh").finish()
  #expect(result.code == 0 && result.messages == "" && result.output.hasPrefix(#"{"entstore":1,"#))
}
