import EntstoreLMDB
import Foundation
import Testing

struct SharingTests {
  let scratch = Scratch()

  @Test func `a second open of the same path shares the environment`() throws {
    let first = try LMDBEnvironment.opened(scratch.path)
    let second = try LMDBEnvironment.opened(scratch.path, .existing)
    try first.put("a", "1")
    #expect(try second.value("a") == "1")
    first.close()
    #expect(try second.value("a") == "1")
    #expect(throws: LMDBError.closed(path: second.info.path)) { try first.value("a") }
  }

  @Test func `a symbolic link leads to the same environment and the same lock file`() throws {
    let first = try LMDBEnvironment.opened(scratch.path)
    try FileManager.default.createSymbolicLink(
      atPath: scratch["link"], withDestinationPath: scratch.path)
    let second = try LMDBEnvironment.opened(scratch["link"])
    try second.put("a", "1")
    #expect(try first.value("a") == "1")
    #expect(first.info.path == second.info.path)
    first.close()
    second.close()
    let third = try LMDBEnvironment.opened(scratch["link"], .existing)
    #expect(try third.value("a") == "1")
    #expect(!FileManager.default.fileExists(atPath: scratch["link-lock"]))
  }

  @Test func `a hard link leads to the same environment`() throws {
    let first = try LMDBEnvironment.opened(scratch.path)
    try FileManager.default.linkItem(atPath: scratch.path, toPath: scratch["hard"])
    let second = try LMDBEnvironment.opened(scratch["hard"])
    try second.put("a", "1")
    #expect(try first.value("a") == "1")
    #expect(!FileManager.default.fileExists(atPath: scratch["hard-lock"]))
  }

  @Test func `a second open can bring tables of its own`() throws {
    let first = try LMDBEnvironment.opened(scratch.path, tables: ["one"])
    try first.put("a", "1")
    let second = try LMDBEnvironment.opened(scratch.path, tables: ["one", "three"])
    try second.write { try $0.put("b".bytes, [], in: second.table("three")) }
    #expect(try second.read { try $0.count(of: second.table("three")) } == 1)
    #expect(try first.value("a") == "1")
    #expect(first.table("one") == second.table("one"))
  }

  @Test func `reading only shares with writing, and stays without it`() throws {
    let writing = try LMDBEnvironment.opened(scratch.path)
    let reading = try LMDBEnvironment.opened(scratch.path, .readOnly)
    try writing.put("a", "1")
    #expect(try reading.value("a") == "1")
    #expect(throws: LMDBError.openedReadOnly(path: writing.info.path)) { try reading.put("a", "2") }
  }

  @Test func `writing where the process reads only is refused`() throws {
    try LMDBEnvironment.opened(scratch.path).close()
    let reading = try LMDBEnvironment.opened(scratch.path, .readOnly)
    #expect(throws: LMDBError.openedReadOnly(path: reading.info.path)) {
      try LMDBEnvironment.opened(scratch.path)
    }
    reading.close()
    try LMDBEnvironment.opened(scratch.path).put("a", "1")
  }

  @Test func `a new file under the path of an open one is refused`() throws {
    let old = try LMDBEnvironment.opened(scratch.path)
    try FileManager.default.removeItem(atPath: scratch.path)
    #expect(throws: LMDBError.replacedWhileOpening(path: scratch.path)) {
      try LMDBEnvironment.opened(scratch.path)
    }
    old.close()
    try FileManager.default.removeItem(atPath: scratch.path)
    try LMDBEnvironment.opened(scratch.path).put("a", "1")
  }

  @Test func `closing and opening on many threads never meet`() async throws {
    let path = scratch.path
    try await withThrowingTaskGroup { group in
      for index in 0..<8 {
        group.addTask {
          for step in 0..<25 {
            let store = try LMDBEnvironment.opened(path)
            try store.put("\(index)", "\(step)")
            #expect(try store.value("\(index)") == "\(step)")
            store.close()
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try LMDBEnvironment.opened(path, .existing)
    #expect(try store.contents(of: store.one).count == 8)
  }
}
