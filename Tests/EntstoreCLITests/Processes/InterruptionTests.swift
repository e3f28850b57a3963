import Entstore
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// More than a pipe and a reader's buffer hold: once it is sent, the child has taken in all that was sent before.
private let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: 2 << 20)

private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

@Test(arguments: [SIGINT, SIGTERM])
func `an interrupted import keeps what it says it has taken, and can be run again`(_ number: Int32) throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  let importer = try ChildTool(
    ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil)
  try importer.send(bytes(SampleEvent.all[...2].map(\.line) + ["nonsense"]))
  try importer.send(padding)
  importer.signal(number)
  // The input stays open: the signal alone must end the waiting.
  let result = importer.finish(closingInput: false)
  #expect(result.code == 128 + number)
  #expect(result.output == "4 read: 3 applied, 0 recorded, 0 duplicates, 1 refused\n")
  #expect(result.messages.hasPrefix("standard input:4: "))
  #expect(
    result.messages.hasSuffix("\nInterrupted. What is counted above is committed; run it again to go on.\n"))

  #expect(try folder.run("verify --store s.entstore").code == 0)
  let again = try folder.run("import --store s.entstore --unsigned --json events.ndjson")
  #expect(
    again.output
      == #"{"read": 6, "applied": 3, "recorded": 0, "duplicates": 3, "refused": 0, "submission": null}"#
      + "\n")
}

@Test func `half a line at an interruption is not counted and not refused`() throws {
  let folder = try TestFolder()
  let importer = try ChildTool(
    ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil)
  try importer.send(bytes([SampleEvent.all[0].line]))
  try importer.send(padding + SampleEvent.all[1].line.utf8.prefix(100))
  importer.signal(SIGINT)
  let result = importer.finish(closingInput: false)
  #expect(result.code == 130)
  #expect(result.output == "1 read: 1 applied, 0 recorded, 0 duplicates, 0 refused\n")
}

/// One new event, one refusal, and repetitions enough to begin a commit by their number and their bytes.
private func load(_ name: String) -> [UInt8] {
  let event = SampleEvent(id: name, subject: name, lineage: name).line
  return bytes([event, "nonsense"] + Array(repeating: event, count: 80_000))
}

@Test func `an importer that is killed loses nothing acknowledged, and the next open works`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let importer = try ChildTool(
    ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil, listens: true)
  try importer.send(load("first") + load("second"))
  // A refusal is said only once the transaction around it is on disk.
  #expect(importer.waitForMessage("standard input:2: "))
  importer.signal(SIGKILL)
  #expect(importer.finish().code == -SIGKILL)

  let first = try folder.run("query --store s.entstore --subject first --key pro --at 2026-01-02")
  #expect(first.code == 0)
  let before = try folder.run("query --store s.entstore --subject bob --key basic --at 2026-01-20")
  #expect(before.code == 0, "what was there before stays")
  #expect(try folder.run("verify --store s.entstore").code == 0)
  let again = try folder.run("import --store s.entstore --unsigned events.ndjson")
  #expect(again.code == 0 && again.output.hasPrefix("6 read: 0 applied, 0 recorded, 6 duplicates"))
}

@Test(arguments: [SIGINT, SIGTERM])
func `an import that waits for another process to write ends at the first signal`(_ number: Int32) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let store = try EntitlementStore(path: folder["s.entstore"], opening: .existing)
  try store.write { _ in
    let importer = try ChildTool(
      ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil)
    try importer.send(load("first"))
    importer.signal(number)
    let result = importer.finish(closingInput: false)
    #expect(result.code == 128 + number)
    #expect(result.messages.hasPrefix("Interrupted"))
  }
  #expect(try store.counts().events == 7)
  store.close()
}

@Test(arguments: [true, false])
func `an importer whose store is replaced or removed says so, and counts nothing for taken that is lost`(
  _ isReplaced: Bool
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("backup --store s.entstore b.entstore")
  let importer = try ChildTool(
    ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil, listens: true)
  try importer.send(load("first"))
  #expect(importer.waitForMessage("standard input:2: "))
  if isReplaced {
    unsafe rename(folder["b.entstore"], folder["s.entstore"])
  } else {
    unsafe unlink(folder["s.entstore"])
  }
  try importer.send(bytes([SampleEvent(id: "second").line]))
  let result = importer.finish()
  #expect(result.code == 66 && result.output == "")
  #expect(result.messages.contains("s.entstore any more: it, or its folder, was moved, removed or replaced."))
  let committed = result.messages.split(separator: "\n").first {
    $0.hasPrefix("Into the file that was there went: ")
  }
  #expect(committed?.contains(" read: 1 applied, 0 recorded, ") == true)
  #expect(try folder.names.contains("s.entstore") == isReplaced)
  if isReplaced { #expect(try folder.run("verify --store s.entstore").output.hasPrefix("sound: 7 events")) }
}
