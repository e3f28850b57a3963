import Entstore
import Foundation
import Testing

/// A store that version 0.1.0 of the tool wrote, and left to later ones.
struct MigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("old.entstore")
    try FileManager.default.copyItem(at: Self.kept("format-1.entstore"), to: URL(fileURLWithPath: path))
  }

  /// A file beside the tests.
  private static func kept(_ name: String) -> URL {
    URL(filePath: #filePath).appending(path: "../../Stores").standardized.appending(path: name)
  }

  private func opened(_ opening: EntitlementStore.Opening = .existing) throws -> EntitlementStore {
    try EntitlementStore(path: path, opening: opening, clock: { day(400) })
  }

  private func lines(of store: EntitlementStore) throws -> [String] { try Bench.lines(of: store) }

  /// What the old program wrote of each subject on 1 February 2026, and who holds the lineage that was claimed and moved.
  private func expectAnswers(_ store: EntitlementStore) throws {
    let expected: [Subject: String] = [
      "ana": "grace 2000000100000000", "ben": "active 2000000200000000", "cleo": "expired 2000000300000000",
      "dan": "active 2000000400000000", "eve": "active 2000000500000000", "fay": "none -",
      "gus": "expired 2000000900000000", "hal": "expired 2000000300000000",
    ]
    try store.read { snapshot in
      for (subject, answer) in expected {
        let (access, entitlement) = try snapshot.access(of: subject, to: "pro", at: day(31))
        #expect("\(access.status) \(entitlement?.lineage.text ?? "-")" == answer, "\(subject)")
      }
      let holder = try #require(try snapshot.holder(of: "2000000900000000"))
      #expect(holder.owner == "gus" && holder.evidence == .act)
      #expect(try snapshot.conflicts(of: "2000000900000000").map(\.inWords).count == 1)
      #expect(try snapshot.apps() == ["com.example.app"])
      #expect(try snapshot.refusals() == [.other: 1])
      #expect(snapshot.policy.soak == .seconds(120))
    }
  }

  @Test func `a store of format 1 answers, verifies, rebuilds and exports as it did`() throws {
    let store = try opened()
    #expect(try store.format() == 1)
    #expect(try store.verify().faults == [])
    #expect(try store.rebuild().faults == [])
    try expectAnswers(store)
    let text = try String(contentsOf: Self.kept("format-1.ndjson"), encoding: .utf8)
    #expect(try lines(of: store) == text.split(separator: "\n").map(String.init))
  }

  @Test func `a store of format 2 with erasures answers, verifies, rebuilds and exports as it did`() throws {
    let path = folder.file("newer.entstore")
    try FileManager.default.copyItem(at: Self.kept("format-2.entstore"), to: URL(fileURLWithPath: path))
    let store = try EntitlementStore(path: path, opening: .existing, clock: { day(400) })
    #expect(try store.format() == 2)
    #expect(try store.verify().faults == [])
    #expect(try store.rebuild().faults == [])
    let text = try String(contentsOf: Self.kept("format-2.ndjson"), encoding: .utf8)
    #expect(try lines(of: store) == text.split(separator: "\n").map(String.init))
    try store.read { snapshot in
      let (access, _) = try snapshot.access(of: "ana", to: "pro", at: day(31))
      #expect(access.status == .grace)
      #expect(try snapshot.entitlements(of: "eve").isEmpty)
      #expect(try snapshot.holder(of: "2000000950000000")?.owner == "jon")
    }
  }

  @Test func `a store of format 1 is written as such, and cannot hold an erasure`() throws {
    let store = try opened()
    try store.write { _ = try $0.append(.bought("new", day(390), lineage: "new", by: "ana")) }
    #expect(try store.entitlements(of: "ana").count == 2)
    let before = try store.counts().events
    let line =
      #"{"entstore":2,"environment":"production","erased":{"signedAt":1767225600000,"rank":0,"#
      + #""digest":"000102030405060708090a0b0c0d0e0f"},"sequence":1}"#
    for refused in [
      try storeError { try store.erase(subject: "ana") },
      try storeError { try store.write { _ = try $0.take(line) as Receipt } },
    ] {
      guard case .olderFormat(path, 1, 2) = refused else {
        Issue.record("another error: \(refused)")
        return
      }
    }
    #expect(try store.counts().events == before)
    #expect(try store.format() == 1)
    #expect(try store.verify().faults == [])
  }

  @Test func `migrated it answers the same, and holds an erasure`() throws {
    let store = try opened()
    let before = try lines(of: store)
    let backup = folder.file("backup.entstore")
    let migration = try store.migrate(backup: backup)
    #expect((migration.from, migration.to) == (1, 2))
    #expect(try store.format() == 2)
    #expect(try lines(of: store) == before)
    try expectAnswers(store)
    #expect(try store.verify().faults == [])
    // The copy is the store as it was, and nothing stands beside it.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "backup.entstore", "old.entstore", "old.entstore-lock",
      ])
    let copy = try EntitlementStore(path: backup, opening: .readOnly)
    #expect(try copy.format() == 1)
    #expect(try lines(of: copy) == before)
    #expect(try store.erase(subject: "fay").redactedCount > 0)
    #expect(try store.verify().faults == [])
    #expect(try store.read { try $0.holder(of: "2000000900000000") }?.owner == "gus")
  }

  @Test func `migrating again does nothing, and a file in the way stops it before anything changes`() throws {
    let store = try opened()
    let inTheWay = try folder.write("mine", to: "mine")
    guard case .fileExists(inTheWay) = try storeError({ _ = try store.migrate(backup: inTheWay) }) else {
      Issue.record("another error")
      return
    }
    #expect(try store.format() == 1)
    #expect(try store.migrate(backup: nil).hasChanged)
    #expect(try !store.migrate(backup: inTheWay).hasChanged)
    #expect(try String(contentsOfFile: inTheWay, encoding: .utf8) == "mine")
    store.close()
    #expect(try opened(.readOnly).format() == 2)
    #expect(throws: StoreError.self) { try opened(.readOnly).migrate(backup: nil) }
  }

  @Test func `a copy that is not sound stops it`() throws {
    let file = try StoreFile(path)
    let row = try #require(try file.entries("entitlements").first)
    try file.remove(row.key, from: "entitlements")
    let store = try opened()
    guard case .damaged = try storeError({ _ = try store.migrate(backup: folder.file("copy")) }) else {
      Issue.record("another error")
      return
    }
    #expect(try store.format() == 1)
  }
}
