import Foundation
import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct CrashImageTests {
  @Test(arguments: [Workload.everything, .repairs])
  func `whatever a crash leaves on the disk holds all that was acknowledged, and nothing half`(
    _ workload: Workload
  ) throws {
    let arena = try Arena()
    let calls = try arena.record(workload, seed: 1)
    var tried = CrashImages(calls, seed: 1)
    tried.judge.isUnderRepair = workload == .repairs
    try tried.run(in: arena, seeded: 20 * Torture.factor)
    print(
      "crash images: \(workload), seed 1, \(calls.count) calls, \(tried.count) images, \(tried.skipped) the same"
    )
    #expect(tried.faults == [])
    #expect(tried.count > 300)
  }
}
