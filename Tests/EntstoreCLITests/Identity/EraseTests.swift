import Testing

@Test func `erase says what would go, takes it out, and what is left is sound`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let trial = try folder.run("erase --store s.entstore --subject ann --dry-run")
  #expect(trial.code == 0 && trial.messages == "")
  #expect(trial.output.hasPrefix("ann would be erased: 1 lineage and "))
  #expect(try folder.run("query --store s.entstore --subject ann").output.contains("1000"))

  let result = try folder.run("erase --store s.entstore --subject ann --reason asked")
  #expect(result.code == 0)
  #expect(
    result.output
      == trial.output.replacing("would be", with: "is", maxReplacements: 1)
      .replacing("would be", with: "are").replacing("would stay", with: "stay"))
  #expect(
    result.messages == """
      Free pages of the file hold old bytes until it is compacted: entstore compact. Copies made before hold all of it.

      """)
  #expect(try folder.run("query --store s.entstore --subject ann").messages == "Nothing is known of ann.\n")
  #expect(try folder.run("erase --store s.entstore --subject ann").output == "Nothing is known of ann.\n")
  // What an erasure before has left in the file goes all the same, and that is said.
  #expect(try folder.read("s.entstore").contains(text: "ann"))
  #expect(
    try folder.run("erase --store s.entstore --subject ann --compact")
      == ToolResult(code: 0, output: "Nothing is known of ann. The file is compacted.\n", messages: ""))
  #expect(try !folder.read("s.entstore").contains(text: "ann"))
  #expect(try folder.run("verify --store s.entstore").code == 0)
  let history = try folder.run("history --store s.entstore").output
  #expect(history.contains("a person erased") && history.contains("gone, 0 under a pseudonym: asked"))
  #expect(history.contains("  erased  "))
}

@Test func `a token of theirs that is somebody too is told, with what to do`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("grant --store s.entstore --subject other --key pro --forever")
  try folder.run("token --store s.entstore --map other --subject ann")
  for option in ["--dry-run", "--compact"] {
    #expect(
      try folder.run("erase --store s.entstore --subject ann \(option)").messages == """
        other is a token of theirs, and a subject with something of its own, which stays. If it is the same person: entstore erase --subject other

        """)
  }
}

@Test func `a name that is somebody else's token stays as that, and is told with whose it is`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("token --store s.entstore --map ann --subject kim")
  let note = """
    ann is also an account token of kim, and stays as that. If it is the same person: entstore erase --subject kim

    """
  // Also where the token is all that is left of the name.
  for option in ["--dry-run", "--compact", "--dry-run", "--compact"] {
    #expect(try folder.run("erase --store s.entstore --subject ann \(option)").messages == note)
  }
  let result = try folder.run("erase --store s.entstore --subject ann --json")
  #expect(result.output.contains(#""namesakes": [], "tokenOf": "kim", "compacted": false, "dryRun": false}"#))
  #expect(result.messages == note)
  #expect(try folder.run("erase --store s.entstore --subject kim --compact").messages == "")
  #expect(try !folder.read("s.entstore").contains(text: "ann"))
}

@Test func `erased, compacted and exported, nothing tells of the person`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("export --store s.entstore", output: folder["before.ndjson"])
  let result = try folder.run("erase --store s.entstore --subject ann --compact --json")
  #expect(result.code == 0 && result.messages == "")
  #expect(result.output.hasPrefix(#"{"erased": true, "sequence": "#))
  #expect(
    result.output.hasSuffix(
      #""eventsRedacted": 0, "namesakes": [], "tokenOf": null, "compacted": true, "dryRun": false}"# + "\n"))
  #expect(try !folder.read("s.entstore").contains(text: "\"ann\""))
  try folder.run("export --store s.entstore", output: folder["after.ndjson"])
  #expect(try !folder.read("after.ndjson").contains(text: "\"ann\""))
  #expect(try folder.read("after.ndjson").contains(text: #"{"entstore":2,"#))

  // A copy made before takes the erasure in, and a new store takes nothing of hers from the old lines.
  for files in ["before.ndjson after.ndjson", "after.ndjson before.ndjson"] {
    let copy = "c\(files.count)\(files.first!).entstore"
    let note = "1 erasure taken: old bytes stay in the file until 'entstore compact'.\n"
    let first = try folder.run("import --store \(copy) --unsigned \(files)")
    #expect(first.code == 0 && first.messages == note)
    let again = try folder.run("import --store \(copy) --unsigned \(files)")
    #expect(again.code == 0 && again.messages == "")
    #expect(try folder.run("query --store \(copy) --subject ann").messages == "Nothing is known of ann.\n")
    #expect(try folder.run("verify --store \(copy)").code == 0)
  }
}

