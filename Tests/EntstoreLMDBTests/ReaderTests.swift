import EntstoreLMDB
import Foundation
import Synchronization
import Testing

struct ReaderTests {
  let scratch = Scratch()

  @Test func `reads one after another use one slot`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("a", "1")
    for _ in 0..<1000 { #expect(try store.value("a") == "1") }
    #expect(store.info.usedReaders == 1)
    #expect(store.readers().count == 1)
  }

  @Test func `reads inside each other each have a snapshot, and are listed`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("a", "1")
    try store.read { outer in
      try store.put("a", "2")
      try store.read { inner in
        #expect(inner.transactionID == outer.transactionID + 1)
        let listed = store.readers().compactMap(\.transactionID).sorted()
        #expect(listed == [outer.transactionID, inner.transactionID])
        #expect(store.readers().allSatisfy { $0.processID == getpid() })
      }
    }
    #expect(store.readers().allSatisfy { $0.transactionID == nil })
  }

  @Test func `more readers than slots is a retryable error`() throws {
    let options = LMDBEnvironment.Options(access: .create, mapBytes: 1 << 20, maximumReaders: 2, syncs: false)
    let store = try LMDBEnvironment(path: scratch.path, tables: ["one"], options: options)
    try store.read { _ in
      try store.read { _ in
        let full = LMDBError.readersFull(path: store.info.path, maximumReaders: 2)
        _ = #expect(throws: full) { try store.read { _ in } }
      }
    }
    try store.read { _ in }
  }

  @Test func `more readers than the pool keeps are let go`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    func nest(_ depth: Int) throws {
      if depth > 0 { try store.read { _ in try nest(depth - 1) } }
    }
    try nest(100)
    #expect(store.readers().count == 64)
    try nest(100)
    #expect(store.info.usedReaders == 100)
  }

  @Test func `close waits for a reader on another thread`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("a", "1")
    let isReading = DispatchSemaphore(value: 0)
    let hasClosed = Atomic<Bool>(false)
    let done = DispatchSemaphore(value: 0)
    let finished = Mutex(false)
    Thread.detachNewThread {
      _ = try? store.read { reader in
        let value = try reader.value(for: "a".bytes, in: store.one)
        isReading.signal()
        // The closer has come as far as keeping new readers out.
        while (try? store.read { _ in true }) != nil { sched_yield() }
        let isSound = value?.text == "1" && !hasClosed.load(ordering: .acquiring)
        finished.withLock { $0 = isSound }
      }
      done.signal()
    }
    isReading.wait()
    store.close()
    hasClosed.store(true, ordering: .releasing)
    done.wait()
    #expect(finished.withLock { $0 })
    #expect(throws: LMDBError.closed(path: scratch.path)) { try store.read { _ in } }
    #expect(throws: LMDBError.closed(path: scratch.path)) { try store.write { _ in } }
  }
}
