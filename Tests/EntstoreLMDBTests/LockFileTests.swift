import EntstoreLMDB
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// LMDB writes over whatever has the name of its lock file, once nobody else uses that.
struct LockFileTests {
  let scratch = Scratch()

  private func makeStore(_ name: String) throws {
    let store = try LMDBEnvironment.opened(scratch[name])
    try store.put("a", "1")
    store.close()
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: scratch[name]))
  }

  private func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(filePath: scratch[name]))
  }

  /// What is no lock file: text, noise, a store, and one that has lost its first header.
  private func others() throws -> [Data] {
    try makeStore("other")
    let store = try bytes("other")
    return [
      Data("x".utf8), Data("my notes\n".utf8), Data(repeating: 0x41, count: 100_000), store,
      Data(count: 4_096) + store[4_096...],
    ]
  }

  @Test func `a file that somebody keeps locked is in use, and nobody waits for it for ever`() throws {
    try makeStore("a.entstore")
    let file = unsafe open(scratch.path, O_RDONLY)
    defer { close(file) }
    try #require(flock(file, LOCK_EX) == 0)
    var options = LMDBEnvironment.Options(access: .existing)
    options.patience = .milliseconds(2)
    #expect(throws: LMDBError.busy(path: scratch.path)) {
      try LMDBEnvironment(path: scratch.path, tables: [], options: options)
    }
    try #require(flock(file, LOCK_UN) == 0)
    try LMDBEnvironment(path: scratch.path, tables: [], options: options).close()
  }

  @Test func `what has the name of the lock file and is none is left as it is, and named`() throws {
    try makeStore("a.entstore")
    let store = try bytes("a.entstore")
    for other in try others() {
      try write(other, to: "a.entstore-lock")
      for access in [LMDBEnvironment.Access.create, .existing, .readOnly] {
        let error = #expect(throws: LMDBError.self) { try LMDBEnvironment.opened(scratch.path, access) }
        #expect(error == .lockFile(path: scratch.path, code: EEXIST))
        #expect("\(try #require(error))".hasPrefix(scratch.path + "-lock, "))
        #expect(try bytes("a.entstore-lock") == other)
        #expect(try bytes("a.entstore") == store)
      }
    }
  }

  @Test func `what a symbolic link of that name leads to is left as it is too`() throws {
    try makeStore("a.entstore")
    try FileManager.default.removeItem(atPath: scratch["a.entstore-lock"])
    try write(Data("my notes\n".utf8), to: "notes")
    #expect(unsafe symlink(scratch["notes"], scratch["a.entstore-lock"]) == 0)
    #expect(throws: LMDBError.lockFile(path: scratch.path, code: EEXIST)) {
      try LMDBEnvironment.opened(scratch.path, .existing)
    }
    #expect(try bytes("notes") == Data("my notes\n".utf8))
  }

  @Test func `what has the name of the lock file and is no file is named as what it is, and stays`() throws {
    try makeStore("a.entstore")
    let lock = scratch["a.entstore-lock"]
    var kinds: [(String, () -> Int32)] = [
      ("a folder", { unsafe mkdir(lock, 0o700) }), ("a pipe", { unsafe mkfifo(lock, 0o600) }),
      ("a device", { unsafe symlink("/dev/null", lock) }),
    ]
    #if os(Linux)
      kinds.append(("a socket", { unsafe mknod(lock, S_IFSOCK | 0o600, 0) }))
    #endif
    for (name, make) in kinds {
      try FileManager.default.removeItem(atPath: lock)
      #expect(make() == 0)
      for access in [LMDBEnvironment.Access.create, .existing, .readOnly] {
        let error = #expect(throws: LMDBError.self) { try LMDBEnvironment.opened(scratch.path, access) }
        #expect(
          "\(try #require(error))"
            == "\(lock), which would be the lock file of \(scratch.path), is \(name) and was left as it is. "
            + "Move it away, or give the store another name.")
      }
      #expect(FileManager.default.fileExists(atPath: lock))
    }
  }

  @Test func `a store that is open here is no lock file of another, and goes on`() throws {
    let store = try LMDBEnvironment.opened(scratch["a.entstore-lock"])
    try store.put("a", "1")
    #expect(throws: LMDBError.lockFile(path: scratch.path, code: EEXIST)) {
      try LMDBEnvironment.opened(scratch.path)
    }
    try store.put("a", "2")
    #expect(try store.value("a") == "2")
  }

  @Test func `the lock file of a store that is open here is not another's, and keeps its locks`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      try LMDBEnvironment.opened(scratch["b"]).close()
      try FileManager.default.removeItem(atPath: scratch["b-lock"])
      let store = try LMDBEnvironment.opened(scratch.path)
      try store.put("a", "1")
      unsafe symlink(scratch.path + "-lock", scratch["b-lock"])
      #expect(throws: LMDBError.replacedWhileOpening(path: scratch["b"])) {
        try LMDBEnvironment.opened(scratch["b"], .existing)
      }
      try store.put("a", "2")
      #expect(try store.value("a") == "2")
    }
  }

  @Test func `a copy is not given a name under which it could not be opened`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try write(Data("my notes\n".utf8), to: "copy-lock")
    #expect(throws: LMDBError.lockFile(path: scratch["copy"], code: EEXIST)) {
      try store.copyCompacted(to: scratch["copy"])
    }
    #expect(!FileManager.default.fileExists(atPath: scratch["copy"]))
    #expect(try bytes("copy-lock") == Data("my notes\n".utf8))
  }

  @Test func `what has the name of an unfinished file's lock file and is none stays`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let names = ["copy.unfinished-0-lock", "copy.unfinished-\(getpid())-lock"]
    for name in names { try write(Data("my notes\n".utf8), to: name) }
    try store.copyCompacted(to: scratch["copy"])
    for name in names { #expect(try bytes(name) == Data("my notes\n".utf8)) }
  }

  @Test func `an empty file beside a lock file that was used is a store that is lost, and not begun anew`()
    throws
  {
    try makeStore("a.entstore")
    let lock = try bytes("a.entstore-lock")
    try write(Data(), to: "a.entstore")
    for access in [LMDBEnvironment.Access.create, .existing, .readOnly] {
      #expect(throws: LMDBError.notAStore(path: scratch.path)) {
        try LMDBEnvironment.opened(scratch.path, access)
      }
    }
    #expect(try bytes("a.entstore").isEmpty && bytes("a.entstore-lock") == lock)
    try write(Data(), to: "a.entstore-lock")
    try LMDBEnvironment.opened(scratch.path).put("a", "2")
  }

  @Test func `an empty file that somebody has open is busy, and not begun anew`() throws {
    try makeStore("a.entstore")
    try write(Data(), to: "a.entstore")
    let other = unsafe open(scratch.path, O_RDONLY | O_CLOEXEC)
    #expect(flock(other, LOCK_SH) == 0)
    #expect(throws: LMDBError.busy(path: scratch.path)) { try LMDBEnvironment.opened(scratch.path) }
    #expect(flock(other, LOCK_UN) == 0)
    close(other)
    #expect(try bytes("a.entstore").isEmpty)
  }

  /// What a process, or the machine, that ended between LMDB's first steps leaves: the mutexes are made before the file is signed.
  @Test func `a lock file that was only begun is gone on with`() throws {
    try makeStore("a.entstore")
    let whole = try bytes("a.entstore-lock")
    let begun = [
      Data(), Data(count: whole.count), Data(count: 8) + whole[8..<128] + Data(count: whole.count - 128),
      whole, whole.prefix(4_096),
    ]
    for (number, lock) in begun.enumerated() {
      try write(lock, to: "a.entstore-lock")
      let store = try LMDBEnvironment.opened(scratch.path, number % 2 == 0 ? .existing : .readOnly)
      #expect(try store.value("a") == "1")
      store.close()
    }
  }
}
