import Foundation
import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct CrashImageTests {
  /// How often chance decides at each call; the second has five times as many calls.
  private static let seeded: [(workload: Workload, count: Int)] = [
    (.everything, 80), (.repairs, 4), (.erasures, 4),
  ]

  @Test(arguments: seeded.indices)
  func `whatever a crash leaves on the disk holds all that was acknowledged, and nothing half`(
    _ index: Int
  ) throws {
    let (workload, count) = Self.seeded[index]
    let arena = try Arena()
    let calls = try arena.record(workload, seed: 1)
    var tried = CrashImages(calls, seed: 1)
    tried.judge.backupStep = workload.backupStep
    tried.judge.isUnderRepair = workload == .repairs
    try tried.run(in: arena, seeded: count * Torture.factor)
    print(
      "crash images: \(workload), seed 1, \(calls.count) calls, \(tried.count) images, \(tried.skipped) the same"
    )
    #expect(tried.faults == [])
    #expect(tried.count > 300)
  }

  @Test func `a store that relied on less than it does would be found out`() throws {
    let arena = try Arena()
    let calls = try arena.record(.little, seed: 8)
    var nameless = CrashImages(calls.filter { $0.kind != .sync || !$0.isOfFolder }, seed: 8)
    try nameless.run(in: arena, seeded: 0)
    #expect(nameless.faults != [])
    var headless = CrashImages(
      calls.map { call in
        var call = call
        call.isDurable = false
        return call
      }, seed: 8)
    try headless.run(in: arena, seeded: 0)
    #expect(headless.faults != [])
    var whole = CrashImages(calls, seed: 8)
    try whole.run(in: arena, seeded: 0)
    #expect(whole.faults == [])
  }
}
