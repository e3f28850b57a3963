import Testing

@Test func `what import refuses is counted by its kind, and leaves nothing else`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let before = try folder.run("export --store s.entstore").output
  try folder.write(
    [
      SampleEvent(id: "x", environment: "Sandbox").line, "{", "{}",
      SampleEvent(id: "y").line.replacing("17672256", with: "176722"),
    ], to: "bad.ndjson")
  #expect(try folder.run("import --store s.entstore --unsigned bad.ndjson").code == 65)
  try folder.write([SampleEvent(id: "z").line], to: "unsigned.ndjson")
  #expect(try folder.run("import --store s.entstore unsigned.ndjson").code == 65)
  #expect(
    try folder.run("import --store s.entstore --unsigned --app other --json unsigned.ndjson").output.contains(
      #""refused": 1"#))
  let stats = try folder.run("stats --store s.entstore").output
  #expect(
    stats.hasSuffix(
      "\nrefused      1 wrongEnvironment, 1 wrongApp, 1 unsigned, 1 implausibleDate, 1 malformed, 1 other\n"))
  let json = try folder.run("stats --store s.entstore --json").output
  #expect(
    json.hasSuffix(
      #""refused": {"wrongEnvironment": 1, "wrongApp": 1, "notVerified": 0, "unsigned": 1, "#
        + #""implausibleDate": 1, "malformed": 1, "other": 1}}"# + "\n"))
  #expect(try folder.run("export --store s.entstore").output == before)
  #expect(try folder.run("rebuild --store s.entstore").output.contains("nothing differed"))
  #expect(try folder.run("stats --store s.entstore --json").output.hasSuffix(json.suffix(60)))
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `an import of nothing but refused input makes the store that counts it`() throws {
  let folder = try TestFolder()
  try folder.write(["{", "["], to: "bad.ndjson")
  #expect(try folder.run("import --store s.entstore bad.ndjson").code == 65)
  #expect(try folder.run("stats --store s.entstore").output.contains("refused      "))
  #expect(try folder.run("stats --store s.entstore").output.contains(" malformed\n"))
}

// Before, every line behind the first refused one was said to be refused like it, and was taken.
@Test func `a line behind a refused one is told of by what became of itself`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all[..<3].map(\.line), to: "other.ndjson")
  let good = try folder.run("import --store s.entstore --unsigned other.ndjson")
  #expect(good.output == "3 read: 3 applied, 0 recorded, 0 duplicates, 0 refused\n")
  let mine = try folder.run("export --store s.entstore").output.split(separator: "\n")
  let other = mine[1].replacing("\"environment\":\"production\"", with: "\"environment\":\"sandbox\"")
  try folder.write([mine[0], other, mine[2]].map(String.init), to: "mixed.ndjson")
  let result = try folder.run("import --store t.entstore --unsigned mixed.ndjson")
  #expect(result.code == 65)
  #expect(result.output == "3 read: 2 applied, 0 recorded, 0 duplicates, 1 refused\n")
  #expect(result.messages.split(separator: "\n").map { $0.prefix(15) } == ["mixed.ndjson:2:"])
  #expect(try folder.run("stats --store t.entstore --json").output.contains("\"events\": 2,"))
}
