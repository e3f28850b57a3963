import Testing

private func events(_ name: String, _ count: Int) -> [String] {
  (0..<count).map { SampleEvent(id: "\(name)-\($0)", subject: "s\($0)", lineage: "\(name)-\($0)").line }
}

@Test func `questions are answered right while other processes import`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let ofBob = "query --store s.entstore --subject bob --key basic --json --at 2026-01-20"
  let ofAnn = "query --store s.entstore --subject ann --key pro --json --at 2026-02-20"
  let (yes, no) = (try folder.run(ofBob), try folder.run(ofAnn))
  #expect(yes.code == 0 && no.code == 1)
  for round in 0..<8 {
    // New customers, and the old events of Ann and Bob once more.
    try folder.write(events("r\(round)", 100) + SampleEvent.all.map(\.line), to: "in\(round)")
    let importer = try ChildTool(["import", "--store", "s.entstore", "--unsigned", "in\(round)"], in: folder)
    repeat {
      #expect(try folder.run(ofBob) == yes)
      #expect(try folder.run(ofAnn) == no)
    } while importer.isRunning
    let done = "106 read: 100 applied, 0 recorded, 6 duplicates, 0 refused\n"
    #expect(importer.finish() == ToolResult(code: 0, output: done, messages: ""))
  }
  #expect(try folder.run("stats --store s.entstore --json").output.contains(#""events": 807"#))
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test(arguments: [false, true])
func `several importers at once take turns, and every event is there once`(isEmptyFileThere: Bool) throws {
  let folder = try TestFolder()
  if isEmptyFileThere { try folder.write([], to: "s.entstore") }
  let importers = try (0..<4).map { number in
    try folder.write(events("own\(number)", 50) + events("shared", 50), to: "in\(number)")
    return try ChildTool(
      ["import", "--store", "s.entstore", "--unsigned", "--json", "in\(number)"], in: folder)
  }
  for importer in importers {
    let result = importer.finish()
    #expect(result.code == 0 && result.messages == "" && result.output.hasPrefix(#"{"read": 100, "#))
  }
  let stats = try folder.run("stats --store s.entstore --json")
  #expect(stats.output.contains(#""events": 250, "lineages": 250"#))
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `a copy and an export can be taken while another process imports, and a replacement cannot`()
  throws
{
  let folder = try TestFolder()
  try folder.makeStore()
  let importer = try ChildTool(
    ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil)
  // Once this is sent, the importer reads, and has the store open.
  try importer.send([UInt8](repeating: UInt8(ascii: "\n"), count: 2 << 20))
  let copied = try folder.run("compact --store s.entstore --output c.entstore")
  let exported = try folder.run("export --store s.entstore")
  let replaced = try folder.run("compact --store s.entstore")
  #expect(copied.code == 0 && exported.code == 0)
  #expect(replaced.code == 75 && replaced.messages == "Error: s.entstore is in use by another process\n")
  try importer.send(Array((events("late", 1)[0] + "\n").utf8))
  #expect(importer.finish().output == "1 read: 1 applied, 0 recorded, 0 duplicates, 0 refused\n")
  #expect(try folder.run("export --store c.entstore") == exported)
}

@Test func `nothing that a process was told is written is lost to replacements beside it`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  var compactor = try ChildTool(["compact", "--store", "s.entstore"], in: folder)
  var told: [String] = []
  for number in 0..<60 {
    if !compactor.isRunning {
      #expect([0, 75].contains(compactor.finish().code))
      compactor = try ChildTool(["compact", "--store", "s.entstore"], in: folder)
    }
    let granted = try folder.run("grant --store s.entstore --subject g\(number) --key pro --forever")
    #expect(granted.code == 0)
    told.append("g\(number)")
  }
  _ = compactor.finish()
  let log = try folder.run("export --store s.entstore").output
  for subject in told { #expect(log.contains(#""subject":"\#(subject)""#), "\(subject) is lost") }
  #expect(try folder.run("verify --store s.entstore").code == 0)
}
