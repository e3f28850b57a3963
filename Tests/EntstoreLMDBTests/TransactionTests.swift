import EntstoreLMDB
import Foundation
import Testing

struct TransactionTests {
  let scratch = Scratch()
  struct Refusal: Error {}

  @Test func `a body that throws changes nothing`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("a", "1")
    #expect(throws: Refusal.self) {
      try store.write { transaction in
        try transaction.put("a".bytes, "2".bytes, in: store.one)
        throw Refusal()
      }
    }
    #expect(try store.value("a") == "1")
    try store.put("a", "3")
    #expect(try store.value("a") == "3")
  }

  @Test func `a snapshot does not see what is committed after it began`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("a", "1")
    try store.read { reader in
      let before = try reader.value(for: "a".bytes, in: store.one)
      try store.put("a", "2")
      let after = try reader.value(for: "a".bytes, in: store.one)
      #expect(before?.text == "1")
      #expect(after?.text == "1")
      #expect(try store.value("a") == "2")
    }
  }

  @Test func `each commit has the next transaction id`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let before = try store.read { $0.transactionID }
    let inside = try store.write { transaction in
      try transaction.put("a".bytes, [], in: store.one)
      return transaction.reader.transactionID
    }
    #expect(inside == before + 1)
    #expect(try store.read { $0.transactionID } == inside)
    #expect(store.info.lastTransactionID == inside)
  }

  @Test func `a write inside a write on one thread traps`() async {
    await #expect(processExitsWith: .trap) { [path = scratch.path as String] in
      let store = try LMDBEnvironment.opened(path)
      try store.write { _ in try store.put("a", "1") }
    }
  }

  @Test func `a write inside a write traps through another handle too`() async {
    await #expect(processExitsWith: .trap) { [path = scratch.path as String] in
      let store = try LMDBEnvironment.opened(path)
      let other = try LMDBEnvironment.opened(path)
      try store.write { _ in try other.put("a", "1") }
    }
  }

  @Test func `a write after an aborted write does not trap`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try? store.write { _ in throw Refusal() }
    try store.write { _ in }
    try store.put("a", "1")
    #expect(try store.value("a") == "1")
  }

  @Test func `writers on many threads each leave their mark`() async throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    await withThrowingTaskGroup { group in
      for index in 0..<8 {
        group.addTask {
          for step in 0..<20 { try store.put("\(index)-\(step)", "x") }
        }
        group.addTask {
          for _ in 0..<200 { _ = try store.value("0-0") }
        }
      }
    }
    #expect(try store.read { try $0.count(of: store.one) } == 160)
  }

  @Test func `a file that may not get larger is an error, and reading goes on`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      try store.put("a", "1")
      limitFileSize(to: 1 << 20)
      let big = [UInt8](repeating: 1, count: 4 << 20)
      let error = #expect(throws: LMDBError.self) {
        try store.write { try $0.put("b".bytes, big, in: store.one) }
      }
      #expect(error?.code == EFBIG && error?.isRetryable == false)
      #expect(try store.value("a") == "1")
      #expect(try store.value("b") == nil)
      try store.put("c", "3")
      #expect(try store.value("c") == "3")
    }
  }
}
