import EntstoreLMDB
import Foundation
import Testing

/// What becomes of an environment that LMDB gives up, because a commit could not write its header.
struct ReopeningTests {
  /// Makes the next header fail to be written: LMDB writes it through a descriptor of its own.
  private static func loseHeaderDescriptor() {
    let readOnly = unsafe open("/dev/null", O_RDONLY)
    // Anywhere: who started this process may have left it some that are open.
    for number in 0..<Int32(1_024) where fcntl(number, F_GETFL) > 0 && fcntl(number, F_GETFL) & O_DSYNC != 0 {
      dup2(readOnly, number)
    }
  }

  private static func opened(_ path: String, _ tables: [String]) throws -> LMDBEnvironment {
    try LMDBEnvironment(path: path, tables: tables, options: .init(access: .create, mapBytes: 1 << 24))
  }

  private static func isGivenUp(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      guard let error = error as? LMDBError, case .mustReopen = error else { return false }
      return error.isRetryable
    }
  }

  @Test func `the next read or write opens it anew, for all who share it, with the same tables`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let first = try Self.opened(scratch.path, ["one", "two"])
      let second = try Self.opened(scratch.path, ["three", "two"])
      try first.put("a", "1")
      try second.write { try $0.put("c".bytes, "1".bytes, in: second.table("three")) }
      for round in 2..<6 {
        Self.loseHeaderDescriptor()
        #expect(throws: LMDBError.self) { try first.put("a", "lost") }
        if round % 2 == 0 { #expect(try first.value("a") == "\(round - 1)") }
        try first.put("a", "\(round)")
        #expect(try first.value("a") == "\(round)")
        #expect(
          try second.read { try $0.value(for: "c".bytes, in: second.table("three"))?.text } == "\(round - 1)")
        try second.write { try $0.put("c".bytes, "\(round)".bytes, in: second.table("three")) }
      }
      #expect(try first.contents(of: first.one) == ["a=5"] && second.contents(of: second.two) == [])
      #expect(try first.pageFaults() == [])
    }
  }

  @Test func `who reads while it is given up reads on, and the file is opened anew when they have ended`()
    async
  {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try Self.opened(scratch.path, ["one"])
      try store.put("a", "1")
      try store.read { reader in
        Self.loseHeaderDescriptor()
        #expect(throws: LMDBError.self) { try store.put("a", "lost") }
        #expect(Self.isGivenUp { try store.put("a", "2") })
        #expect(Self.isGivenUp { try store.read { _ in } })
        let kept = try reader.value(for: "a".bytes, in: store.one)?.text
        #expect(kept == "1")
      }
      #expect(try store.value("a") == "1")
      try store.put("a", "2")
      #expect(try store.value("a") == "2")
    }
  }

  @Test func `where the file cannot be opened anew, each call says why and tries again`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try Self.opened(scratch.path, ["one"])
      try store.put("a", "1")
      Self.loseHeaderDescriptor()
      #expect(throws: LMDBError.self) { try store.put("a", "lost") }
      try FileManager.default.moveItem(atPath: scratch.path, toPath: scratch["moved"])
      #expect(throws: LMDBError.movedAway(path: scratch.path)) { try store.read { _ in } }
      #expect(throws: LMDBError.movedAway(path: scratch.path)) { try store.put("a", "2") }
      #expect(store.readers().isEmpty && store.sweepStaleReaders() == 0)
      try FileManager.default.moveItem(atPath: scratch["moved"], toPath: scratch.path)
      #expect(try store.value("a") == "1")
      try store.put("a", "2")
      #expect(try store.value("a") == "2")
      store.close()
      #expect(try Self.opened(scratch.path, ["one"]).value("a") == "2")
    }
  }
}
