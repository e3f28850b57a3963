import Entstore
import EntstoreCLI
import Foundation
import Testing

@Test func `0 and 1 are the answers yes and no`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(try folder.run("query --store s.entstore --subject ann --key pro --at 2026-01-02").code == 0)
  #expect(try folder.run("query --store s.entstore --subject ann --key pro --at 2026-02-20").code == 1)
  #expect(try folder.run("query --store s.entstore --subject ann --at 2026-02-20").code == 0)
}

@Test(arguments: [
  ("qury", "Error: Unknown subcommand 'qury'. Did you mean 'query'?"),
  ("query --subjet ann", "Error: Unknown option '--subjet'. Did you mean '--subject'?"),
  ("query", "Error: Give one of '--subject <subject>' or '--lineage <lineage>'."),
  ("query --subject a --lineage b", "Error: Give one of '--subject <subject>' or '--lineage <lineage>'."),
  (
    "history --subject a --lineage b", "Error: Give '--subject <subject>' or '--lineage <lineage>', not both."
  ),
  ("history --since 2026-02-01 --until 2026-01-01", "Error: '--since' is later than '--until'."),
  ("history --limit 0", "Error: The value '0' for '--limit' is no number above 0."),
  ("export --after -1", "Error: The value '-1' for '--after' is no sequence number."),
  ("import", "Error: Missing expected argument '<file>'."),
  ("import - -", "Error: Standard input ('-') can be read only once."),
  (
    "import --environment moon events.ndjson",
    "Error: The value 'moon' is invalid for '--environment <name>'. Give one of 'production' or 'sandbox'."
  ),
  (
    "query --subject ann --at yesterday",
    "Error: The value for '--at' is wrong: 'yesterday' is no time; "
      + "write 2026-02-01T00:00:00Z, 2026-02-01, or milliseconds since 1970."
  ),
])
func `64 names the mistake, the right form, and where to read more`(_ line: String, _ message: String) throws
{
  let result = try TestFolder().run(line)
  #expect(result.code == 64 && result.output == "")
  #expect(result.messages.hasPrefix(message + "\nUsage: entstore "))
  #expect(result.messages.contains("  See 'entstore help"))
}

@Test(arguments: [
  ("demo --store s.entstore", "s.entstore exists already; the demo makes a store of its own"),
  ("demo --store .", ". exists already; the demo makes a store of its own"),
  (
    "compact --store s.entstore --output events.ndjson", "events.ndjson exists already and is not overwritten"
  ),
])
func `64 for a file to be made that is there already, which is left as it is`(
  _ line: String, _ message: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let before = try folder.read("events.ndjson")
  let store = try folder.read("s.entstore")
  #expect(try folder.run(line) == ToolResult(code: 64, output: "", messages: "Error: \(message)\n"))
  #expect(try folder.read("events.ndjson") == before && folder.read("s.entstore") == store)
}

@Test func `64 for a store of the other environment`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("import --store s.entstore --environment sandbox --unsigned events.ndjson")
  #expect(
    result
      == ToolResult(code: 64, output: "", messages: "Error: s.entstore is a production store, not sandbox\n"))
}

@Test(arguments: [
  ("import --unsigned none.ndjson", "Error: none.ndjson: No such file or directory. Nothing was taken\n"),
  ("import --unsigned events.ndjson . events.ndjson", "Error: . is a folder. Nothing was taken\n"),
  ("catalog set --store s.entstore none.json", "Error: none.json: No such file or directory\n"),
  ("verify --store none", "Error: there is no store at none\n"),
  ("stats --store none", "Error: there is no store at none\n"),
  ("export --store none", "Error: there is no store at none\n"),
  ("rebuild --store none", "Error: there is no store at none\n"),
  ("compact --store none", "Error: there is no store at none\n"),
  ("compact --store s.entstore -o none/t.entstore", "Error: the folder of none/t.entstore does not exist\n"),
  (
    "import --unsigned --store none/s.entstore events.ndjson",
    "Error: the folder of none/s.entstore does not exist\n"
  ),
])
func `66 names the file that is missing or cannot be read`(_ line: String, _ message: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let before = try folder.names
  #expect(try folder.run(line) == ToolResult(code: 66, output: "", messages: message))
  #expect(try folder.names == before, "nothing was made")
}

@Test(arguments: ["import --unsigned events.ndjson", "query --subject ann", "verify", "export", "stats"])
func `66 for a store path that is a folder or holds something else`(_ command: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let folderResult = try folder.run("\(command) --store .")
  let isFolder = "Error: . is no store that can be opened: it is a folder; name a file inside it\n"
  #expect(folderResult == ToolResult(code: 66, output: "", messages: isFolder))
  let bytes = try folder.read("events.ndjson")
  let result = try folder.run("\(command) --store events.ndjson")
  let isForeign =
    "Error: events.ndjson is no store that can be opened: it is something else, and was left as it is\n"
  #expect(result == ToolResult(code: 66, output: "", messages: isForeign))
  #expect(try folder.read("events.ndjson") == bytes, "it was left as it is")
}

