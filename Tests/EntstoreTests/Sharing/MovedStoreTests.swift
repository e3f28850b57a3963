import Entstore
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Test
func `a store that was replaced at its path takes nothing, from no one of many callers, and answers on`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = folder.file("s.entstore")
  let store = try EntitlementStore(path: path, environment: .production)
  @Sendable func event(_ id: String) -> EventDraft {
    .notice(
      EventID(canonical: id), day(1), Said("lineage", .month(1, from: day(1), token: "ada"), .on, .active))
  }
  _ = try await store.append([event("first")])
  try EntitlementStore(path: folder.file("other"), environment: .production).close()
  #expect(unsafe rename(folder.file("other"), path) == 0)
  let refused = await withTaskGroup(of: Bool.self) { group in
    for number in 0..<20 {
      group.addTask {
        do {
          _ = try await store.append([event("e\(number)")])
          return false
        } catch StoreError.movedAway(path: path) {
          return true
        } catch {
          return false
        }
      }
    }
    return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
  }
  #expect(refused == 20)
  #expect(try store.read { try $0.eventCount() } == 1)
  store.close()
  #expect(try EntitlementStore(path: path, opening: .existing).read { try $0.eventCount() } == 0)
}
