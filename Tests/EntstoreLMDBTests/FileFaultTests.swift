import EntstoreLMDB
import Foundation
import Testing

struct FileFaultTests {
  let scratch = Scratch()

  private func error(_ access: LMDBEnvironment.Access, at path: String) -> LMDBError? {
    #expect(throws: LMDBError.self) { try LMDBEnvironment.opened(path, access) }
  }

  private func write(_ bytes: Data) throws {
    try bytes.write(to: URL(filePath: scratch.path))
  }

  /// A closed store with pages to lose, none of them free.
  private func makeStore() throws -> Data {
    let store = try LMDBEnvironment.opened(scratch["loose"])
    for index in 0..<50 { try store.put("key \(index)", String(repeating: "v", count: 900)) }
    try store.copyCompacted(to: scratch.path)
    return try Data(contentsOf: URL(filePath: scratch.path))
  }

  @Test func `a missing file is named, and made only if asked for`() throws {
    #expect(error(.existing, at: scratch.path) == .notFoundFile(path: scratch.path))
    #expect(error(.readOnly, at: scratch.path) == .notFoundFile(path: scratch.path))
    #expect(error(.create, at: scratch["no/folder"]) == .notFoundFile(path: scratch["no/folder"]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder).isEmpty)
    _ = try LMDBEnvironment.opened(scratch.path)
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test(arguments: [LMDBEnvironment.Access.create, .existing, .readOnly])
  func `a folder is not a file`(access: LMDBEnvironment.Access) {
    #expect(error(access, at: scratch.folder) == .isDirectory(path: scratch.folder))
  }

  @Test(arguments: [1, 100, 4096, 100_000])
  func `another kind of file is no store and is left as it is`(byteCount: Int) throws {
    let bytes = Data(repeating: 0x41, count: byteCount)
    try write(bytes)
    #expect(error(.create, at: scratch.path) == .notAStore(path: scratch.path))
    #expect(error(.readOnly, at: scratch.path) == .notAStore(path: scratch.path))
    #expect(try Data(contentsOf: URL(filePath: scratch.path)) == bytes)
    #expect(!FileManager.default.fileExists(atPath: scratch["a.entstore-lock"]))
  }

  @Test func `an empty file is a new one if asked for, else no store`() throws {
    try write(Data())
    #expect(error(.existing, at: scratch.path) == .notAStore(path: scratch.path))
    #expect(error(.readOnly, at: scratch.path) == .notAStore(path: scratch.path))
    try LMDBEnvironment.opened(scratch.path).put("a", "1")
  }

  @Test func `a pipe is looked at and not waited for`() {
    #expect(unsafe mkfifo(scratch.path, 0o600) == 0)
    #expect(error(.readOnly, at: scratch.path) == .notAStore(path: scratch.path))
  }

  @Test func `a file of another format version is named as such`() throws {
    var bytes = try makeStore()
    for header in [0, 4_096] { bytes[header + 20] = 2 }
    try write(bytes)
    #expect(error(.existing, at: scratch.path) == .versionMismatch(path: scratch.path))
  }

  @Test func `a file with one header that is not readable is damaged, and one without any too`() throws {
    let bytes = try makeStore()
    for headers in [[0], [4_096], [0, 4_096]] {
      var damaged = bytes
      for header in headers { damaged.replaceSubrange(header..<header + 200, with: Data(count: 200)) }
      try write(damaged)
      for access in [LMDBEnvironment.Access.create, .existing, .readOnly] {
        guard case .damaged(scratch.path, nil, _) = error(access, at: scratch.path) else {
          Issue.record("another error")
          return
        }
      }
      #expect(try Data(contentsOf: URL(filePath: scratch.path)) == damaged)
    }
  }

  @Test func `a lock file that is none is named, and not the store`() throws {
    _ = try makeStore()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "-lock", withIntermediateDirectories: false)
    for access in [LMDBEnvironment.Access.create, .existing, .readOnly] {
      #expect(error(access, at: scratch.path) == .lockFile(path: scratch.path, code: EISDIR))
    }
  }

  @Test func `a file that has lost any number of pages is refused`() throws {
    let bytes = try makeStore()
    let expected = bytes.count
    for count in stride(from: 8192, to: expected, by: 4096) {
      try write(bytes.prefix(count))
      #expect(
        error(.existing, at: scratch.path)
          == .truncated(path: scratch.path, expectedBytes: expected, actualBytes: count))
    }
    try write(bytes.prefix(expected - 1))
    #expect(
      error(.readOnly, at: scratch.path)
        == .truncated(path: scratch.path, expectedBytes: expected, actualBytes: expected - 1))
    try write(bytes)
    #expect(try LMDBEnvironment.opened(scratch.path, .existing).value("key 7")?.count == 900)
  }

  @Test func `a file that ends within its headers is refused`() throws {
    let bytes = try makeStore()
    try write(bytes.prefix(5000))
    // The second one is there as far as it says anything.
    #expect(
      error(.existing, at: scratch.path)
        == .truncated(path: scratch.path, expectedBytes: bytes.count, actualBytes: 5000))
    try write(bytes.prefix(4200))
    #expect(
      error(.existing, at: scratch.path)
        == .truncated(path: scratch.path, expectedBytes: 8192, actualBytes: 4200))
  }

  @Test func `a missing table is named`() throws {
    _ = try makeStore()
    let error = #expect(throws: LMDBError.self) {
      try LMDBEnvironment.opened(scratch.path, .existing, tables: ["one", "three"])
    }
    #expect(error == .missingTable(path: scratch.path, table: "three", hasOthers: true))
    #expect(try LMDBEnvironment.opened(scratch.path, .existing).value("key 7") != nil)
  }

  @Test func `network file systems have names, local ones have none`() {
    #expect(NetworkFileSystem.kind(magic: 0x6969) == "NFS")
    #expect(NetworkFileSystem.kind(magic: 0xFF53_4D42) == "CIFS")
    #expect(NetworkFileSystem.kind(magic: 0x0102_1997) == "9P")
    #expect(NetworkFileSystem.kind(magic: 0xEF53) == nil)
    #expect(NetworkFileSystem.kind(magic: 0x6573_5546) == nil)
  }

  // Without a lock a reader is unseen, and whoever may write would reuse the pages that it is reading.
  @Test func `in a folder where only this process may not make the lock file, reading is denied too`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      try store.put("a", "1")
      store.close()
      try FileManager.default.removeItem(atPath: scratch["a.entstore-lock"])
      unsafe chmod(scratch.path, 0o444)
      unsafe chmod(scratch.folder, 0o555)
      if geteuid() == 0 { seteuid(65534) }
      for access in [LMDBEnvironment.Access.readOnly, .existing] {
        #expect(throws: LMDBError.permission(path: scratch.path)) {
          try LMDBEnvironment.opened(scratch.path, access)
        }
      }
      if getuid() == 0 { seteuid(0) }
      unsafe chmod(scratch.folder, 0o755)
    }
  }

  @Test func `a lock file that is there but denied is not gone around`() async {
    await #expect(processExitsWith: .success) {
      let scratch = Scratch()
      let store = try LMDBEnvironment.opened(scratch.path)
      store.close()
      unsafe chmod(scratch.path, 0o444)
      unsafe chmod(scratch["a.entstore-lock"], 0o400)
      if geteuid() == 0 { seteuid(65534) }
      #expect(throws: LMDBError.permission(path: scratch.path)) {
        try LMDBEnvironment.opened(scratch.path, .readOnly)
      }
      if getuid() == 0 { seteuid(0) }
    }
  }
}
