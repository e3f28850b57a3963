import Entstore
import Foundation
import Testing

struct SharedStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened(_ path: String) throws -> EntitlementStore {
    try EntitlementStore(path: path, environment: .production, clock: { day(1) })
  }

  private func pair(_ writer: Int, _ number: Int) -> [EventDraft] {
    ["one", "two"].map { side in
      let name = "\(side)-\(writer)-\(number)"
      return .bought(
        EventID(canonical: name), day(0), lineage: Lineage(canonical: name),
        by: AccountToken(canonical: "\(side)-\(writer)"))
    }
  }

  private func append(_ drafts: [EventDraft], to store: EntitlementStore) throws {
    try store.write { transaction in
      for draft in drafts { _ = try transaction.append(draft) }
    }
  }

  /// Whether both subjects of a writer have what the log of the same snapshot says.
  private func isOfOneCommit(_ snapshot: borrowing Snapshot, _ writer: Int) throws -> Bool {
    let one = try snapshot.entitlements(of: Subject(canonical: "one-\(writer)"))
    let two = try snapshot.entitlements(of: Subject(canonical: "two-\(writer)"))
    let last = try snapshot.event(snapshot.eventCount())?.draft.id.text
    return one.count == two.count && (last?.hasPrefix("two-") ?? true)
  }

  @Test
  func `two stores in one process keep apart, also one inside the other, and closing one leaves the other`()
    async throws
  {
    let (first, second) = (try opened(folder.file("a.entstore")), try opened(folder.file("b.entstore")))
    try await withThrowingTaskGroup { group in
      for writer in 0..<3 {
        group.addTask {
          for number in 0..<20 {
            // What the second store has, the first has committed before.
            try append(pair(writer, number), to: first)
            try first.write { outer in
              try append(pair(writer, number), to: second)
              _ = try outer.append(.notice(EventID(canonical: "n-\(writer)-\(number)"), day(0)))
            }
          }
        }
      }
      group.addTask {
        for _ in 0..<60 {
          try second.read { inner in
            let found = try inner.eventCount()
            try first.read { outer in
              let both = try outer.eventCount()
              #expect(both >= found)
              #expect(try inner.eventCount() == found)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try first.counts().events == 180 && second.counts().events == 120)
    #expect(try first.verify().faults == [] && second.verify().faults == [])
    first.close()
    #expect(try second.entitlements(of: "one-2").count == 20)
    try append(pair(3, 0), to: second)
    #expect(try second.verify().faults == [])
  }

  @Test func `a store is opened by every name, read and closed while others write, and nothing is lost`()
    async throws
  {
    let path = folder.file("a.entstore")
    try opened(path).close()
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.file("deep"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "a.entstore")
    try manager.linkItem(atPath: path, toPath: folder.file("hard"))
    let names = [
      path, folder.file("deep/../a.entstore"), folder.file("link"), folder.file("./deep/..//link"),
    ]
    let acknowledged = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 0..<3 {
        group.addTask {
          for number in 0..<25 {
            let store = try opened(names[(writer + number) % names.count])
            try append(pair(writer, number), to: store)
            #expect(try store.read { try isOfOneCommit($0, writer) })
            store.close()
          }
          return 50
        }
      }
      for reader in 0..<3 {
        group.addTask {
          for number in 0..<50 {
            let store = try EntitlementStore(
              path: names[(reader + number) % names.count], opening: .existing, clock: { day(1) })
            #expect(try store.read { try isOfOneCommit($0, reader) })
            store.close()
          }
          return 0
        }
      }
      return try await group.reduce(0, +)
    }
    let store = try opened(path)
    #expect(try store.counts().events == UInt64(acknowledged))
    for writer in 0..<3 {
      #expect(try store.entitlements(of: Subject(canonical: "two-\(writer)")).count == 25)
    }
    // While it is open, the second hard link leads to it too, and to no lock file of its own.
    let hard = try opened(folder.file("hard"))
    try append(pair(4, 0), to: hard)
    #expect(try store.counts().events == UInt64(acknowledged) + 2)
    hard.close()
    #expect(try store.verify().faults == [])
    #expect(
      !manager.fileExists(atPath: folder.file("hard-lock"))
        && !manager.fileExists(atPath: folder.file("link-lock")))
  }
}
