import Foundation
import Testing
import TortureSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct FaultTests {
  /// What each kind of call is made to do.
  private static let actions: [(kind: Call.Kind, action: Fault.Action)] = [
    (.write, .error(EIO)), (.write, .error(ENOSPC)), (.write, .error(EINTR)), (.write, .late),
    (.write, .short),
    (.sync, .error(EIO)), (.sync, .error(ENOSPC)), (.sync, .error(EINTR)), (.sync, .late),
    (.truncate, .error(EIO)), (.truncate, .error(ENOSPC)), (.map, .error(ENOMEM)),
    (.open, .error(EIO)), (.open, .error(EMFILE)), (.name, .error(EIO)), (.name, .error(ENOSPC)),
    (.name, .late),
  ]

  @Test(arguments: actions.indices)
  func `a call that fails costs at most a typed error; what was acknowledged stays, and the next step works`(
    _ index: Int
  ) throws {
    let (kind, action) = Self.actions[index]
    let arena = try Arena()
    let total = try arena.record(.everything, seed: 2).count { $0.kind == kind }
    var failures = 0
    for call in 1...total {
      try arena.empty()
      let fault = Fault(kind: kind, call: call, action: action)
      let run = try FaultedRun(arena.drive(.everything, seed: 2, fault: fault), of: .everything, in: arena)
      failures += run.failures
      #expect(run.faults == [], "\(fault)")
      #expect(run.isDone, "\(fault): the last step was not acknowledged")
    }
    print("faults: \(kind) \(action), \(total) calls, \(failures) steps failed")
    // An interrupted call is made again, and a file that is not taken away costs nothing.
    #expect(failures > 0 || [.error(EINTR), .late].contains(action) || kind == .name)
  }

  @Test func `a disk that stays full for a while refuses steps and loses nothing`() throws {
    let arena = try Arena()
    let total = try arena.record(.little, seed: 2).count { $0.kind == .write }
    var failures = 0
    for call in 1...total {
      try arena.empty()
      let fault = Fault(kind: .write, call: call, count: 6, action: .error(ENOSPC))
      let run = try FaultedRun(arena.drive(.little, seed: 2, fault: fault), of: .little, in: arena)
      failures += run.failures
      #expect(run.faults == [], "\(fault)")
    }
    print("faults: write \(ENOSPC) for 6 calls, \(total) calls, \(failures) steps failed")
    #expect(failures > total / 2)
  }
}

/// What a driver said of a run with a fault in it, and what it has left.
struct FaultedRun {
  private(set) var faults: [String] = []
  private(set) var failures = 0
  /// Whether the last step was acknowledged, or the fault was met there.
  private(set) var isDone = false

  init(_ child: Child, of workload: Workload, in arena: Arena) throws {
    var judge = Judge()
    var failed: Int?
    for line in child.lines() {
      judge.hear(line)
      let word = line.prefix { $0 != " " }
      switch word {
      case "ack": break
      case "failed":
        failures += 1
        failed = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      case "read":
        // Whatever failed has written nothing, and reading goes on.
        let expected = judge.acknowledged?.sequence ?? 0
        if line != "read \(expected)" { faults.append("\(line) after \(expected) were acknowledged") }
      default: faults.append(line)
      }
    }
    let code = child.finish()
    if code != 0 { faults.append("the driver ended with \(code)") }
    let last = judge.acknowledged?.step
    isDone = last == workload.lastStep || failed == workload.lastStep
    judge.beyond = last == workload.lastStep ? [0] : workload.lengths(beyond: judge.acknowledged)
    faults += judge.faults(of: arena.store)
  }
}
