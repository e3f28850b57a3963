import Foundation

/// A folder of one test's own, gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // Memory where there is a disk made of it: these tests are about meaning, not about the disk.
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = base + "/entstore-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
