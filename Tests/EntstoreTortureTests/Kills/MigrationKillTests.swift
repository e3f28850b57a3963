import Entstore
import Foundation
import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct MigrationKillTests {
  private static let older = URL(filePath: #filePath)
    .appending(path: "../../../EntstoreTests/Stores/format-1.entstore").standardized

  /// What is to be told of a store, whatever its format.
  private struct Condition: Equatable {
    let events: UInt64
    let link: String
    let isSound: Bool
  }

  private func condition(of path: String) throws -> (Condition, format: Int) {
    let store = try EntitlementStore(path: path, opening: .readOnly)
    defer { store.close() }
    let head = try LogLinks(path).head()
    return (
      Condition(events: head.sequence, link: head.link, isSound: try store.verify().isSound),
      try store.format()
    )
  }

  @Test
  func `a migration that dies at any one call has left the old store or the new one, and can be run again`()
    throws
  {
    let arena = try Arena()
    func begin() throws {
      try arena.empty()
      try FileManager.default.copyItem(at: Self.older, to: URL(fileURLWithPath: arena.store))
    }
    try begin()
    let (before, oldest) = try condition(of: arena.store)
    #expect(before.isSound && before.events > 0 && oldest == 1)
    let words = ["migrate", "--store", arena.store]
    let calls = try arena.record(arena.start("entstore", words, isRecorded: true))
    var formats: [Int: Int] = [:]
    for kind in [Call.Kind.write, .sync, .name] {
      for call in 1...calls.count(where: { $0.kind == kind }) {
        try begin()
        let child = try arena.start("entstore", words, fault: Fault(kind: kind, call: call, action: .kill))
        #expect(child.finish() == -SIGKILL)
        let (left, format) = try condition(of: arena.store)
        #expect(left == before, "\(kind) \(call)")
        formats[format, default: 0] += 1

        #expect(try arena.start("entstore", words).finish() == 0, "\(kind) \(call)")
        let (after, newest) = try condition(of: arena.store)
        #expect(after == before && newest == 2, "\(kind) \(call)")
        // Every copy is the store as it was; one that was never finished is gone.
        let copies = try arena.names.filter { $0.contains(".before-migration") && !$0.hasSuffix("-lock") }
        #expect(!copies.isEmpty)
        for copy in copies {
          let (kept, format) = try condition(of: arena.path + "/" + copy)
          #expect(kept == before && format == 1, "\(kind) \(call) \(copy)")
        }
      }
    }
    print("kills: \(formats[1] ?? 0) migrations that were not done, \(formats[2] ?? 0) that were")
    #expect(formats[1] ?? 0 > 0)
  }
}
