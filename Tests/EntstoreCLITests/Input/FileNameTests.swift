import Foundation
import Testing

/// Names that are none of a file.
struct FileNameTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeStore()
  }

  private func expectUsageError(
    _ words: [String], _ message: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.names.sorted()
    let result = try ChildTool(words, in: folder, input: "/dev/null").finish()
    #expect(result.code == 64 && result.output == "", "\(words)", sourceLocation: location)
    #expect(result.messages.hasPrefix("Error: \(message)\n"), "\(result.messages)", sourceLocation: location)
    #expect(try folder.names.sorted() == before, "\(words)", sourceLocation: location)
  }

  @Test(arguments: [
    ("stats", "--store", "path"), ("import", "--store", "path"), ("doctor", "--store", "path"),
    ("demo", "--store", "path"),
    ("migrate", "--backup", "path"), ("compact", "--output", "path"), ("verdict key", "--output", "file"),
  ])
  func `a file that is made or kept is neither nameless nor standard output`(
    command: String, option: String, value: String
  ) throws {
    let words = command.split(separator: " ").map(String.init)
    try expectUsageError(
      words + ["\(option)="], "The value for '\(option) <\(value)>' is empty. Name a file.")
    try expectUsageError(
      words + ["\(option)=-"], "The value '-' for '\(option) <\(value)>' is no file; './-' is one.")
  }

  @Test func `a file that is read, or may be standard output, is not nameless`() throws {
    try expectUsageError(["backup", ""], "The value for '<path>' is empty. Name a file.")
    try expectUsageError(["import", "events.ndjson", ""], "The value for '<file>' is empty. Name a file.")
    try expectUsageError(["catalog", "set", ""], "The value for '<file>' is empty. Name a file.")
    try expectUsageError(["salvage", "--output="], "The value for '--output <path>' is empty. Name a file.")
    try expectUsageError(["forge", "ca", "-"], "The value '-' for '<folder>' is no file; './-' is one.")
  }

  @Test func `a file of that name is meant by its folder`() throws {
    #expect(try folder.run("compact --store s.entstore --output ./-").code == 0)
    #expect(try folder.names.contains("-"))
    #expect(try folder.run("verify --store ./-").code == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `where no file can be made, that is what is said`() throws {
    for words in ["backup --store s.entstore /proc/copy", "compact --store s.entstore --output /proc/copy"] {
      let result = try folder.run(words)
      #expect(
        result.code == 64 && result.messages == "Error: no file can be made at /proc/copy\n", "\(words)")
    }
    let made = try folder.run("token --store /proc/store --subject ann")
    #expect(made.code == 64 && made.messages == "Error: no file can be made at /proc/store\n")
    let missing = try folder.run("backup --store s.entstore nowhere/copy")
    #expect(missing.code == 66 && missing.messages == "Error: the folder of nowhere/copy does not exist\n")
  }
}
