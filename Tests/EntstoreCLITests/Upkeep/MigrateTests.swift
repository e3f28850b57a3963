import Foundation
import Testing

/// A store that version 0.1.0 wrote.
private func oldStore() throws -> TestFolder {
  let folder = try TestFolder()
  let kept = URL(filePath: #filePath).appending(path: "../../../EntstoreTests/Stores/format-1.entstore")
  try folder.write(try Data(contentsOf: kept.standardized), to: "s.entstore")
  return folder
}

@Test func `migrate brings an old store to the newest format and keeps it beside`() throws {
  let folder = try oldStore()
  let refused = try folder.run("erase --store s.entstore --subject ana")
  #expect(refused.code == 65 && refused.messages.contains("migrate the store first"))
  #expect(
    try folder.run("migrate --store s.entstore")
      == ToolResult(
        code: 0,
        output: """
          s.entstore had format 1, and has format 2 now.
          The store as it was is in s.entstore.before-migration, verified.

          """, messages: ""))
  #expect(try folder.names.sorted() == ["s.entstore", "s.entstore-lock", "s.entstore.before-migration"])
  #expect(
    try folder.run("migrate --store s.entstore").output == "s.entstore has format 2 already.\n")
  #expect(try folder.run("erase --store s.entstore --subject ana").code == 0)
  #expect(try folder.run("verify --store s.entstore").code == 0)
  #expect(try folder.run("query --store s.entstore.before-migration --subject ana").output.contains("pro"))
}

@Test func `migrate overwrites nothing, and goes without a copy when told`() throws {
  let folder = try oldStore()
  try folder.write("mine", to: "s.entstore.before-migration")
  #expect(try folder.run("migrate --store s.entstore --backup s.entstore.before-migration").code == 64)
  #expect(try folder.run("migrate --store s.entstore --backup b --no-backup").code == 64)
  #expect(
    try folder.run("migrate --store s.entstore --no-backup --json").output
      == #"{"from": 1, "to": 2, "changed": true, "backup": null}"# + "\n")
  #expect(try folder.read("s.entstore.before-migration") == Array("mine".utf8))
  #expect(try folder.run("migrate --store no.entstore").code == 66)
}

@Test func `a trial of an erasure in an old store is refused as the erasure is`() throws {
  let folder = try oldStore()
  let refused = try folder.run("erase --store s.entstore --subject ana")
  #expect(refused.code == 65)
  #expect(try folder.run("erase --store s.entstore --subject ana --dry-run") == refused)
  #expect(try folder.run("erase --store s.entstore --subject nobody --dry-run").code == 0)
}

@Test func `migrate goes on beside a copy that an interrupted one has left`() throws {
  let folder = try oldStore()
  try folder.write("left", to: "s.entstore.before-migration")
  let migrated = try folder.run("migrate --store s.entstore")
  #expect(migrated.code == 0)
  #expect(migrated.output.contains("is in s.entstore.before-migration-2, verified"))
  #expect(try folder.read("s.entstore.before-migration") == Array("left".utf8))
}