@Test func `a subject whose lineage others share is not erased, and the lineage is named`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("share --store s.entstore --lineage 1000 --with kim")
  let before = try folder.run("export --store s.entstore")
  let result = try folder.run("erase --store s.entstore --subject ann")
  #expect(result.code == 65 && result.output == "" && result.messages.contains("1000"))
  // What is only tried ends as it would in earnest.
  for options in ["--dry-run", "--dry-run --json", "--json"] {
    #expect(try folder.run("erase --store s.entstore --subject ann \(options)") == result)
  }
  #expect(try folder.run("export --store s.entstore") == before)
  #expect(
    try folder.run("erase --store s.entstore --subject ann --dry-run --compact").code == 64)
}

@Test func `a trial changes nothing, and is refused what the erasure would be refused`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let before = try folder.run("export --store s.entstore")
  let trial = try folder.run("erase --store s.entstore --subject ann --dry-run --json")
  #expect(trial.code == 0 && trial.output.hasPrefix(#"{"erased": false, "sequence": null, "lineages": 1, "#))
  #expect(trial.output.hasSuffix(#""compacted": false, "dryRun": true}"# + "\n"))
  let nobody = try folder.run("erase --store s.entstore --subject nobody --json").output
  #expect(nobody.hasPrefix(#"{"erased": false, "#) && nobody.hasSuffix(#""dryRun": false}"# + "\n"))
  let long = String(repeating: "x", count: 5_000)
  let refused = try folder.run("erase --store s.entstore --subject ann --reason \(long)")
  #expect(refused.code == 65)
  #expect(
    try folder.run("erase --store s.entstore --subject ann --dry-run --reason \(long)").messages
      .replacing(/event [0-9a-f]+/, with: "") == refused.messages.replacing(/event [0-9a-f]+/, with: ""))
  #expect(try folder.run("export --store s.entstore") == before)
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test(arguments: ["", " --json"])
func `a reason that names the person is not kept, and that is said`(_ option: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("erase --store s.entstore --subject ann --reason ann,asked --compact\(option)")
  #expect(result.code == 0)
  #expect(result.messages == "The reason names ann, and is not kept.\n")
  #expect(try !folder.read("s.entstore").contains(text: "ann,asked"))
}

@Test func `where others use the store the erasure stands, and what is left to do is said`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  // Waits for input with the store open.
  let other = try ChildTool(["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil)
  try other.send(Array("{\n".utf8))
  while try folder.run("compact --store s.entstore").code == 0 {}
  let result = try folder.run("erase --store s.entstore --subject ann --compact")
  #expect(result.code == 75)
  #expect(result.output.hasPrefix("ann is erased: 1 lineage and "))
  #expect(
    result.messages.contains(
      "Error: the file is not compacted: s.entstore is in use by another process. The erasure stands. "
        + "Run 'entstore compact' to rid the file of the old bytes\n"))
  let again = try folder.run("erase --store s.entstore --subject ann --compact")
  #expect(again.code == 75 && again.output == "Nothing is known of ann.\n")
  #expect(again.messages.contains("another process. Run 'entstore compact'"))
  #expect(other.finish().code == 65)
  #expect(try folder.run("query --store s.entstore --subject ann").messages == "Nothing is known of ann.\n")
  #expect(try folder.run("erase --store s.entstore --subject ann --compact").code == 0)
  #expect(try !folder.read("s.entstore").contains(text: "\"ann\""))
}

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}
