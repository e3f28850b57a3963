import EntstoreLMDB
import Foundation
import Testing

struct CopyTests {
  let scratch = Scratch()

  private func filled() throws -> LMDBEnvironment {
    let store = try LMDBEnvironment.opened(scratch.path)
    for index in 0..<40 { try store.put("key \(index)", String(repeating: "v", count: index * 100)) }
    for index in 0..<20 { try store.write { _ = try $0.delete("key \(index)".bytes, in: store.one) } }
    return store
  }

  @Test func `a compacted copy holds the same and is not larger`() throws {
    let store = try filled()
    try store.copyCompacted(to: scratch["copy"])
    let copy = try LMDBEnvironment.opened(scratch["copy"], .existing)
    #expect(try copy.contents(of: copy.one) == store.contents(of: store.one))
    #expect(copy.info.fileBytes <= store.info.fileBytes)
    let mode = try FileManager.default.attributesOfItem(atPath: scratch["copy"])[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a copy of an empty store is a store`() throws {
    let store = try LMDBEnvironment.opened(scratch.path, tables: [])
    try store.copyCompacted(to: scratch["copy"])
    try LMDBEnvironment.opened(scratch["copy"]).put("a", "1")
  }

  @Test func `a copy overwrites nothing`() throws {
    let store = try filled()
    try Data("mine".utf8).write(to: URL(filePath: scratch["copy"]))
    #expect(throws: LMDBError.alreadyExists(path: scratch["copy"])) {
      try store.copyCompacted(to: scratch["copy"])
    }
    #expect(try Data(contentsOf: URL(filePath: scratch["copy"])) == Data("mine".utf8))
  }

  @Test func `a copy that may not get as large leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      let big = [UInt8](repeating: 1, count: 4 << 20)
      try store.write { try $0.put("b".bytes, big, in: store.one) }
      limitFileSize(to: 1 << 20)
      let error = #expect(throws: LMDBError.self) { try store.copyCompacted(to: scratch["copy"]) }
      #expect(error?.code == EFBIG && error?.description.hasPrefix(scratch["copy"] + " may not") == true)
      #expect(!FileManager.default.fileExists(atPath: scratch["copy"]))
    }
  }
}

struct ReplaceTests {
  let scratch = Scratch()

  /// A store with "a=old", and a file "new" with "a=new".
  private func prepared() throws -> LMDBEnvironment {
    let new = try LMDBEnvironment.opened(scratch["new"])
    try new.put("a", "new")
    new.close()
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.put("a", "old")
    return store
  }

  @Test func `the file is replaced, and the environment closed`() throws {
    let store = try prepared()
    try store.replaceFile(with: scratch["new"])
    #expect(throws: LMDBError.closed(path: scratch.path)) { try store.value("a") }
    #expect(!FileManager.default.fileExists(atPath: scratch["new"]))
    let reopened = try LMDBEnvironment.opened(scratch.path, .existing)
    #expect(try reopened.value("a") == "new")
    try reopened.put("a", "newer")
    #expect(try reopened.value("a") == "newer")
  }

  @Test func `a file that another descriptor has locked is busy, and stays open`() throws {
    let store = try prepared()
    let other = unsafe open(scratch.path, O_RDONLY | O_CLOEXEC)
    #expect(flock(other, LOCK_SH) == 0)
    #expect(throws: LMDBError.busy(path: scratch.path)) { try store.replaceFile(with: scratch["new"]) }
    #expect(try store.value("a") == "old")
    // The refused attempt has not cost the store its own lock.
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
    // Closing alone would leave the lock to any process that another test is starting at this moment.
    #expect(flock(other, LOCK_UN) == 0)
    close(other)
    try store.replaceFile(with: scratch["new"])
  }

  @Test func `a closed environment leaves no lock on its file`() throws {
    let store = try prepared()
    let other = unsafe open(scratch.path, O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
    store.close()
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }

  @Test func `a file with a second handle, or a replacement that is open, is busy`() throws {
    let store = try prepared()
    let second = try LMDBEnvironment.opened(scratch.path)
    #expect(throws: LMDBError.busy(path: scratch.path)) { try store.replaceFile(with: scratch["new"]) }
    second.close()
    let new = try LMDBEnvironment.opened(scratch["new"])
    #expect(throws: LMDBError.busy(path: scratch["new"])) { try store.replaceFile(with: scratch["new"]) }
    new.close()
    try store.replaceFile(with: scratch["new"])
  }

  @Test func `only a whole store takes another's place`() throws {
    let store = try prepared()
    try Data(repeating: 1, count: 9000).write(to: URL(filePath: scratch["bad"]))
    #expect(throws: LMDBError.notAStore(path: scratch["bad"])) { try store.replaceFile(with: scratch["bad"]) }
    #expect(throws: LMDBError.notFoundFile(path: scratch["no"])) {
      try store.replaceFile(with: scratch["no"])
    }
    #expect(try store.value("a") == "old")
  }
}
