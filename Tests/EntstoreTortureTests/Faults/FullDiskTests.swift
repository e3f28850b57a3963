import Entstore
import EntstoreLMDB
import Foundation
import TestProcesses
import Testing
import TortureSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.enabled(if: SmallDisk.canMount, "only root can mount a file system of a stated size"))
struct FullDiskTests {
  private func event(_ number: Int, byteCount: Int) throws -> EventDraft {
    var numbers = SeededNumbers(seed: UInt64(number))
    return EventDraft(
      rail: .appStore, id: try EventID("e\(number)"),
      signedAt: Instant(epochMilliseconds: 1_767_225_600_000 + Int64(number)),
      label: EventLabel(type: "TEST"), environment: .production, provenance: .vouched,
      raw: [.inline((0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &numbers) })])
  }

  /// The error of the first append that finds no room, and how many events there were by then.
  private func fill(_ store: EntitlementStore, from first: Int) throws -> Int {
    for number in first... {
      do {
        try store.write { try $0.append(event(number, byteCount: 3_000)) }
      } catch StoreError.diskFull {
        return number
      }
    }
    return 0
  }

  @Test(arguments: 0..<12)
  func `a full disk refuses events, is read, and takes them again once there is room`(_ pages: Int) throws {
    let disk = try SmallDisk(byteCount: 1 << 20)
    try disk.takeRoom(300_000 + pages * 4_096)
    let store = try EntitlementStore(path: disk.path + "/s.entstore", environment: .production)
    let count = try fill(store, from: 0)
    #expect(count > 10)
    #expect(try store.read { try $0.eventCount() } == UInt64(count))
    #expect(try store.verify().isSound)
    // Again and again: each failure leaves it as it was.
    #expect(try fill(store, from: count) == count)
    #expect(throws: StoreError.self) { try store.compact(to: disk.path + "/copy") }
    #expect(try disk.names == ["ballast", "s.entstore", "s.entstore-lock"])

    try disk.remove("ballast")
    let more = try fill(store, from: count)
    #expect(more > count)
    #expect(try store.verify().isSound)
    store.close()
  }

  @Test func `a store is opened and read on a full disk too, and goes on once there is room`() throws {
    let disk = try SmallDisk(byteCount: 1 << 20)
    let path = disk.path + "/s.entstore"
    let store = try EntitlementStore(path: path, environment: .production)
    let count = try UInt64(fill(store, from: 0))
    store.close()
    // Whoever comes when there is nothing left, not even for the lock file, finds a full disk and not a signal.
    for opening in [EntitlementStore.Opening.existing, .readOnly, .create] {
      let again = try EntitlementStore(path: path, opening: opening)
      #expect(try again.verify().events == count)
      again.close()
    }
    try disk.remove("s.entstore-lock")
    try disk.takeRoom(disk.freeByteCount)
    for opening in [EntitlementStore.Opening.existing, .readOnly] {
      do {
        _ = try EntitlementStore(path: path, opening: opening)
        Issue.record("opened without a lock file")
      } catch StoreError.diskFull {}
    }
    try disk.remove("ballast")
    let again = try EntitlementStore(path: path, opening: .existing)
    #expect(try again.verify().events == count)
    again.close()
  }

  @Test(arguments: [true, false])
  func `doctor tells of a store on a full disk all that can be told, and what is full`(_ hasLockFile: Bool)
    throws
  {
    let disk = try SmallDisk(byteCount: 1 << 20)
    let path = disk.path + "/s.entstore"
    let store = try EntitlementStore(path: path, environment: .production)
    let count = try fill(store, from: 0)
    store.close()
    if !hasLockFile { try disk.remove("s.entstore-lock") }
    try disk.takeRoom(disk.freeByteCount)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let doctor = try Child(builtProgram("entstore"), ["doctor", "--store", path])
    let lines = doctor.lines()
    #expect(doctor.finish() == 1)
    func has(_ level: String, _ about: String, _ text: String) -> Bool {
      lines.contains { $0.hasPrefix(level) && $0.contains(" \(about) ") && $0.contains(text) }
    }
    #expect(has("problem", "room", "0 B free on the disk"))
    #expect(has("problem", "opening", "the disk is full") != hasLockFile)
    #expect(has("ok", "opening", "format 2, production"))
    #expect(has("ok", "log", "\(count) events"))
    #expect(has("ok", "readers", "0 reading now"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test(arguments: 0..<24)
  func `a store that finds no room to be made leaves nothing half, and can be made once there is`(
    _ pages: Int
  ) throws {
    let disk = try SmallDisk(byteCount: 400_000)
    try disk.takeRoom(disk.freeByteCount - pages * 12_288)
    let path = disk.path + "/s.entstore"
    do {
      let store = try EntitlementStore(path: path, environment: .production)
      #expect(try store.verify().isSound)
      store.close()
    } catch StoreError.diskFull {
      // It may be made, and not opened.
      #expect(try Set(disk.names).isSubset(of: ["ballast", "s.entstore", "s.entstore-lock"]))
    }
    try disk.remove("ballast")
    let store = try EntitlementStore(path: path, environment: .production)
    try store.write { _ = try $0.append(event(1, byteCount: 100)) }
    #expect(try store.verify().isSound)
    store.close()
  }
}

/// A file system in memory that holds so many bytes.
final class SmallDisk {
  let path: String

  init(byteCount: Int) throws {
    path = FileManager.default.temporaryDirectory.path + "/entstore-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #if canImport(Glibc)
      if unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(byteCount)") != 0 {
        throw SystemFailure(code: errno)
      }
    #endif
  }

  deinit {
    #if canImport(Glibc)
      unsafe _ = umount2(path, Int32(MNT_DETACH))
    #endif
    try? FileManager.default.removeItem(atPath: path)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  var freeByteCount: Int {
    var system = statvfs()
    unsafe statvfs(path, &system)
    return Int(system.f_bavail) * Int(system.f_frsize)
  }

  /// Puts a file of so many bytes there, "ballast".
  func takeRoom(_ byteCount: Int) throws {
    try Data(count: byteCount).write(to: URL(fileURLWithPath: path + "/ballast"))
  }

  /// Removes a file, and gives its room back at once: a process that another test is just starting has this one's
  /// descriptors until it becomes its own program, and what it holds keeps its room behind its name.
  func remove(_ name: String) throws {
    let file = path + "/" + name
    guard unsafe truncate(file, 0) == 0, unsafe unlink(file) == 0 else { throw SystemFailure(code: errno) }
  }

  static let canMount: Bool = {
    #if canImport(Glibc)
      (try? SmallDisk(byteCount: 1 << 16)) != nil
    #else
      false
    #endif
  }()
}
