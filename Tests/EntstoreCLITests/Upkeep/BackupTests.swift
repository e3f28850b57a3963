import Entstore
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Test func `a backup of a store that is being written holds what was committed, and is sound`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let exported = try folder.run("export --store s.entstore").output
  let store = try EntitlementStore(path: folder["s.entstore"], opening: .existing)
  let result = try store.write { transaction in
    try transaction.setCatalog(Catalog(entitlements: [:]))
    return try folder.run("backup --store s.entstore b.entstore")
  }
  #expect(result.code == 0 && result.messages == "")
  #expect(result.output.wholeMatch(of: /7 events, [0-9.]+ kB, checked\.\nhead 7 [0-9a-f]{64}\n/) != nil)
  #expect(try folder.run("export --store b.entstore").output == exported)
  #expect(try folder.run("verify --store b.entstore").code == 0)
  let mode = try FileManager.default.attributesOfItem(atPath: folder["b.entstore"])[.posixPermissions]
  #expect(mode as? Int == 0o600, "it is personal data")
}

@Test func `two backups of the same log have the same head, and one more event another`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  func head(_ name: String) throws -> String {
    let result = try folder.run("backup --store s.entstore --json \(name)")
    let form =
      /\{"path": "(.*)", "events": ([0-9]+), "bytes": ([0-9]+), "head": (\{"sequence": [0-9]+, "link": "[0-9a-f]{64}"\})\}\n/
    let match = try #require(result.output.wholeMatch(of: form))
    #expect(try match.1 == name && Int(match.3) == folder.read(name).count)
    return "\(match.2) \(match.4)"
  }
  let first = try head("first")
  #expect(try head("second") == first)
  try folder.write([SampleEvent(id: "more").line], to: "more.ndjson")
  try folder.run("import --store s.entstore --unsigned more.ndjson")
  let later = try head("third")
  #expect(later.hasPrefix("8 ") && later != first)
}

@Test func `a restore is a copy back`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let before = try folder.run("history --store s.entstore")
  try folder.run("backup --store s.entstore b.entstore")
  try folder.write("lost", to: "s.entstore")
  try folder.write(folder.read("b.entstore"), to: "s.entstore")
  #expect(try folder.run("history --store s.entstore") == before)
  #expect(try folder.run("import --store s.entstore --unsigned events.ndjson").code == 0)
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

@Test func `a backup through a pipe is the same, and leaves nothing else`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let names = try folder.names
  let result = try folder.run("backup --store s.entstore -", output: folder["piped"])
  #expect(result.code == 0 && result.messages.hasPrefix("7 events, "))
  #expect(try folder.names.sorted() == (names + ["piped"]).sorted())
  try folder.run("backup --store s.entstore b.entstore")
  #expect(try folder.read("piped") == folder.read("b.entstore"))
  let document = try folder.run("backup --store s.entstore --json -", output: folder["piped"])
  #expect(document.messages.hasPrefix(#"{"path": null, "events": 7, "#))
}

#if os(Linux)
  @Test func `a backup is not sent to a terminal`() throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let terminal = try PseudoTerminal()
    let result = try folder.run("backup --store s.entstore -", output: terminal.path)
    #expect(result.code == 64)
    #expect(
      result.messages.hasPrefix("Error: A backup is no text for a terminal; redirect it or name a file.\n"))
  }
#endif

@Test(arguments: [
  (
    "backup --store s.entstore events.ndjson", Int32(64),
    "events.ndjson exists already and is not overwritten"
  ),
  ("backup --store s.entstore .", 64, ". exists already and is not overwritten"),
  ("backup --store s.entstore none/b", 66, "the folder of none/b does not exist"),
  ("backup --store none b", 66, "there is no store at none"),
])
func `a backup that cannot be made changes nothing`(_ line: String, _ code: Int32, _ message: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let (names, events) = (try folder.names, try folder.read("events.ndjson"))
  #expect(try folder.run(line) == ToolResult(code: code, output: "", messages: "Error: \(message)\n"))
  #expect(try folder.names == names && folder.read("events.ndjson") == events)
}

@Test func `a copy that is not sound never gets the name of a backup`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  var bytes = try folder.read("s.entstore")
  let name = Array("app.pro".utf8)
  let places = bytes.indices.dropLast(name.count).filter { bytes[$0..<$0 + name.count].elementsEqual(name) }
  for place in places { bytes[place] ^= 0x20 }
  try folder.write(bytes, to: "s.entstore")
  let names = try folder.names
  let result = try folder.run("backup --store s.entstore b.entstore")
  #expect(result.code == 1 && result.output == "")
  #expect(result.messages.hasPrefix("Error: the table "))
  #expect(result.messages.contains(" is damaged: a checksum does not agree."))
  #expect(result.messages.hasSuffix(". There is no backup\n"))
  #expect(try folder.names == names)
}

@Test func `a backup that may not get as large leaves nothing`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let names = try folder.names
  let script = #"trap "" XFSZ; ulimit -f 16; exec "$0" backup --store s.entstore b.entstore"#
  let result = try ChildTool(["-c", script, ChildTool.tool], in: folder, program: "/bin/sh").finish()
  #expect(result.code == 74 && result.messages.hasPrefix("Error: b.entstore may not get larger here"))
  #expect(try folder.names == names)
}
