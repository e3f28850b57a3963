import Entstore
import Foundation
import Testing

#if os(Linux)
  import Glibc
#endif

/// Paths under which no store can be made.
struct PathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened(_ name: String) throws -> EntitlementStore {
    try EntitlementStore(path: folder.file(name), clock: { day(1) })
  }

  @Test(arguments: [EntitlementStore.Opening.create, .existing, .readOnly])
  func `an empty path is named as such`(_ opening: EntitlementStore.Opening) throws {
    let error = try storeError { _ = try EntitlementStore(path: "", opening: opening) }
    #expect("\(error)" == "the path is empty; name a file" && !error.isRetryable)
  }

  @Test func `a copy to an empty path is refused before it is written`() throws {
    let store = try opened("s.entstore")
    for copy in [{ _ = try store.backup(to: "") }, { _ = try store.compact(to: "") }] {
      #expect("\(try storeError(copy))" == "the path is empty; name a file")
    }
  }

  #if os(Linux)
    @Test(.enabled(if: geteuid() == 0, "only root can take the place of somebody else"))
    func `where nothing may be made, what was asked for is named`() throws {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      let path = folder.file("new.entstore")
      let store = try opened("s.entstore")
      // Of this thread alone, and no longer than the call.
      let symbol = unsafe dlsym(nil, "setfsuid")
      let setfsuid = unsafe unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
      _ = setfsuid(65534)
      defer { _ = setfsuid(0) }
      for make in [
        { _ = try opened("new.entstore") }, { _ = try EntitlementStore.newFile(at: path) },
        { _ = try store.compact(to: path) },
      ] {
        let error = try storeError(make)
        guard case .engine(EACCES, let message, _) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(message.hasPrefix("Access to \(path) is denied."), "\(message)")
      }
    }
  #endif
}
