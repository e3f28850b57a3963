import Testing

/// What `import --follow` does before it has taken anything.
struct FollowBeginningTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeStore()
  }

  private func follow(_ input: String, options: String = "") throws -> ToolResult {
    try folder.run("import --unsigned --follow \(options) --store follower -", input: input)
  }

  private func expectNothingMade(
    _ result: ToolResult, _ code: Int32, _ part: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(result.code == code && result.output == "", sourceLocation: location)
    #expect(
      result.messages.hasPrefix("Error: ") && result.messages.contains(part), "\(result.messages)",
      sourceLocation: location)
    #expect(try !folder.names.contains { $0.hasPrefix("follower") }, sourceLocation: location)
  }

  @Test func `where nothing comes no store is made, and that is an error`() throws {
    try expectNothingMade(follow(""), 66, "nothing came to follow")
  }

  @Test func `a store that is there hears nothing, and that is an error too`() throws {
    let lines = try folder.run("export --store s.entstore").output
    #expect(try follow(lines).code == 0)
    let result = try follow("")
    #expect(result.code == 66 && result.messages.hasPrefix("Error: nothing came to follow"))
    #expect(result.messages.contains("'export --after'"))
    #expect(try folder.run("export --store follower").output == lines)
  }

  @Test func `what does not begin as a log does makes no store`() throws {
    let lines = try folder.run("export --store s.entstore").output.split(separator: "\n").map { $0 + "\n" }
    try expectNothingMade(
      follow(lines[1...].joined()), 65, "standard input:1: it is event 2, and the store has 0")
    try expectNothingMade(
      follow(String(lines[0].prefix(60))), 65, "it ends too early, at byte 60. No store was made")
    try expectNothingMade(follow(SampleEvent.all[0].line + "\n"), 65, "it is no line of an export")
    try expectNothingMade(follow("no such host\n"), 65, "it is no line of an export")
  }

  @Test func `a store of the other environment is made when told, and not by mistake`() throws {
    let lines = try folder.run("export --store s.entstore").output
      .replacing(#""environment":"production""#, with: #""environment":"sandbox""#)
    try expectNothingMade(follow(lines), 65, "make the store with '--environment sandbox'")
    #expect(try follow(lines, options: "--environment sandbox").code == 0)
    #expect(try follow(lines).code == 0)
  }

  @Test func `an erased event has an environment, too`() throws {
    try folder.run("erase --store s.entstore --subject ann")
    let lines = try folder.run("export --store s.entstore").output
      .replacing(#""environment":"production""#, with: #""environment":"sandbox""#)
    #expect(lines.hasPrefix(#"{"entstore":2,"environment":"sandbox","erased":"#))
    try expectNothingMade(follow(lines), 65, "it is of the sandbox environment")
  }

  @Test(arguments: [700_000, 17 << 20])
  func `a first line is read to its end, however long it is and however it comes`(count: Int) throws {
    let lines = try folder.run("export --store s.entstore").output
    let first = try #require(lines.split(separator: "\n").first)
    let padding = String(repeating: "x", count: count)
    let long = first.dropLast() + ",\"padding\":\"\(padding)\"}\n" + lines.dropFirst(first.count + 1)
    #expect(try follow(String(long)).output == "7 read: 7 applied, 0 recorded, 0 duplicates, 0 refused\n")
    #expect(try folder.run("export --store follower").output == lines)
  }

  @Test func `what would make the log another one is a usage error`() throws {
    for words in ["--subject ann", "--known-tokens-only"] {
      try expectNothingMade(follow("", options: words), 64, "adds none")
    }
    let result = try folder.run("import --follow --store follower -", input: "")
    try expectNothingMade(result, 64, "'--unsigned'")
  }

  @Test func `a primary that has lost what its follower has says so, at both ends`() throws {
    let lines = try folder.run("export --store s.entstore").output
    #expect(try follow(lines).code == 0)
    let after = try folder.run("export --store s.entstore --after 8")
    #expect(after.code == 66 && after.output == "")
    #expect(after.messages.hasPrefix("Error: the log of s.entstore ends with event 7; there is no event 8."))
    // As the page says to run it, with a primary that is one event shorter than the follower.
    try folder.run("grant --store follower --subject zoe --key pro --forever")
    let script =
      #"set -o pipefail; "$0" export --store s.entstore --after 7 | "$0" import --store follower --unsigned --follow -"#
    let result = try ChildTool(["-c", script, ChildTool.tool], in: folder, program: "/bin/bash").finish()
    #expect(result.code == 66 && result.messages.contains("nothing came to follow"))
    // What it asked for is what the message would have it ask for.
    #expect(
      result.messages.contains(
        "where nothing comes then either, this store has events that the other one has not"))
  }
}
