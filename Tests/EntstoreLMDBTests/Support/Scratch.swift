import EntstoreLMDB
import Foundation

/// A folder of its own for each test, removed at the end.
final class Scratch: Sendable {
  let folder: String

  init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The path of the file most tests have.
  var path: String { self["a.entstore"] }

  subscript(name: String) -> String { folder + "/" + name }
}

extension LMDBEnvironment {
  /// Opens `path` with the tables "one" and "two"; not synced, for no test loses power.
  static func opened(
    _ path: String, _ access: Access = .create, mapBytes: Int = 1 << 30, tables: [String] = ["one", "two"]
  ) throws(LMDBError) -> LMDBEnvironment {
    let options = Options(access: access, mapBytes: mapBytes, syncs: false)
    return try LMDBEnvironment(path: path, tables: tables, options: options)
  }

  var one: Table { table("one") }
  var two: Table { table("two") }

  func put(_ key: String, _ value: String) throws {
    try write { try $0.put(Array(key.utf8), Array(value.utf8), in: one) }
  }

  func value(_ key: String) throws -> String? {
    try read { try $0.value(for: Array(key.utf8), in: one)?.text }
  }

  /// Every entry of a table, as text.
  func contents(of table: Table) throws -> [String] {
    try read { reader in
      var entries: [String] = []
      var cursor = try reader.cursor(in: table)
      while try cursor.next() { entries.append(cursor.key.text + "=" + cursor.value.text) }
      return entries
    }
  }
}

extension RawSpan {
  var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
}
