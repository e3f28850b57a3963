import EntstoreLMDB
import Testing

struct RoundTripTests {
  let scratch = Scratch()

  @Test func `what was put is found, in its table only`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("key", "value")
    #expect(try store.value("key") == "value")
    #expect(try store.value("other") == nil)
    #expect(try store.contents(of: store.two).isEmpty)
  }

  @Test func `what was put is found after closing and opening again`() throws {
    let first = try LMDBEnvironment.opened(scratch.path)
    try first.put("key", "value")
    first.close()
    #expect(try LMDBEnvironment.opened(scratch.path, .existing).value("key") == "value")
    #expect(try LMDBEnvironment.opened(scratch.path, .readOnly).value("key") == "value")
  }

  @Test func `put replaces, insert does not`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let table = store.one
    try store.write { transaction in
      try transaction.put("a".bytes, "1".bytes, in: table)
      try transaction.put("a".bytes, "2".bytes, in: table)
      #expect(try !transaction.insert("a".bytes, "3".bytes, in: table))
      #expect(try transaction.insert("b".bytes, "4".bytes, in: table))
    }
    #expect(try store.contents(of: table) == ["a=2", "b=4"])
  }

  @Test func `delete says whether there was an entry, and clear leaves none`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let table = store.one
    for key in ["a", "b", "c"] { try store.put(key, key) }
    #expect(try store.write { try $0.delete("b".bytes, in: table) })
    #expect(try !store.write { try $0.delete("b".bytes, in: table) })
    #expect(try store.contents(of: table) == ["a=a", "c=c"])
    try store.write { try $0.clear(table) }
    #expect(try store.contents(of: table).isEmpty)
    try store.put("d", "d")
    #expect(try store.contents(of: table) == ["d=d"])
  }

  @Test func `append takes keys in order and refuses others`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let table = store.one
    try store.write { transaction in
      for key: UInt8 in 0...200 { try transaction.append([key], [key], in: table) }
    }
    #expect(throws: LMDBError.self) {
      try store.write { try $0.append([7], [7], in: table) }
    }
    #expect(try store.read { try $0.count(of: table) } == 201)
  }

  @Test(arguments: [0, 1, 2000, 5000, 1_000_000])
  func `a value of any length comes back whole`(byteCount: Int) throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let value = String(repeating: "x", count: byteCount)
    try store.put("key", value)
    #expect(try store.value("key") == value)
  }

  @Test(arguments: [0, 512])
  func `a key of a length that does not fit is refused and spoils nothing`(byteCount: Int) throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let table = store.one
    try store.write { transaction in
      try transaction.put("a".bytes, [], in: table)
      let key = [UInt8](repeating: 1, count: byteCount)
      let error = #expect(throws: LMDBError.self) { try transaction.put(key, [], in: table) }
      #expect(error?.isRetryable == false)
    }
    #expect(try store.contents(of: table) == ["a="])
  }

  @Test func `statistics count entries and pages`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let table = store.one
    #expect(try store.read { try $0.statistics(of: table).depth } == 0)
    try store.write { transaction in
      for key: UInt8 in 0..<100 {
        try transaction.put([key], [UInt8](repeating: 0, count: 1000), in: table)
      }
      try transaction.put([200], [UInt8](repeating: 0, count: 9000), in: table)
    }
    let statistics = try store.read { try $0.statistics(of: table) }
    #expect(statistics.entries == 101)
    #expect(statistics.depth == 2)
    #expect(statistics.branchPages == 1)
    #expect(statistics.leafPages > 20)
    #expect(statistics.overflowPages == 3)
  }
}
