import Entstore
import Foundation
import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct KillTests {
  private static let rounds: [(workload: Workload, count: Int)] = [
    (.appends, 60), (.compactions, 30), (.repairs, 30), (.growth, 20), (.backups, 30), (.erasures, 30),
  ]

  /// By the number of acknowledgements and not by the clock: each round is killed on its way from one to the next.
  @Test(arguments: rounds.indices)
  func `what a killed process had acknowledged is there, round after round on one store`(_ index: Int) throws
  {
    let (workload, count) = Self.rounds[index]
    var acknowledged = 0
    // One store for all rounds would be verified at a greater length each time.
    for store in 0..<Torture.factor {
      var numbers = SeededNumbers(seed: UInt64(index + 100 * store))
      acknowledged += try killRounds(workload, count, from: index * 10_000 + store * count, &numbers)
    }
    print(
      "kills: \(workload), seed \(index), \(count * Torture.factor) rounds, \(acknowledged) acknowledgements")
  }

  /// - Returns: How many acknowledgements there were.
  private func killRounds(
    _ workload: Workload, _ count: Int, from first: Int, _ numbers: inout SeededNumbers
  ) throws -> Int {
    let arena = try Arena()
    var acknowledged = 0
    var start: UInt64 = 0
    for round in first + 1...first + count {
      var judge = Judge()
      judge.isUnderRepair = workload == .repairs
      judge.start = start
      // Every other round somebody reads all the while, and goes on reading what was there.
      if round % 2 == 0, workload != .compactions {
        let store = try EntitlementStore(path: arena.store, opening: .existing)
        try store.read { snapshot in
          let before = try snapshot.eventCount()
          try kill(workload, UInt64(round), in: arena, &numbers, &judge)
          #expect(try snapshot.eventCount() == before)
          #expect(try snapshot.event(before) != nil)
        }
        store.close()
      } else {
        try kill(workload, UInt64(round), in: arena, &numbers, &judge)
      }
      acknowledged += judge.heard
      #expect(judge.faults(of: arena.store) == [], "round \(round)")
      // The judge has written an event of its own, the first time.
      start = try LogLinks(arena.store).head().sequence
    }
    return acknowledged
  }

  private func kill(
    _ workload: Workload, _ seed: UInt64, in arena: Arena, _ numbers: inout SeededNumbers,
    _ judge: inout Judge
  ) throws {
    let child = try arena.drive(workload, seed: seed)
    for _ in 0..<Int.random(in: 1...25, using: &numbers) {
      guard let line = child.line() else { break }
      judge.hear(line)
    }
    child.kill()
    for line in child.lines() { judge.hear(line) }
    judge.beyond = workload.lengths(beyond: judge.acknowledged)
  }

  /// Exactly where each call would be made, one round for each.
  @Test(arguments: [Call.Kind.write, .sync, .truncate, .name, .open])
  func `a process that dies at any one call has lost nothing`(_ kind: Call.Kind) throws {
    let arena = try Arena()
    let total = try arena.record(.little, seed: 4).count { $0.kind == kind }
    for call in 1...total {
      try arena.empty()
      let child = try arena.drive(.little, seed: 4, fault: Fault(kind: kind, call: call, action: .kill))
      var judge = Judge()
      for line in child.lines() { judge.hear(line) }
      #expect(child.finish() == -SIGKILL)
      judge.beyond = Workload.little.lengths(beyond: judge.acknowledged)
      #expect(judge.faults(of: arena.store) == [], "\(kind) \(call)")
    }
    print("kills: at each \(kind) of \(total)")
  }
}
