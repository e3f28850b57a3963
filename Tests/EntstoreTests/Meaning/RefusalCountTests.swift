import Entstore
import Testing

/// What is refused leaves nothing but a count.
struct RefusalCountTests {
  private static let sandbox = EventDraft.notice(
    "x", day(1), Said("1000", nil, .off), environment: .sandbox)
  private static let inSeconds = EventDraft.notice(
    "y", Instant(epochMilliseconds: 1_767_225_600), Said("1000", nil, .off))

  private func refusals(_ store: EntitlementStore) throws -> [RefusalKind: UInt64] {
    try store.read { try $0.refusals() }
  }

  @Test func `a store that has refused nothing counts nothing and has no record of it`() throws {
    let bench = try Bench()
    try bench.append(.notice("a", day(0), Said("1000", nil, .on)))
    #expect(try refusals(bench.store) == [:])
    #expect(try !bench.file().entries("meta").contains { $0.key == Array("refused".utf8) })
  }

  @Test func `what append refuses is counted by its kind, with what the transaction took`() throws {
    let bench = try Bench()
    try bench.store.write { transaction in
      try transaction.allow(apps: ["com.example.app"])
      try transaction.append(.notice("a", day(0), Said("1000", nil, .on)))
      for draft in [
        Self.sandbox, Self.sandbox, Self.inSeconds,
        .notice("z", day(1), Said("1000", nil, .off), app: "com.example.other"),
        .notice("w", day(1), Said("1001", nil, .off), Said("1001")),
      ] {
        #expect(throws: StoreError.self) { try transaction.append(draft) }
      }
      transaction.countRefusal(.notVerified)
    }
    let expected: [RefusalKind: UInt64] = [
      .wrongEnvironment: 2, .implausibleDate: 1, .wrongApp: 1, .other: 1, .notVerified: 1,
    ]
    #expect(try refusals(bench.store) == expected)
    #expect(try bench.store.counts().events == 1)
    #expect(try bench.store.rebuild().isSound)
    #expect(try refusals(bench.store) == expected, "rebuild keeps what the log does not say")
    #expect(try bench.store.verify().isSound)
  }

  @Test func `counts of several transactions add up`() throws {
    let bench = try Bench()
    for _ in 0..<3 { try bench.store.write { $0.countRefusal(.unsigned) } }
    #expect(try refusals(bench.store) == [.unsigned: 3])
  }

  @Test func `an append of which every event is refused is refused, and counted`() async throws {
    let bench = try Bench()
    await #expect(throws: StoreError.self) { try await bench.store.append([Self.sandbox]) }
    #expect(try refusals(bench.store) == [.wrongEnvironment: 1])
    #expect(try bench.store.counts().events == 0)
  }

  @Test func `a submission that is refused is counted, and binds nothing`() throws {
    let bench = try Bench()
    let error = try storeError { _ = try bench.store.submit([Self.sandbox], by: "ann") }
    guard case .wrongEnvironment = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try refusals(bench.store) == [.wrongEnvironment: 1])
    #expect(try bench.store.counts().events == 0)
  }

  @Test func `a transaction that fails counts nothing`() throws {
    struct Enough: Error {}
    let bench = try Bench()
    #expect(throws: Enough.self) {
      try bench.store.write { transaction in
        transaction.countRefusal(.malformed)
        throw Enough()
      }
    }
    #expect(try refusals(bench.store) == [:])
  }

  @Test func `a damaged count stops neither events nor refusals, and is not written over`() async throws {
    let damaged = try DamagedStore()
    try damaged.store.write { $0.countRefusal(.malformed) }
    let key = Array("refused".utf8)
    try damaged.flip("meta", key, byte: 10)
    let before = try damaged.entry("meta", key).value
    try damaged.store.write { transaction in
      #expect(throws: StoreError.self) { try transaction.append(Self.sandbox) }
      try transaction.append(.notice("e", day(31), Said("1000", nil, .off)))
    }
    let error = await #expect(throws: StoreError.self) { try await damaged.store.append([Self.sandbox]) }
    guard case .wrongEnvironment? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try damaged.store.counts().events == 7)
    #expect(try damaged.entry("meta", key).value == before)
  }
}
