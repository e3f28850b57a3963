import Entstore
import Foundation
import Synchronization
import Testing

struct TransferTests {
  @Test func `a transfer moves the lineage wholly and says who held it`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    #expect(try bench.store.transfer("1000", to: "B", reason: "sold the company") == .moved(from: "A"))
    #expect(try bench.entitled(of: "A", "B") == ["B"])
    #expect(try bench.store.entitlements(of: "A").isEmpty)
    #expect(try bench.file().entries("entitlements").count == 1)
    #expect(try bench.store.transfer("1000", to: "B") == .held)
  }

  @Test func `a transfer of what nobody holds gives it, and to its holder writes nothing`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil))
    #expect(try bench.store.transfer("1000", to: "B") == .moved(from: nil))
    let everything = try bench.everything()
    #expect(try bench.store.transfer("1000", to: "B") == .held)
    #expect(try bench.everything() == everything)
  }

  @Test func `only a transfer moves what an act has paired`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: nil))
    #expect(try bench.store.claim("1000", for: "A") == .bound)
    try bench.map("t", "B")
    try bench.append(.notice("e", day(0) - .hours(1), Said("1000", .month(1, from: day(0), token: "t"))))
    #expect(try bench.store.claim("1000", for: "B") == .conflict(holder: "A"))
    #expect(try bench.owner() == "A")
    try bench.store.transfer("1000", to: "B")
    #expect(try bench.owner() == "B")
    #expect(try bench.conflicts() == [])
    // B has it now, and was refused it then.
    let refusals = try bench.store.read { try $0.refusals(of: "1000") }
    #expect(Array(refusals.values) == ["A"])
    let refused = try bench.store.read { try $0.event(refusals.keys.first!)?.draft.act }
    #expect(refused == .custody(CustodyAct(lineage: "1000", subject: "B", kind: .claim)))
    let moved = try #require(try bench.log().last?.draft.act)
    #expect(moved == .custody(CustodyAct(lineage: "1000", subject: "B", kind: .transfer, from: "A")))
  }

  @Test func `a transfer that is not committed has moved nothing`() throws {
    struct Abort: Error {}
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    let everything = try bench.everything()
    #expect(throws: Abort.self) {
      try bench.store.write { transaction in
        try transaction.transfer("1000", to: "B")
        let isMoved = try transaction.read { try $0.access(of: "B", to: .monthly).isEntitled }
        #expect(isMoved)
        throw Abort()
      }
    }
    #expect(try bench.everything() == everything)
  }

  @Test func `at no instant do both or neither hold it`() throws {
    let bench = try Bench(now: day(5))
    try bench.append(.bought("a", day(0), by: "A"))
    let store = bench.store
    let isDone = Atomic(false)
    let seen = Mutex<[String: Int]>([:])
    let failures = Mutex<[String]>([])
    let readers = DispatchGroup()
    for _ in 0..<3 {
      let thread = Thread {
        defer { readers.leave() }
        var counts: [String: Int] = [:]
        var isLast = false
        while !isLast {
          isLast = isDone.load(ordering: .acquiring)
          do {
            let held = try Self.holders(in: store)
            counts[held, default: 0] += 1
          } catch {
            failures.withLock { $0.append("\(error)") }
            return
          }
        }
        seen.withLock { $0.merge(counts, uniquingKeysWith: +) }
      }
      readers.enter()
      thread.start()
    }
    for round in 0..<150 { try store.transfer("1000", to: round.isMultiple(of: 2) ? "B" : "A") }
    isDone.store(true, ordering: .releasing)
    readers.wait()
    #expect(failures.withLock { $0 } == [])
    let states = seen.withLock { $0 }
    #expect(Set(states.keys).isSubset(of: ["A", "B"]), "\(states)")
    #expect(states.values.reduce(0, +) >= 3)
    #expect(try store.verify().isSound)
  }

  /// Everybody who has it in one snapshot, by every way of asking.
  private static func holders(in store: EntitlementStore) throws -> String {
    try store.read { snapshot in
      let opened = try ["A", "B"].filter {
        try snapshot.access(of: Subject(canonical: $0), to: .monthly).isEntitled
      }
      let listed = try ["A", "B"].filter { try !snapshot.entitlements(of: Subject(canonical: $0)).isEmpty }
      let named = try snapshot.holder(of: "1000")?.owner?.text
      return opened == listed && named == opened.joined()
        ? opened.joined() : "opened \(opened), listed \(listed), named \(named ?? "nobody")"
    }
  }
}
