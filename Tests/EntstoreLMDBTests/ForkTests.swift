import EntstoreLMDB
import Foundation
import Testing

/// Swift hides `fork`, but C code in the same process may call it.
struct ForkTests {
  @Test func `a forked child is told so, and does its parent no harm`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      try store.put("a", "1")
      let status = inForkedChild {
        func isRefused(_ body: () throws -> Void) -> Bool {
          do {
            try body()
            return false
          } catch {
            return error as? LMDBError == .usedAfterFork(path: scratch.path)
          }
        }
        guard isRefused({ try store.read { _ in } }) else { return 1 }
        guard isRefused({ try store.write { _ in } }) else { return 2 }
        guard isRefused({ try store.copyCompacted(to: scratch["copy"]) }) else { return 3 }
        store.close()
        return 0
      }
      #expect(status == 0)
      #expect(try store.value("a") == "1")
      #expect(store.readers().count == 1)
      try store.put("a", "2")
    }
  }

  @Test func `a child can open the file anew`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      let status = inForkedChild {
        guard let own = try? LMDBEnvironment.opened(scratch.path, .existing) else { return 1 }
        guard (try? own.put("a", "1")) != nil else { return 2 }
        own.close()
        return 0
      }
      #expect(status == 0)
      #expect(try store.value("a") == "1")
    }
  }

  @Test func `the slot of a reader that died is swept`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      let status = inForkedChild {
        guard let own = try? LMDBEnvironment.opened(scratch.path, .existing) else { return 1 }
        _ = try? own.read { _ in _exit(7) }
        return 2
      }
      #expect(status == 7)
      #expect(store.readers().count == 1)
      #expect(store.sweepStaleReaders() == 1)
      #expect(store.readers().isEmpty)
      #expect(store.sweepStaleReaders() == 0)
    }
  }

  @Test func `a file that another process has open is busy`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let status = inForkedChild {
        guard let own = try? LMDBEnvironment.opened(scratch.path) else { return 1 }
        try? own.put("a", "1")
        try? own.copyCompacted(to: scratch["new"])
        let inner = inForkedChild {
          guard let second = try? LMDBEnvironment.opened(scratch.path) else { return 3 }
          do {
            try second.replaceFile(with: scratch["new"])
            return 4
          } catch {
            return (error as? LMDBError) == .busy(path: scratch.path) ? 0 : 5
          }
        }
        return inner
      }
      #expect(status == 0)
    }
  }
}
