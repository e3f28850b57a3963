import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What stands in the place of the store, or of its lock file, and is none.
struct StrangeFileTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeStore()
  }

  private static let questions = [
    "query --subject ann", "history", "export", "stats", "catalog show", "conflicts", "verify", "rebuild",
    "compact",
    "compact --output copy", "backup copy", "salvage --output rest", "policy set --known-tokens-only yes",
    "claim --subject ann --lineage 1000", "import --unsigned events.ndjson",
  ]

  private func run(_ line: String) throws -> ToolResult {
    let words = line.split(separator: " ").map(String.init)
    let bounded = ["-c", #"ulimit -t 30 && exec "$@""#, "sh", ChildTool.tool]
    return try ChildTool(bounded + words, in: folder, program: "/bin/sh").finish()
  }

  private func make(_ kind: String, at name: String) throws {
    let path = folder[name]
    try? FileManager.default.removeItem(atPath: path)
    switch kind {
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "device": #expect(unsafe symlink("/dev/zero", path) == 0)
    case "link to itself": #expect(unsafe symlink(path, path) == 0)
    case "link to nothing": #expect(unsafe symlink(folder["nowhere/at-all"], path) == 0)
    case "empty": try folder.write([], to: name)
    case "zeros": try folder.write([UInt8](repeating: 0, count: 200_000), to: name)
    case "noise":
      var random = Seed(state: 3)
      try folder.write((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }, to: name)
    case "text": try folder.write("no lock", to: name)
    default: preconditionFailure(kind)
    }
  }

  @Test(arguments: [
    "folder", "pipe", "device", "link to itself", "link to nothing", "empty", "zeros", "noise",
  ])
  func `what is no store is told by every command, and nothing is made of it or beside it`(_ kind: String)
    throws
  {
    try make(kind, at: "strange")
    let names = try folder.names.sorted()
    for question in Self.questions {
      // An empty file is where an import may make a store.
      if kind == "empty", question.hasPrefix("import") || question.hasPrefix("policy set") { continue }
      let result = try run("\(question) --store strange")
      // Where nothing is, some make a store, and it is the path that is wrong.
      let makes =
        kind == "link to nothing" && (question.hasPrefix("import") || question.hasPrefix("policy set"))
      #expect(
        result.code == (makes ? 64 : 66) && result.output == "",
        "\(question): \(result.code), \(result.messages)")
      #expect(result.messages.hasPrefix("Error: "), "\(question): \(result.messages)")
      #expect(try folder.names.sorted() == names, "\(question)")
    }
    let doctor = try run("doctor --store strange")
    #expect(doctor.code == 1 && doctor.output.contains("problem  "), "\(doctor.messages)")
  }

  @Test(arguments: [
    "folder", "pipe", "device", "link to itself", "link to nothing", "empty", "zeros", "noise", "text",
  ])
  func `whatever the lock file is, the answer is right or an error names it`(_ kind: String) throws {
    let questions = ["query --subject ann", "history", "export", "catalog show", "stats"]
    var told: [String: ToolResult] = [:]
    for question in questions { told[question] = try run("\(question) --store s.entstore") }
    let store = try folder.read("s.entstore")
    var refused = 0
    for question in questions + ["grant --subject zoe --key pro --forever", "compact", "backup copy"] {
      try? FileManager.default.removeItem(atPath: folder["copy"])
      try folder.write(store, to: "s.entstore")
      try make(kind, at: "s.entstore-lock")
      let result = try run("\(question) --store s.entstore")
      if result.code > 1 {
        refused += 1
        #expect(
          result.output == "" && result.messages.contains("s.entstore"), "\(question): \(result.messages)")
        #expect(
          result.messages.hasPrefix("Error: ") && [66, 74].contains(result.code),
          "\(question): \(result.code)")
        #expect(try folder.read("s.entstore") == store, "\(question)")
      } else if let told = told[question] {
        #expect(result == told, "\(question)")
      }
    }
    #expect(refused == 0 || refused == questions.count + 3, "the same for all of them")
    if kind == "noise" || kind == "text" {
      #expect(refused > 0)
      let left = try folder.read("s.entstore-lock")
      try make(kind, at: "again")
      #expect(try left == folder.read("again"), "it is somebody else's")
    }
    try? FileManager.default.removeItem(atPath: folder["s.entstore-lock"])
    #expect(try run("verify --store s.entstore").code == 0)
  }

  @Test(arguments: [
    ("pipe", "it is a pipe, and a store is a file"), ("device", "it is a device, and a store is a file"),
    ("empty", "it is empty, and no store was made in it yet; 'entstore import' makes one"),
  ])
  func `what stands in the place of a store is called what it is`(_ kind: String, _ reason: String) throws {
    try make(kind, at: "strange")
    for question in ["query --subject ann", "stats", "export", "backup copy"] {
      let result = try run("\(question) --store strange")
      #expect(
        result.code == 66
          && result.messages.hasPrefix("Error: strange is no store that can be opened: \(reason)\n"),
        "\(question): \(result.messages)")
    }
  }

  @Test func `a store that has lost all its bytes is told by every command, and not begun anew`() throws {
    try folder.write([], to: "s.entstore")
    let lock = try folder.read("s.entstore-lock")
    for question in Self.questions {
      let result = try run("\(question) --store s.entstore")
      #expect(result.code == 66 && result.output == "", "\(question): \(result.code), \(result.messages)")
      #expect(result.messages.contains("s.entstore is no store"), "\(question): \(result.messages)")
      // What reads without the engine finds nothing, whatever it was.
      if question.hasPrefix("salvage") { continue }
      #expect(result.messages.contains("it is empty: restore a backup"), "\(question): \(result.messages)")
    }
    #expect(try folder.read("s.entstore") == [] && folder.read("s.entstore-lock") == lock)
    // A file that was never more than empty has no such lock file.
    try FileManager.default.removeItem(atPath: folder["s.entstore-lock"])
    #expect(try run("import --unsigned events.ndjson --store s.entstore").code == 0)
  }

  @Test func `a store whose name ends as a lock file's is not written over by the store of that lock file`()
    throws
  {
    try folder.copy("s.entstore", to: "shop-lock")
    for line in [
      "import --store shop --unsigned events.ndjson", "policy set --known-tokens-only yes --store shop",
    ] {
      let result = try run(line)
      #expect(result.code == 74 && result.output == "", "\(line): \(result.code)")
      #expect(result.messages.contains("shop-lock") && result.messages.contains("Move"), "\(result.messages)")
    }
    for copy in ["backup shop", "compact --output shop"] {
      let result = try run("\(copy) --store s.entstore")
      #expect(result.code == 74 && result.messages.contains("shop-lock"), "\(copy): \(result.messages)")
    }
    #expect(try folder.names.filter { $0.hasPrefix("shop") } == ["shop-lock"])
    #expect(try run("verify --store shop-lock").code == 0)
    try folder.copy("s.entstore", to: "shop")
    #expect(try run("verify --store shop").code == 74)
    #expect(try run("verify --store shop-lock").code == 0)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func `a lock file that may not be written is named`() throws {
    unsafe chmod(folder["s.entstore-lock"], 0o400)
    let result = try run("query --subject ann --store s.entstore")
    #expect(result.code == 66 && result.messages.contains("lock file"))
  }
}
