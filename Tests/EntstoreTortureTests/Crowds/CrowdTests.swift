import Entstore
import EntstoreLMDB
import Foundation
import Testing
import TortureSupport

/// Several processes at one store, with nothing in front of the system's calls.
struct CrowdTests {
  @Test(arguments: [false, true])
  func
    `two processes write and four read, opening and closing or not: nothing is lost, and each snapshot is of one commit`(
      isReopening: Bool
    ) throws
  {
    let crowd = try CrowdedStore()
    let pairs = (isReopening ? 60 : 250) * Torture.factor
    let how = isReopening ? ["reopening"] : []
    let readers = try (0..<4).map { _ in try crowd.join("read", ["\(4 * pairs)"] + how) }
    try crowd.write(pairs, by: 0..<2, how)
    #expect(crowd.acknowledged == 2 * pairs)
    var snapshots = 0
    for reader in readers {
      let lines = reader.lines()
      #expect(reader.finish() == 0)
      let count = lines.last?.split(separator: " ").last.flatMap { Int($0) }
      #expect(lines.count == 1 && count != nil, "\(lines)")
      snapshots += count ?? 0
    }
    #expect(try crowd.faults() == [])
    print(
      "crowd: \(isReopening ? "reopening, " : "")\(crowd.acknowledged) acknowledged, \(snapshots) snapshots")
  }

  @Test func `a suspended reader keeps its snapshot and its pages, is told of by name, and holds nobody up`()
    throws
  {
    let crowd = try CrowdedStore()
    let store = try crowd.opened()
    let pairs = 60 * Torture.factor
    try crowd.write(pairs, by: 0..<1)
    let reader = try crowd.join("hold")
    let before = try #require(reader.line())
    #expect(reader.waitForStop())

    let during = try crowd.growth { try crowd.write(pairs, by: 1..<3) }
    let found = try #require(try store.readers().first { $0.processID == reader.pid })
    #expect(found.commitsBehind == 2 * pairs && found.pinnedBytes > 0 && found.own == nil)
    let doctor = try crowd.arena.start("entstore", ["doctor", "--json", "--store", crowd.arena.store])
    #expect(doctor.lines().joined().contains(#""process": \#(reader.pid)"#))
    _ = try store.compact(to: crowd.arena.path + "/copy")
    #expect(throws: StoreError.self) { try store.compactInPlace() }
    let copy = try EntitlementStore(path: crowd.arena.path + "/copy", opening: .readOnly)
    #expect(try copy.verify().faults == [] && copy.counts().events == store.counts().events)
    #expect(try store.verify().faults == [])

    reader.goOn()
    #expect(reader.lines() == [before])
    #expect(reader.finish() == 0)
    #expect(try store.readers().isEmpty)
    let after = try crowd.growth { try crowd.write(pairs, by: 3..<5) }
    #expect(during > 2 * after, "what was given up is used again: \(during) and \(after) bytes")
    #expect(try crowd.faults() == [])
  }

  @Test
  func `a suspended writer holds up no reader, and when it is killed the next writer goes on without it`()
    throws
  {
    let crowd = try CrowdedStore()
    let store = try crowd.opened()
    for round in 0..<5 * Torture.factor {
      try crowd.write(3, by: round..<round + 1)
      let count = try store.counts().events
      let writer = try crowd.join("pause")
      #expect(writer.line() == "writing")
      #expect(writer.waitForStop())
      #expect(try store.read { try Crowd.faults(of: $0) } == [])
      let reader = try crowd.join("read", ["\(count)"])
      #expect(reader.lines() == ["read 1"])
      let doctor = try crowd.arena.start("entstore", ["doctor", "--store", crowd.arena.store]).lines()
      #expect(
        doctor.contains(
          "warning  writer       process \(writer.pid) (entstore-tortur) is stopped inside a write"),
        "\(doctor)")
      writer.kill()
      #expect(try store.counts().events == count)
    }
    #expect(try crowd.faults() == [])
  }

  @Test func `slots of killed readers are used again, by those who come and by those who are there`() throws {
    let crowd = try CrowdedStore()
    // The lock file's length is the number of slots; whoever makes it decides.
    let (slots, killed) = (12, 8)
    try FileManager.default.removeItem(atPath: crowd.arena.store + "-lock")
    func joined() throws -> LMDBEnvironment {
      try LMDBEnvironment(
        path: crowd.arena.store, tables: [], options: .init(access: .existing, maximumReaders: slots))
    }
    let first = try joined()
    // As long as somebody has the file open, nobody begins a new table of readers.
    let anchor = try crowd.join("hold")
    #expect(anchor.line() != nil && anchor.waitForStop())
    first.close()
    let rounds = 5 * Torture.factor
    for round in 0..<rounds {
      let engine = try joined()
      let readers = try (0..<killed).map { _ in try crowd.join("hold") }
      for reader in readers { #expect(reader.line() != nil && reader.waitForStop()) }
      for reader in readers { reader.kill() }
      if round % 2 == 0 {
        #expect(engine.readers().count > killed)
        try engine.nest(slots - 1)
        #expect(engine.info.maximumReaders == slots && engine.readers().count == slots)
      }
      engine.close()
      try crowd.write(2, by: round..<round + 1)
    }
    anchor.goOn()
    #expect(anchor.finish() == 0)
    #expect(try crowd.faults() == [])
    print("crowd: \(rounds * killed) readers killed, \(slots) slots")
  }
}

extension LMDBEnvironment {
  /// Reads inside of reads, so many at once.
  fileprivate func nest(_ depth: Int) throws {
    if depth > 0 { try read { _ in try nest(depth - 1) } }
  }
}
