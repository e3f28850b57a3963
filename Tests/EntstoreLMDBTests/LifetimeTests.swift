import Testing

/// What must not compile, beside what does.
@Suite(.enabled(if: Snippet.compiler != nil, "needs swiftc and the built module"))
struct LifetimeTests {
  @Test func `what was read can be used inside its transaction`() throws {
    let result = try Snippet.compile(
      """
      let count = try store.read { reader in
        let value = try reader.value(for: [1], in: table)
        var cursor = try reader.cursor(in: table)
        var total = value?.byteCount ?? 0
        while try cursor.next() { total += cursor.key.byteCount + cursor.value.byteCount }
        return total
      }
      try store.write { transaction in
        var byteCount = count
        if let value = try transaction.reader.value(for: [1], in: table) { byteCount += value.byteCount }
        do {
          var cursor = try transaction.reader.cursor(in: table)
          while try cursor.next() { byteCount += 1 }
        }
        try transaction.put([2], [UInt8(byteCount)], in: table)
      }
      """)
    #expect(result.isSuccess, "\(result.output)")
  }

  @Test(arguments: [
    (
      "a span returned from read",
      """
      let value: RawSpan? = try store.read { try $0.value(for: [1], in: table) }
      print(value?.byteCount ?? 0)
      """
    ),
    (
      "a span stored outside of read",
      """
      var kept = RawSpan()
      try store.read { reader in
        if let value = try reader.value(for: [1], in: table) { kept = value }
      }
      print(kept.byteCount)
      """
    ),
    (
      "a reader stored outside of read",
      """
      var kept: Reader?
      try store.read { kept = $0 }
      print(kept!.transactionID)
      """
    ),
    (
      "a reader used by a task",
      """
      try store.read { reader in
        Task { print(reader.transactionID) }
      }
      """
    ),
    (
      "a cursor returned from read",
      """
      var cursor: Cursor = try store.read { try $0.cursor(in: table) }
      print(try cursor.next())
      """
    ),
    (
      "a cursor's key returned from read",
      """
      let key = try store.read { reader -> RawSpan in
        var cursor = try reader.cursor(in: table)
        _ = try cursor.next()
        return cursor.key
      }
      print(key.byteCount)
      """
    ),
    (
      "a cursor copied",
      """
      try store.read { reader in
        let cursor = try reader.cursor(in: table)
        var other = cursor
        var another = cursor
        print(try other.next(), try another.next())
      }
      """
    ),
    (
      "a span kept across a put",
      """
      try store.write { transaction in
        let value = try transaction.reader.value(for: [1], in: table)
        try transaction.put([2], [3], in: table)
        print(value?.byteCount ?? 0)
      }
      """
    ),
    (
      "a cursor kept across a put",
      """
      try store.write { transaction in
        var cursor = try transaction.reader.cursor(in: table)
        _ = try cursor.first()
        try transaction.put([2], [3], in: table)
        print(try cursor.next())
      }
      """
    ),
    (
      "a transaction taken out of its scope",
      """
      var kept: WriteTransaction?
      try store.write { transaction in kept = transaction }
      try kept?.put([2], [3], in: table)
      """
    ),
    (
      "a transaction ended twice",
      """
      try store.write { transaction in
        let taken = transaction
        print(taken.reader.transactionID)
      }
      """
    ),
  ])
  func `what would outlive its transaction does not compile`(what: String, source: String) throws {
    let result = try Snippet.compile(source)
    #expect(!result.isSuccess, "\(what) compiled")
    // Refused for another reason, it would prove nothing.
    let reasons = [
      "lifetime-dependent", "ExclusivityViolation", "'Escapable'", "~Escapable", "non-Escapable", "consumed",
      "consuming",
      "noncopyable",
    ]
    #expect(reasons.contains { result.output.contains($0) }, "\(what): \(result.output)")
  }
}
