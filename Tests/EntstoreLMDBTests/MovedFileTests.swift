import EntstoreLMDB
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is written into a file that is not at its path any more is lost: nobody opens it again.
struct MovedFileTests {
  enum Move: CaseIterable {
    case removed, movedAway, replaced, folderMoved, folderReplaced

    /// Takes the file of `scratch`, which is in the folder `in`, from its path.
    func perform(_ scratch: Scratch) throws {
      let files = FileManager.default
      switch self {
      case .removed: try files.removeItem(atPath: scratch["in/a.entstore"])
      case .movedAway: try files.moveItem(atPath: scratch["in/a.entstore"], toPath: scratch["b.entstore"])
      case .replaced:
        try files.copyItem(atPath: scratch["in/a.entstore"], toPath: scratch["b.entstore"])
        unsafe rename(scratch["b.entstore"], scratch["in/a.entstore"])
      case .folderMoved: try files.moveItem(atPath: scratch["in"], toPath: scratch["out"])
      case .folderReplaced:
        try files.moveItem(atPath: scratch["in"], toPath: scratch["out"])
        try files.copyItem(atPath: scratch["out"], toPath: scratch["in"])
      }
    }
  }

  private static func folder() throws -> Scratch {
    let scratch = Scratch()
    try FileManager.default.createDirectory(atPath: scratch["in"], withIntermediateDirectories: false)
    return scratch
  }

  @Test(arguments: Move.allCases)
  func `a file that is not at its path any more takes nothing, and is read on`(_ move: Move) throws {
    let scratch = try Self.folder()
    let path = scratch["in/a.entstore"]
    let store = try LMDBEnvironment.opened(path)
    try store.put("a", "1")
    try move.perform(scratch)
    for _ in 0..<2 {
      #expect(throws: LMDBError.movedAway(path: path)) { try store.put("a", "2") }
      // A transaction without a change says that something is there.
      #expect(throws: LMDBError.movedAway(path: path)) { try store.write { _ in } }
      #expect(try store.value("a") == "1")
    }
    store.close()
  }

  @Test(arguments: 1...3)
  func `a file that another was copied over takes nothing`(_ commits: Int) throws {
    let scratch = try Self.folder()
    let path = scratch["in/a.entstore"]
    let store = try LMDBEnvironment.opened(path)
    try store.put("a", "1")
    let copied = try Data(contentsOf: URL(fileURLWithPath: path))
    for _ in 0..<commits { try store.put("a", "2") }
    // In place, as `cp` does.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: copied)
    try file.close()
    #expect(throws: LMDBError.movedAway(path: path)) { try store.put("a", "3") }
    store.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == copied)
    let restored = try LMDBEnvironment.opened(path)
    #expect(try restored.value("a") == "1")
    restored.close()
  }

  @Test func `moved back, it is written again`() throws {
    let scratch = try Self.folder()
    let store = try LMDBEnvironment.opened(scratch["in/a.entstore"])
    try store.put("a", "1")
    try FileManager.default.moveItem(atPath: scratch["in"], toPath: scratch["out"])
    #expect(throws: LMDBError.self) { try store.put("a", "2") }
    try FileManager.default.moveItem(atPath: scratch["out"], toPath: scratch["in"])
    try store.put("a", "3")
    #expect(try store.value("a") == "3")
  }

  @Test func `a compaction does not take the place of another file`() throws {
    let scratch = try Self.folder()
    let path = scratch["in/a.entstore"]
    let store = try LMDBEnvironment.opened(path)
    try store.put("a", "1")
    try Move.replaced.perform(scratch)
    let other = try Data(contentsOf: URL(fileURLWithPath: path))
    let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(throws: LMDBError.movedAway(path: path)) { try store.compactInPlace() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == other)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
    // It stays open, and lets others in.
    #expect(try store.value("a") == "1")
    store.close()
    try LMDBEnvironment.opened(path).put("a", "2")
  }

  @Test func `by a relative path and symbolic links it is known where it is, whatever becomes of those`()
    async
  {
    await #expect(processExitsWith: .success) {
      let scratch = try Self.folder()
      let files = FileManager.default
      try files.createSymbolicLink(atPath: scratch["link"], withDestinationPath: "in")
      #expect(files.changeCurrentDirectoryPath(scratch.folder))
      let store = try LMDBEnvironment.opened("link/a.entstore")
      try store.put("a", "1")
      #expect(files.changeCurrentDirectoryPath("/"))
      try store.put("a", "2")
      try files.removeItem(atPath: scratch["link"])
      try files.createSymbolicLink(atPath: scratch["link"], withDestinationPath: "nowhere")
      try store.put("a", "3")
      #expect(try LMDBEnvironment.opened(scratch["in/a.entstore"], .existing).value("a") == "3")
    }
  }
}
