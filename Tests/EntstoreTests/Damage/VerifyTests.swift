import Entstore
import EntstoreCodec
import Testing

struct VerifyTests {
  @Test func `a sound store has no fault, and everything in it is looked at`() throws {
    let damaged = try DamagedStore()
    let report = try damaged.store.verify()
    #expect(report.faults == [])
    #expect(report.events == 6)
    #expect(report.lineages == 3)
  }

  @Test(arguments: Damage.ofDerived + Damage.ofLog)
  func `damage is found where it is`(_ damage: Damage) throws {
    let damaged = try DamagedStore()
    try damage.isDone(damaged)
    let report = try damaged.store.verify()
    #expect(report.faults.contains { $0.table == damage.table }, "\(report.faults)")
  }

  @Test(arguments: Damage.ofDerived)
  func `rebuild says what differed and makes it good`(_ damage: Damage) throws {
    let damaged = try DamagedStore()
    let before = try damaged.bench.everything()
    try damage.isDone(damaged)
    let report = try damaged.store.rebuild()
    #expect(report.faults.contains { $0.table == damage.table }, "\(report.faults)")
    #expect(try damaged.store.verify().faults == [])
    #expect(try damaged.bench.everything() == before)
    #expect(try damaged.store.rebuild().faults == [])
  }

  @Test func `rebuild of a sound store changes no byte and says so`() throws {
    let damaged = try DamagedStore()
    let before = try damaged.bench.everything()
    let report = try damaged.store.rebuild()
    #expect(report.isSound)
    #expect(report.events == 6)
    #expect(report.lineages == 3)
    #expect(try damaged.bench.everything() == before)
  }

  @Test(arguments: ["a", "b", "c", "d"] as [EventID])
  func `rebuild of a log with a hole is refused and changes nothing`(_ id: EventID) throws {
    let damaged = try DamagedStore()
    try damaged.file.remove(damaged.eventKey(id), from: "events")
    let before = try damaged.bench.everything()
    guard case .damaged("events", _) = try storeError({ _ = try damaged.store.rebuild() }) else {
      Issue.record("another error")
      return
    }
    #expect(try damaged.bench.everything() == before)
  }

  @Test func `verify and rebuild stop when their progress throws`() throws {
    struct Enough: Error {}
    let bench = try Bench()
    try bench.append(
      (0..<1_100).map { .notice(EventID(canonical: "e\($0)"), day(0), Said("1000", nil, .on)) })
    #expect(throws: Enough.self) { try bench.store.verify { _ in throw Enough() } }
    #expect(throws: Enough.self) { try bench.store.rebuild { _ in throw Enough() } }
    #expect(try bench.store.verify().isSound)
  }

  @Test func `a row damaged in any byte is an error, never an answer`() throws {
    let damaged = try DamagedStore()
    let key = Key.entitlement("ada", "1000")
    let sound = try damaged.entry("entitlements", key).value
    for offset in sound.indices {
      for bit in [UInt8(1), 0x80] {
        var value = sound
        value[offset] ^= bit
        try damaged.file.put(value, for: key, in: "entitlements")
        let error = try storeError { _ = try damaged.store.access(of: "ada", to: "pro") }
        guard case .damaged("entitlements", _) = error else {
          Issue.record("byte \(offset): \(error)")
          continue
        }
        #expect(throws: StoreError.self) { try damaged.store.entitlements(of: "ada") }
      }
    }
    #expect(
      try damaged.store.access(of: "bob", to: EntitlementKey("com.example.max.monthly")).status == .expired)
  }

  @Test func `a lineage whose row is missing is an error to whoever asks for it`() throws {
    let damaged = try DamagedStore()
    try damaged.file.remove(Key.entitlement("ada", "1000"), from: "entitlements")
    let error = try storeError { _ = try damaged.store.read { try $0.entitlement(of: "1000") } }
    guard case .damaged("entitlements", .missing) = error else {
      Issue.record("\(error)")
      return
    }
  }
}
