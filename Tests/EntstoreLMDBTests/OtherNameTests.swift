import EntstoreLMDB
import Foundation
import Testing

/// LMDB's locks and readers are in a file beside the name that was opened; whoever goes by another one knows nothing of them.
#if os(Linux)
  struct OtherNameTests {
    /// What becomes of the file at `name` in another process: 0 if it was written, 1 if it was refused by name.
    private static func opening(_ name: String, _ access: LMDBEnvironment.Access = .existing) -> Int32 {
      inForkedChild {
        do {
          let own = try LMDBEnvironment.opened(name, access)
          if case .readOnly = access { _ = try own.value("a") } else { try own.put("a", "2") }
          own.close()
          return 0
        } catch {
          return error as? LMDBError == .otherLockFile(path: name) ? 1 : 2
        }
      }
    }

    @Test func `another process that comes by a hard link is refused while the file is open`() async {
      await #expect(processExitsWith: .success) {
        let scratch = Scratch()
        let store = try LMDBEnvironment.opened(scratch.path)
        try store.put("a", "1")
        try FileManager.default.linkItem(atPath: scratch.path, toPath: scratch["hard"])
        #expect(Self.opening(scratch["hard"]) == 1)
        #expect(Self.opening(scratch["hard"], .readOnly) == 1)
        #expect(Self.opening(scratch.path) == 0)
        #expect(try store.value("a") == "2")
        store.close()
        #expect(Self.opening(scratch["hard"]) == 0)
        try LMDBEnvironment.opened(scratch.path).put("a", "3")
      }
    }

    @Test func `whoever finds the lock file gone while the file is open is refused`() async {
      await #expect(processExitsWith: .success) {
        let scratch = Scratch()
        let store = try LMDBEnvironment.opened(scratch.path)
        try store.put("a", "1")
        try FileManager.default.removeItem(atPath: scratch.path + "-lock")
        #expect(Self.opening(scratch.path) == 1)
        #expect(Self.opening(scratch.path, .readOnly) == 1)
        try store.put("a", "3")
        store.close()
        #expect(Self.opening(scratch.path) == 0)
      }
    }

    @Test func `in one process every name leads to the lock file of the first`() throws {
      let scratch = Scratch()
      let first = try LMDBEnvironment.opened(scratch.path)
      try FileManager.default.createDirectory(atPath: scratch["deep"], withIntermediateDirectories: false)
      let names = [scratch["deep/../a.entstore"], scratch["./deep/..//a.entstore"]]
      for (number, name) in names.enumerated() {
        let other = try LMDBEnvironment.opened(name, .existing)
        try other.put("a", "\(number)")
        #expect(try first.value("a") == "\(number)")
        #expect(other.info.path == first.info.path)
      }
    }
  }
#endif
