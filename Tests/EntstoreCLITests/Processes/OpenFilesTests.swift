import Foundation
import Testing

/// What is run, and what may have come to be in the folder after it.
private let commands: [(line: String, makes: [String])] = [
  ("import --store s.entstore --unsigned more.ndjson", []),
  ("import --store new.entstore --unsigned more.ndjson", ["new.entstore", "new.entstore-lock"]),
  ("query --store s.entstore --subject ann", []),
  ("catalog set --store s.entstore catalog.json", []),
  ("erase --store s.entstore --subject ann", []),
  ("export --store s.entstore", []),
  ("verify --store s.entstore", []),
  ("doctor --store s.entstore", []),
  ("rebuild --store s.entstore", []),
  ("compact --store s.entstore", []),
  ("compact --store s.entstore --output c.entstore", ["c.entstore"]),
  ("backup --store s.entstore b.entstore", ["b.entstore"]),
  ("backup --store s.entstore -", []),
  ("salvage --store s.entstore --output rest.ndjson", ["rest.ndjson"]),
  ("verdict key new.key", ["new.key", "new.key.pub"]),
]

@Test(arguments: commands.indices)
func `with too few files to open a command does its work, or says what to raise and leaves nothing half`(
  _ index: Int
) throws {
  let (line, makes) = commands[index]
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.write([SampleEvent(id: "more").line], to: "more.ndjson")
  let (names, bytes) = (try folder.names, try folder.read("s.entstore"))
  let shell = #"ulimit -n "$0" && exec "$@""#
  let tool = [ChildTool.tool] + line.split(separator: " ").map(String.init)
  let free = try ChildTool(["-c", shell, "256"] + tool, in: folder, program: "/bin/sh").finish()
  var succeeded = 0
  // Up to where it has room; what the test itself has open may be the child's too.
  for limit in 3...64 where succeeded < 2 {
    for name in try folder.names where !names.contains(name) {
      try FileManager.default.removeItem(atPath: folder[name])
    }
    try folder.write(bytes, to: "s.entstore")
    let run = try ChildTool(["-c", shell, "\(limit)"] + tool, in: folder, program: "/bin/sh").finish()
    // The loader, which runs before the tool does.
    if run.code == 127 { continue }
    if run.code == free.code { succeeded += 1 }
    let said = run.output + run.messages
    #expect(
      run.code == free.code
        || [1, 74].contains(run.code) && said.contains("Too many open files")
          && said.contains("ulimit -n"),
      "\(limit): \(run.code) \(said)")
    #expect(Set(try folder.names).isSubset(of: names + makes), "\(limit)")
    for name in try folder.names where name.hasSuffix(".entstore") {
      if name == "s.entstore", try folder.read(name) == bytes { continue }
      #expect(try folder.run("verify --store \(name)").code == 0, "\(limit): \(name)")
    }
  }
  #expect(succeeded == 2)
}
