import EntstoreLMDB
import Testing

struct CursorTests {
  let scratch = Scratch()

  private func store(_ keys: [String]) throws -> LMDBEnvironment {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.write { transaction in
      for key in keys { try transaction.put(key.bytes, key.uppercased().bytes, in: store.one) }
    }
    return store
  }

  @Test func `a cursor goes through the keys in order, both ways`() throws {
    let store = try store(["c", "a", "b"])
    try store.read { reader in
      var seen = ""
      var cursor = try reader.cursor(in: store.one)
      while try cursor.next() { seen += cursor.key.text + cursor.value.text }
      #expect(seen == "aAbBcC")
      seen = ""
      var backwards = try reader.cursor(in: store.one)
      while try backwards.previous() { seen += backwards.key.text }
      #expect(seen == "cba")
    }
  }

  @Test func `first and last are the ends`() throws {
    let store = try store(["a", "b", "c"])
    try store.read { reader in
      var cursor = try reader.cursor(in: store.one)
      #expect(try cursor.last() && cursor.key.text == "c")
      #expect(try !cursor.next())
      #expect(try cursor.first() && cursor.key.text == "a")
      #expect(try !cursor.previous())
    }
  }

  @Test(arguments: [
    ("", "bb"), ("a", "bb"), ("bb", "bb"), ("b", "bb"), ("bba", "d"), ("c", "d"), ("d", "d"), ("e", nil),
  ])
  func `seek finds the first key not smaller`(key: String, found: String?) throws {
    let store = try store(["bb", "d"])
    try store.read { reader in
      var cursor = try reader.cursor(in: store.one)
      let isThere = try cursor.seek(to: key.bytes)
      #expect((isThere ? cursor.key.text : nil) == found)
    }
  }

  @Test func `an empty table has no entry anywhere`() throws {
    let store = try store([])
    try store.read { reader in
      var cursor = try reader.cursor(in: store.one)
      #expect(try !cursor.first())
      #expect(try !cursor.last())
      #expect(try !cursor.next())
      #expect(try !cursor.previous())
      #expect(try !cursor.seek(to: "a".bytes))
    }
  }

  @Test func `spans outlive the cursor's next step, as long as the snapshot`() throws {
    let store = try store(["a", "b"])
    try store.read { reader in
      var cursor = try reader.cursor(in: store.one)
      _ = try cursor.next()
      let key = cursor.key
      _ = try cursor.next()
      #expect(key.text + cursor.key.text == "ab")
    }
  }

  @Test func `a cursor sees what its own write transaction has put`() throws {
    let store = try store(["a"])
    try store.write { transaction in
      try transaction.put("b".bytes, [], in: store.one)
      var count = 0
      do {
        var cursor = try transaction.reader.cursor(in: store.one)
        while try cursor.next() { count += 1 }
      }
      #expect(count == 2)
      try transaction.put("c".bytes, [], in: store.one)
      #expect(try transaction.reader.count(of: store.one) == 3)
    }
  }

  @Test func `reading past the end traps`() async {
    await #expect(processExitsWith: .trap) { [path = scratch.path as String] in
      let store = try LMDBEnvironment.opened(path)
      try store.read { reader in
        var cursor = try reader.cursor(in: store.one)
        _ = try cursor.next()
        print(cursor.key.byteCount)
      }
    }
  }
}
