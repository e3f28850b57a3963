import Entstore
import EntstoreCodec
import Foundation
import Synchronization
import Testing

/// What a thread has opened.
private final class Made: Sendable {
  private let store = Mutex<Result<EntitlementStore, any Error>?>(nil)

  func put(_ result: Result<EntitlementStore, any Error>) { store.withLock { $0 = result } }
  var result: Result<EntitlementStore, any Error>? { store.withLock { $0 } }
}

struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened(
    _ path: String, _ environment: StoreEnvironment? = nil, _ opening: EntitlementStore.Opening = .create
  ) throws -> EntitlementStore {
    try EntitlementStore(path: path, environment: environment, opening: opening, clock: { day(1) })
  }

  @Test(arguments: [EntitlementStore.Opening.create, .existing, .readOnly])
  func `a folder is no store`(_ opening: EntitlementStore.Opening) throws {
    guard case .notAStore(folder.path, _) = try storeError({ _ = try opened(folder.path, nil, opening) })
    else {
      Issue.record("another error")
      return
    }
  }

  @Test(arguments: [EntitlementStore.Opening.existing, .readOnly])
  func `a store that is not there is not found, and not made`(_ opening: EntitlementStore.Opening) throws {
    let path = folder.file("none.entstore")
    guard case .notFound(path) = try storeError({ _ = try opened(path, nil, opening) }) else {
      Issue.record("another error")
      return
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a store in a folder that is not there names the folder`() throws {
    let path = folder.file("none/a.entstore")
    guard case .folderNotFound(path) = try storeError({ _ = try opened(path) }) else {
      Issue.record("another error")
      return
    }
  }

  @Test(
    arguments: ["hello\n", String(repeating: "no store at all. ", count: 2_000), "{\"signedPayload\":\"\"}"],
    [EntitlementStore.Opening.create, .existing, .readOnly])
  func `a text file is no store, and stays as it is`(_ text: String, _ opening: EntitlementStore.Opening)
    throws
  {
    let path = try folder.write(text, to: "a.txt")
    guard case .notAStore(path, _) = try storeError({ _ = try opened(path, nil, opening) }) else {
      Issue.record("another error")
      return
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test(arguments: [EntitlementStore.Opening.existing, .readOnly])
  func `an empty file is no store to whoever wants one that is there`(_ opening: EntitlementStore.Opening)
    throws
  {
    let path = try folder.write("", to: "empty")
    guard case .notAStore(path, _) = try storeError({ _ = try opened(path, nil, opening) }) else {
      Issue.record("another error")
      return
    }
  }

  @Test func `a store of the other environment is named as such, and one that nobody names is production`()
    throws
  {
    let path = folder.file("a.entstore")
    #expect(try opened(path).environment == .production)
    guard
      case .environmentMismatch(path, .production, .sandbox) = try storeError({
        _ = try opened(path, .sandbox)
      })
    else {
      Issue.record("another error")
      return
    }
    #expect(try opened(folder.file("b.entstore"), .sandbox).environment == .sandbox)
    #expect(try opened(folder.file("b.entstore")).environment == .sandbox)
  }

  @Test func `a store of a newer format is named as such, and not touched`() throws {
    let path = folder.file("a.entstore")
    try opened(path).close()
    let file = try StoreFile(path)
    let key = Array("store".utf8)
    var payload = try #require(try file.entries("meta").first { $0.key == key }).payload
    payload[0] = 3
    try file.putSealed(payload, for: key, in: "meta")
    let before = try file.entries("meta")
    for opening in [EntitlementStore.Opening.create, .existing, .readOnly] {
      guard case .newerFormat(path, 3, 2) = try storeError({ _ = try opened(path, .sandbox, opening) }) else {
        Issue.record("another error")
        return
      }
    }
    #expect(try file.entries("meta") == before)
  }

  @Test func `a store that does not say what it is any more is damaged, and not made anew`() throws {
    let path = folder.file("a.entstore")
    try opened(path).close()
    let file = try StoreFile(path)
    try file.remove(Array("store".utf8), from: "meta")
    for opening in [EntitlementStore.Opening.create, .existing, .readOnly] {
      guard case .damaged("meta", _) = try storeError({ _ = try opened(path, nil, opening) }) else {
        Issue.record("another error")
        return
      }
    }
  }

  @Test func `whoever opens for reading writes nothing, and reads what others write`() throws {
    let path = folder.file("a.entstore")
    let writer = try opened(path)
    let reader = try opened(path, nil, .readOnly)
    let refusals: [() throws -> Void] = [
      { try reader.write { _ in } }, { _ = try reader.rebuild() }, { _ = try reader.compactInPlace() },
    ]
    for refused in refusals {
      guard case .readOnly(path) = try storeError(refused) else {
        Issue.record("another error")
        return
      }
    }
    try writer.write { _ = try $0.append(.bought("a", day(0), by: "ada")) }
    #expect(try reader.access(of: "ada", to: "com.example.pro.monthly").isEntitled)
    #expect(try reader.verify().isSound)
    #expect(reader.identity == writer.identity)
  }

  @Test func `an append to a store opened for reading is refused`() async throws {
    let path = folder.file("a.entstore")
    try opened(path).close()
    let reader = try opened(path, nil, .readOnly)
    await #expect { try await reader.append([.notice("a", day(0))]) } throws: { error in
      if case StoreError.readOnly(path) = error { true } else { false }
    }
  }

  @Test func `a second open shares the file, and closing one leaves the other`() throws {
    let path = folder.file("a.entstore")
    let (one, other) = (try opened(path), try opened(path))
    #expect(one.identity == other.identity)
    try one.write { transaction in
      _ = try transaction.setCatalog(Catalog(entitlements: ["pro": .init(products: [.appStore: [.monthly]])]))
      _ = try transaction.append(.bought("a", day(0), by: "ada"))
    }
    #expect(try other.access(of: "ada", to: "pro").isEntitled)
    guard case .busy(path) = try storeError({ _ = try one.compactInPlace() }) else {
      Issue.record("another error")
      return
    }
    one.close()
    try other.write { _ = try $0.append(.bought("b", day(0), lineage: "2", by: "bob")) }
    #expect(try other.counts().events == 3)
  }

  @Test func `threads that make one store at once share it under its own name and its own lock file`()
    async throws
  {
    for round in 0..<100 {
      let path = folder.file("\(round)")
      let stores = try await withThrowingTaskGroup(of: EntitlementStore.self) { group in
        for _ in 0..<4 { group.addTask { try opened(path) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(stores.map(\.identity)).count == 1)
      try expectOwnLockFile(path)
      for store in stores { store.close() }
    }
  }

  @Test func `whoever opens a store that another thread has just made goes by its own lock file`() throws {
    // On a disk, where it takes a while to make a name durable.
    let path = NSTemporaryDirectory() + "/entstore-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for round in 0..<5 {
      let path = path + "/\(round)"
      let made = Made()
      Thread.detachNewThread { made.put(Result { try opened(path) }) }
      while made.result == nil, !FileManager.default.fileExists(atPath: path) { sched_yield() }
      let store = try? opened(path, nil, .existing)
      while made.result == nil { sched_yield() }
      let other = try made.result?.get()
      #expect(store?.identity == other?.identity)
      try expectOwnLockFile(path)
      store?.close()
      other?.close()
    }
  }

  /// Nothing stands in the folder but the store and the lock file of its name.
  private func expectOwnLockFile(_ path: String) throws {
    let url = URL(fileURLWithPath: path)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
    #expect(
      names.filter { $0.hasPrefix(url.lastPathComponent) }.sorted() == [
        url.lastPathComponent, url.lastPathComponent + "-lock",
      ])
    for name in names {
      try FileManager.default.removeItem(atPath: url.deletingLastPathComponent().path + "/" + name)
    }
  }

  @Test func `a closed store says so to every call`() throws {
    let path = folder.file("a.entstore")
    let store = try opened(path)
    store.close()
    store.close()
    let calls: [() throws -> Void] = [
      { _ = try store.access(of: "ada", to: "pro") }, { _ = try store.entitlements(of: "ada") },
      { try store.read { _ in } }, { try store.write { _ in } }, { _ = try store.counts() },
      { _ = try store.verify() }, { _ = try store.rebuild() }, { _ = try store.compactInPlace() },
      { _ = try store.compact(to: path + ".copy") },
    ]
    for call in calls {
      guard case .closed = try storeError(call) else {
        Issue.record("another error")
        return
      }
    }
  }

  @Test func `a copy does not replace what is there`() throws {
    let store = try opened(folder.file("a.entstore"))
    let path = try folder.write("mine", to: "copy")
    #expect(throws: StoreError.self) { try store.compact(to: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `a write inside a write on its thread traps`() async {
    await #expect(processExitsWith: .failure) { [path = folder.file("a.entstore") as String] in
      let store = try EntitlementStore(path: path)
      try store.write { _ in
        try store.write { _ in }
      }
    }
  }

  @Test func `a read inside a write sees what was committed before it`() throws {
    let store = try opened(folder.file("a.entstore"))
    try store.write { transaction in
      _ = try transaction.append(.bought("a", day(0), by: "ada"))
      #expect(try store.counts().events == 0)
    }
    #expect(try store.counts().events == 1)
  }
}
