import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct SalvageCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeStore()
  }

  @Test func `of a sound store it writes what export writes, byte for byte`() throws {
    let export = try folder.run("export --store s.entstore")
    let before = try folder.read("s.entstore")
    let names = try folder.names.sorted()
    let salvage = try folder.run("salvage --store s.entstore")
    #expect(salvage.code == 0)
    #expect(salvage.output == export.output)
    #expect(
      salvage.messages == """
        7 events read, nothing lost.
        The store: production, any app; a new one is told so by import --environment and --app.

        """)
    #expect(try folder.run("salvage --store s.entstore --output -") == salvage)
    #expect(try folder.run("salvage --store s.entstore -o out.ndjson").output == "")
    #expect(try folder.read("out.ndjson") == Array(export.output.utf8))
    #expect(try folder.read("s.entstore") == before)
    #expect(try folder.names.sorted() == (names + ["out.ndjson"]).sorted(), "no lock file either")
  }

  @Test func `what it writes makes the same store again`() throws {
    try folder.run("salvage --store s.entstore --output out.ndjson")
    #expect(try folder.run("import --store again.entstore --unsigned out.ndjson").code == 0)
    let (one, other) = (
      try folder.run("export --store s.entstore"), try folder.run("export --store again.entstore")
    )
    #expect(one.output == other.output)
  }

  @Test func `a file that is there is not replaced`() throws {
    try folder.write("mine", to: "out.ndjson")
    let result = try folder.run("salvage --store s.entstore --output out.ndjson")
    #expect(result.code == 64)
    #expect(result.messages == "Error: out.ndjson exists already and is not overwritten\n")
    #expect(try folder.read("out.ndjson") == Array("mine".utf8))
  }

  @Test func `it says what is lost, ends with 65, and leaves the file alone`() throws {
    try folder.run("compact --store s.entstore")
    var bytes = try folder.read("s.entstore")
    for place in 0..<8_192 { bytes[place] = 0 }
    try folder.write(bytes, to: "damaged.entstore")
    let result = try folder.run("salvage --store damaged.entstore --output out.ndjson")
    #expect(result.code == 65)
    #expect(
      result.messages == """
        lost: where the log ended is lost; the last event found is 7
        7 events read; how many are missing cannot be known.
        The store: production, apps unknown; a new one is told so by import --environment and --app.

        """)
    #expect(
      try folder.run("salvage --store damaged.entstore --json --output again.ndjson").output == """
        {"events": 7, "missingEvents": 0, "isEndKnown": false, "withoutPayload": 0, "environment": "production", \
        "apps": null, \
        "losses": ["where the log ended is lost; the last event found is 7"]}

        """)
    #expect(try folder.read("damaged.entstore") == bytes)
    #expect(try folder.read("out.ndjson") == folder.read("again.ndjson"))
  }

  @Test
  func
    `of a file that is cut short it says what is missing before its last event, and that there may be more`()
    throws
  {
    let lines = (0..<100).map { SampleEvent(id: "e\($0)", subject: "s\($0)", lineage: "l\($0)").line }
    try folder.write(lines, to: "many.ndjson")
    try folder.run("import --store many.entstore --unsigned many.ndjson")
    try folder.run("compact --store many.entstore")
    let whole = try folder.read("many.entstore")
    var cuts = 0
    for end in stride(from: 12_288, to: whole.count, by: 4_096) {
      try folder.write(whole[..<end], to: "cut.entstore")
      let result = try folder.run("salvage --store cut.entstore --output \(end)")
      // Of so little nothing is left, or of so much nothing lost.
      if result.code == 66 || result.code == 0 { continue }
      #expect(result.code == 65)
      cuts += 1
      let summary = result.messages.split(separator: "\n").dropLast().last ?? ""
      let isEndKnown = !result.messages.contains("where the log ended is lost")
      #expect(
        summary.hasSuffix(
          isEndKnown ? " missing." : "; how many are missing cannot be known.")
          || !isEndKnown
            && summary.hasSuffix(" missing, and how many more cannot be known."),
        "\(end): \(summary)")
    }
    #expect(cuts > 0)
  }

  @Test func `where it finds nothing, verify and doctor have not promised that it would`() throws {
    let whole = try folder.read("s.entstore")
    try folder.write(whole.prefix(9_000), to: "cut.entstore")
    #expect(try folder.run("salvage --store cut.entstore --output rest").code == 66)
    for command in ["verify", "doctor"] {
      let result = try folder.run("\(command) --store cut.entstore")
      #expect(result.code == 1)
      for line in result.output.split(separator: "\n") where line.contains("salvage") {
        #expect(line.contains("estore a backup") && line.contains("if anything"), "\(line)")
      }
    }
  }

  @Test func `of what is no store it leaves no file behind`() throws {
    for name in ["events.ndjson", "nowhere", "."] {
      let result = try folder.run("salvage --store \(name) --output out.ndjson")
      #expect(result.code == 66, "\(name)")
      #expect(result.messages.hasPrefix("Error: "), "\(name)")
    }
    #expect(try !folder.names.contains("out.ndjson"))
    #expect(
      try folder.run("salvage --store events.ndjson").messages
        == "Error: events.ndjson is no store that can be opened: nothing of a store is to be found in it\n")
  }

  @Test func `with JSON the events need a file of their own`() throws {
    #expect(try folder.run("salvage --store s.entstore --json").code == 64)
  }

  #if os(Linux)
    @Test(arguments: [SIGINT, SIGTERM])
    func `interrupted, it leaves nothing under the name that it was to write, and nothing beside it`(
      _ number: Int32
    ) throws {
      let lines = (0..<3_000).map { SampleEvent(id: "e\($0)", subject: "s\($0)", lineage: "l\($0)").line }
      try folder.write(lines, to: "many.ndjson")
      try folder.run("import --store s.entstore --unsigned many.ndjson")
      let names = try folder.names.sorted()
      // It may have been done before it hears.
      var isInterrupted = false
      for _ in 0..<20 where !isInterrupted {
        let salvage = try ChildTool(["salvage", "--store", "s.entstore", "--output", "rest"], in: folder)
        #expect(salvage.waitUntilItListensForSignals())
        salvage.signal(number)
        let result = salvage.finish()
        if result.code == 0 {
          try FileManager.default.removeItem(atPath: folder["rest"])
          continue
        }
        isInterrupted = true
        #expect(
          result == ToolResult(code: 128 + number, output: "", messages: "Interrupted; there is no rest.\n"))
        #expect(try folder.names.sorted() == names)
      }
      #expect(isInterrupted)
    }
  #endif
}
