import EntstoreLMDB
import Testing

struct MapTests {
  let scratch = Scratch()
  private let big = [UInt8](repeating: 1, count: 60_000)

  @Test func `a transaction that does not fit fails whole, and fits after the map has grown`() throws {
    let store = try LMDBEnvironment.opened(scratch.path, mapBytes: 1 << 16)
    try store.put("a", "1")
    let mapBytes = store.info.mapBytes
    let error = #expect(throws: LMDBError.self) {
      try store.write { transaction in
        try transaction.put("b".bytes, "2".bytes, in: store.one)
        try transaction.put("c".bytes, big, in: store.one)
      }
    }
    #expect(error == .mapFull(path: store.info.path, mapBytes: mapBytes))
    #expect(error?.isRetryable == true)
    #expect(try store.contents(of: store.one) == ["a=1"])
    #expect(store.info.mapBytes == 2 * mapBytes)
    try store.write { try $0.put("c".bytes, big, in: store.one) }
    #expect(try store.value("c")?.count == big.count)
  }

  @Test func `a body that catches it commits nothing either`() throws {
    let store = try LMDBEnvironment.opened(scratch.path, mapBytes: 1 << 16)
    let error = #expect(throws: LMDBError.self) {
      try store.write { transaction in
        try transaction.put("b".bytes, "2".bytes, in: store.one)
        try? transaction.put("c".bytes, big, in: store.one)
      }
    }
    guard case .mapFull = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(try store.contents(of: store.one).isEmpty)
  }

  @Test func `it does not grow under a running snapshot, but after it`() throws {
    let store = try LMDBEnvironment.opened(scratch.path, mapBytes: 1 << 16)
    try store.put("a", "1")
    let mapBytes = store.info.mapBytes
    try store.read { reader in
      let value = try reader.value(for: "a".bytes, in: store.one)
      #expect(throws: LMDBError.self) {
        try store.write { try $0.put("c".bytes, big, in: store.one) }
      }
      #expect(store.info.mapBytes == mapBytes)
      #expect(value?.text == "1")
    }
    try store.write { try $0.put("c".bytes, big, in: store.one) }
    #expect(store.info.mapBytes == 2 * mapBytes)
  }

  @Test func `many writers that retry all get through`() async throws {
    let store = try LMDBEnvironment.opened(scratch.path, mapBytes: 1 << 16)
    let value = [UInt8](repeating: 1, count: 20_000)
    try await withThrowingTaskGroup { group in
      for index: UInt8 in 0..<4 {
        group.addTask {
          for step: UInt8 in 0..<20 {
            while true {
              do {
                try store.write { try $0.put([index, step], value, in: store.one) }
                break
              } catch let error as LMDBError where error.isRetryable {
                continue
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.read { try $0.count(of: store.one) } == 80)
  }

  @Test func `a map smaller than the file is enlarged at open`() throws {
    let first = try LMDBEnvironment.opened(scratch.path)
    try first.write { try $0.put("c".bytes, big, in: first.one) }
    first.close()
    let second = try LMDBEnvironment.opened(scratch.path, .existing, mapBytes: 1 << 14)
    #expect(try second.value("c")?.count == big.count)
  }

  @Test func `the default map is larger than any disk, and costs none of it`() throws {
    let options = LMDBEnvironment.Options(access: .create)
    let store = try LMDBEnvironment(path: scratch.path, tables: ["one"], options: options)
    try store.put("a", "1")
    #expect(store.info.mapBytes >= 1 << 30)
    #expect(store.info.fileBytes < 1 << 16)
  }
}