// 70 is for faults of the tool itself. What a test can bring about from outside (options, files, folders, a full disk) has to end
// in a code of its own, and a fault built in for a test would show nothing: only the number is held here.
@Test func `70 is the number of a fault of the tool itself`() {
  #expect(ExitCode.fault.rawValue == 70)
}

@Test(
  .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
  arguments: [
    "--help", "--version", "import --store s.entstore --unsigned events.ndjson", "export --store s.entstore",
    "query --store s.entstore --subject ann --at 2026-01-02", "history --store s.entstore",
    "stats --store s.entstore",
    "verify --store s.entstore", "catalog show --store s.entstore", "policy show --store s.entstore",
    "unbound --store s.entstore", "unbound --store s.entstore --json", "doctor --store s.entstore",
    "backup --store s.entstore b.entstore", "backup --store s.entstore -", "rebuild --store s.entstore",
  ])
func `74 when the results find no room`(_ line: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run(line, output: "/dev/full")
  #expect(result.code == 74)
  #expect(result.messages == "Error: cannot write the results: No space left on device\n")
}

@Test(arguments: [#"trap "" XFSZ; ulimit -f 1000"#, "ulimit -f 1000", "ulimit -f 16"])
func `74 when the file may not get larger, with the store as it was`(_ limit: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let before = try folder.run("export --store s.entstore").output
  let events = (0..<2_000).map { SampleEvent(id: "more\($0)", subject: "sub\($0)", lineage: "line\($0)") }
  try folder.write(events.map(\.line), to: "more.ndjson")
  // It is a signal where a write would begin behind the limit, as with the lowest one; the parent may ignore that, as nohup does,
  // or not.
  let script = limit + #"; exec "$0" import --store s.entstore --unsigned more.ndjson"#
  let result = try ChildTool(["-c", script, ChildTool.tool], in: folder, program: "/bin/sh").finish()
  #expect(result.code == 74 && result.output == "")
  #expect(
    result.messages == """
      Error: s.entstore may not get larger here: the limit of this process ('ulimit -f'), or of the file system, is reached. This write left nothing

      """)
  #expect(try folder.run("export --store s.entstore").output == before)
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `an import that a limit on the size of files ends says what it had committed before`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  // One commit of few events and many repetitions, and one that may not be written.
  let repeated = Array(repeating: SampleEvent.all[0].line, count: 70_000)
  let events = (0..<2_000).map { SampleEvent(id: "more\($0)", subject: "sub\($0)", lineage: "line\($0)") }
  try folder.write(repeated + events.map(\.line), to: "more.ndjson")
  let script =
    #"trap "" XFSZ; ulimit -f 1000; exec "$0" import --store s.entstore --unsigned --json more.ndjson"#
  let result = try ChildTool(["-c", script, ChildTool.tool], in: folder, program: "/bin/sh").finish()
  #expect(result.code == 74)
  let counts = try #require(
    try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  let read = try #require(counts["read"] as? Int)
  #expect(read >= 65_536 && counts["duplicates"] as? Int == read)
  #expect(
    result.messages == """
      What is counted above is committed; run it again to go on.
      Error: s.entstore may not get larger here: the limit of this process ('ulimit -f'), or of the file system, is reached. This write left nothing

      """)
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `75 when another process has the store open that is to be replaced`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let bytes = try folder.read("s.entstore")
  let other = try EntitlementStore(path: folder["s.entstore"], opening: .readOnly)
  let result = try folder.run("compact --store s.entstore")
  #expect(
    result == ToolResult(code: 75, output: "", messages: "Error: s.entstore is in use by another process\n"))
  #expect(try folder.read("s.entstore") == bytes)
  other.close()
  #expect(try folder.run("compact --store s.entstore").code == 0)
}

#if os(Linux)
  @Test func `75 when another process has the store open under another name`() throws {
    let folder = try TestFolder()
    try folder.makeStore()
    try FileManager.default.linkItem(atPath: folder["s.entstore"], toPath: folder["hard.entstore"])
    let other = try EntitlementStore(path: folder["s.entstore"], opening: .existing)
    func expectRefusals(of name: String) throws {
      for command in ["stats", "import --unsigned events.ndjson", "compact"] {
        #expect(
          try folder.run("\(command) --store \(name)")
            == ToolResult(
              code: 75, output: "",
              messages:
                "Error: \(name) is open elsewhere under another name, or since before its lock file was removed: "
                + "both at once would damage it. Close it there, and use one name\n"))
      }
    }
    try expectRefusals(of: "hard.entstore")
    try FileManager.default.removeItem(atPath: folder["s.entstore-lock"])
    try expectRefusals(of: "s.entstore")
    other.close()
    #expect(try folder.run("verify --store s.entstore").code == 0)
    #expect(try folder.run("verify --store hard.entstore").code == 0)
  }
#endif
