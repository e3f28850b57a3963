import Entstore
import Foundation
import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct LeftoverTests {
  private static let whole = ["s.entstore", "s.entstore-lock"]

  @Test(arguments: [Call.Kind.write, .sync, .name])
  func `what a process leaves that dies while it makes or compacts a store is gone after the next compaction`(
    _ kind: Call.Kind
  ) throws {
    let arena = try Arena()
    let total = try arena.record(.little, seed: 6).count { $0.kind == kind }
    var left = 0
    for call in 1...total {
      try arena.empty()
      try arena.drive(.little, seed: 6, fault: Fault(kind: kind, call: call, action: .kill)).finish()
      if try !Set(arena.names).isSubset(of: Self.whole) { left += 1 }
      let store = try EntitlementStore(path: arena.store, environment: .production)
      _ = try store.compactInPlace()
      #expect(try arena.names == Self.whole, "\(kind) \(call)")
    }
    print("leftovers: after \(left) of \(total) kills at each \(kind)")
    #expect(left > 0)
  }

  @Test func `whatever a process dies over, no file is left with two names`() throws {
    let arena = try Arena()
    let total = try arena.record(.everything, seed: 9).count { $0.kind == .name }
    for call in 1...total {
      try arena.empty()
      try arena.drive(.everything, seed: 9, fault: Fault(kind: .name, call: call, action: .kill)).finish()
      let names = try arena.names
      let numbers = try names.map {
        try FileManager.default.attributesOfItem(atPath: arena.path + "/" + $0)[.systemFileNumber] as? Int
      }
      #expect(Set(numbers).count == numbers.count, "\(call): \(names)")
    }
  }

  @Test(arguments: [Call.Kind.write, .sync, .name])
  func `what a backup through a pipe leaves that dies is gone after the next one`(_ kind: Call.Kind) throws {
    let arena = try Arena()
    try EntitlementStore(path: arena.store, environment: .production).close()
    let words = ["backup", "--store", arena.store, "-"]
    var left = 0
    // Until there are fewer calls than that. The process that checks the copy dies at its own.
    for call in 1... {
      let fault = Fault(kind: kind, call: call, action: .kill)
      if try arena.start("entstore", words, fault: fault).finish() == 0 { break }
      if try arena.names != Self.whole { left += 1 }
      #expect(try arena.start("entstore", words).finish() == 0)
      #expect(try arena.names == Self.whole, "\(kind) \(call)")
    }
    print("leftovers: after \(left) backups that died at a \(kind)")
    #expect(left > 0)
  }

  @Test(arguments: [Call.Kind.write, .sync, .name])
  func `a backup that dies leaves nothing beside a copy that has its name, and else nothing for the next one`(
    _ kind: Call.Kind
  ) throws {
    let arena = try Arena()
    try EntitlementStore(path: arena.store, environment: .production).close()
    let copy = arena.path + "/copy"
    let words = ["backup", "--store", arena.store, copy]
    var (left, named) = (0, 0)
    // Until there are fewer calls than that. The process that checks the copy dies at its own.
    for call in 1... {
      let fault = Fault(kind: kind, call: call, action: .kill)
      if try arena.start("entstore", words, fault: fault).finish() == 0 { break }
      if FileManager.default.fileExists(atPath: copy) {
        named += 1
      } else {
        if try arena.names != Self.whole { left += 1 }
        #expect(try arena.start("entstore", words).finish() == 0)
      }
      #expect(try arena.names == ["copy"] + Self.whole, "\(kind) \(call)")
      try FileManager.default.removeItem(atPath: copy)
    }
    print("leftovers: after \(left) backups that died at a \(kind), and \(named) that had their name")
    #expect(left > 0 && (kind == .write || named > 0))
  }

  @Test func `a copy to elsewhere takes away what was left there, and beside the store, and nothing else`()
    throws
  {
    let arena = try Arena()
    let store = try EntitlementStore(path: arena.store, environment: .production)
    let others = [
      "s.entstore.compact-20260101", "s.entstore.unfinished-notes", "s.entstore.unfinished-",
      "t.unfinished-1", "s.entstore.notes.unfinished-1",
    ]
    let left = [
      "s.entstore.unfinished-17", "s.entstore.unfinished-1f-lock", "copy.unfinished-0",
      "copy.unfinished-0-lock", "s.entstore.before-migration.unfinished-12",
      "s.entstore.backup-7.unfinished-7",
      "s.entstore.backup-7.unfinished-7-lock",
    ]
    for name in others + left { try Data().write(to: URL(fileURLWithPath: arena.path + "/" + name)) }
    // What somebody else has written under such a name.
    let notes = "s.entstore.unfinished-2025"
    try Data("notes".utf8).write(to: URL(fileURLWithPath: arena.path + "/" + notes))
    _ = try store.compact(to: arena.path + "/copy")
    #expect(try arena.names == (others + Self.whole + ["copy", notes]).sorted())
    store.close()
  }

  @Test func `what a living process is writing stays`() throws {
    let arena = try Arena()
    let calls = try arena.record(.little, seed: 7)
    // A write that goes to the copy is the first after the call that made it.
    let made = try #require(calls.lastIndex { $0.kind == .open && $0.name.contains(".unfinished-") })
    let write = calls[...made].count { $0.kind == .write } + 1
    try arena.empty()
    let child = try arena.drive(.little, seed: 7, fault: Fault(kind: .write, call: write, action: .stop))
    #expect(child.waitForStop())
    let names = try arena.names
    #expect(names.count == 3)
    let store = try EntitlementStore(path: arena.store, opening: .existing)
    _ = try store.compact(to: arena.path + "/copy")
    #expect(throws: StoreError.self) { try store.compactInPlace() }
    store.close()
    #expect(try arena.names == (names + ["copy"]).sorted())
    child.goOn()
    let run = try FaultedRun(child, of: .little, in: arena)
    #expect(run.faults == [] && run.failures == 0 && run.isDone)
    #expect(try arena.names == (["copy"] + Self.whole).sorted())
  }
}
