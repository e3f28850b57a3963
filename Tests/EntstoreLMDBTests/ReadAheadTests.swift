import EntstoreLMDB
import Testing

struct ReadAheadTests {
  let scratch = Scratch()

  @Test func `the map is found by any of its pages`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.write { transaction in
      for number in 0..<10_000 { try transaction.put("\(number)".bytes, "\(number)".bytes, in: store.one) }
    }
    try store.read { reader in
      guard let start = unsafe reader.mapStart else { return #expect(Bool(false), "no map") }
      // Behind the head of the first page stands what makes a file one of LMDB's.
      let magic = unsafe start.load(fromByteOffset: 16, as: UInt32.self)
      #expect(magic == 0xBEEF_C0DE)
    }
  }

  @Test func `pages that a transaction has changed are in no map, and are read all the same`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.write { transaction in
      try transaction.put("a".bytes, "1".bytes, in: store.one)
      let hasMap = unsafe transaction.reader.mapStart != nil
      #expect(!hasMap)
      #expect(transaction.reader.readingAhead { 7 } == 7)
    }
    #expect(try store.readingAhead { try store.contents(of: store.one) } == ["a=1"])
  }

  @Test func `a store may be closed by whoever was to go through it`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.readingAhead { store.close() }
    #expect(throws: LMDBError.self) { try store.readingAhead {} }
  }
}
