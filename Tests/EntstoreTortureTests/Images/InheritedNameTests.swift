import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct InheritedNameTests {
  /// Whoever made or replaced the file may have died before its name was on the disk; nobody but the next writer can see to it.
  @Test func `what is acknowledged after a kill is there after a crash, wherever the kill was`() throws {
    let arena = try Arena()
    let total = try arena.record(.little, seed: 5).count { $0.kind == .sync }
    var count = 0
    for call in 1...total {
      try arena.empty()
      let fault = Fault(kind: .sync, call: call, action: .kill)
      let killed = try arena.record(arena.drive(.little, seed: 5, fault: fault, isRecorded: true), code: -9)
      let next = try arena.record(.pair, seed: UInt64(100 + call))
      var tried = CrashImages(killed + next, seed: UInt64(call))
      try tried.run(in: Arena(), from: killed.count, seeded: 2 * Torture.factor)
      count += tried.count
      #expect(tried.faults == [], "\(fault)")
    }
    print("crash images: after a kill at each of \(total) syncs, \(count) images")
  }
}
