import Entstore
import Foundation

/// The folder in which inputs and stores are made, once for each size; what is there is used again.
final class Workspace {
  let folder: String
  let options: Options
  private let isTemporary: Bool
  /// The tool, which stands where this program stands.
  let tool: String

  init(_ options: Options) throws {
    self.options = options
    isTemporary = options.folder == nil
    folder = options.folder ?? NSTemporaryDirectory() + "entstore-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    tool = options.tool ?? program.deletingLastPathComponent().appendingPathComponent("entstore").path
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw Failure("the tool is not at \(tool)")
    }
  }

  func remove() {
    if isTemporary { try? FileManager.default.removeItem(atPath: folder) }
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  func say(_ text: String) {
    FileHandle.standardError.write(Data("entstore-bench: \(text)\n".utf8))
  }

  /// The file of this name, made by `make` under another name first: what was interrupted is made again.
  func prepared(_ name: String, _ make: (_ path: String) throws -> Void) throws -> String {
    let path = path(name)
    if FileManager.default.fileExists(atPath: path) { return path }
    say("preparing \(name)")
    let unfinished = "\(path).unfinished"
    delete(unfinished)
    try make(unfinished)
    guard rename(unfinished, path) == 0 else { throw Failure("\(unfinished) cannot be renamed") }
    delete(unfinished)
    return path
  }

  /// A copy that may be written, under a name of its own.
  func copy(_ path: String, as name: String) throws -> String {
    let copy = self.path(name)
    delete(copy)
    try Child.run(["cp", "--reflink=auto", path, copy])
    return copy
  }

  /// Removes a file with what an engine has put beside it.
  func delete(_ path: String) {
    for suffix in ["", "-lock", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  func size(_ path: String) -> Double {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.doubleValue ?? 0
  }
}

extension Workspace {
  /// Made-up lives as decoded notifications.
  func life(subjects: Int, months: Int, seed: Int = 1, shuffled: Bool = false) throws -> String {
    let order = shuffled ? "-shuffled" : ""
    return try prepared("life-\(subjects)-\(months)-\(seed)\(order).ndjson") { path in
      try Child.run(
        [tool, "forge", "life", "--subjects", "\(subjects)", "--months", "\(months)", "--seed", "\(seed)"]
          + (shuffled ? ["--shuffle"] : []), output: path)
    }
  }

  /// A store with the lives of so many customers, as many as were asked for if nothing is said, without free pages.
  ///
  /// The input is not kept: of ten million customers it would not fit beside the store.
  func store(subjects: Int? = nil) throws -> String {
    let subjects = subjects ?? options.subjects
    let months = options.monthsOfLife(of: subjects)
    return try prepared("store-\(subjects)-\(months).entstore") { path in
      let store = try EntitlementStore(path: path, environment: .sandbox)
      try store.write { try $0.setCatalog(.benchmark) }
      store.close()
      let pipe =
        #"set -o pipefail; "$1" forge life --subjects "$2" --months "$3" | "$1" import --unsigned --store "$4" -"#
      try Child.run(["bash", "-c", pipe, "bash", tool, "\(subjects)", "\(months)", path])
      try Child.run([tool, "compact", "--store", path])
    }
  }

  /// The same records in SQLite.
  func mirror() throws -> String {
    let store = try store()
    return try prepared("mirror-\(options.subjects)-\(options.monthsOfLife(of: options.subjects)).sqlite") {
      path in
      try SQLiteMirror.make(path, from: store)
    }
  }
}

extension Catalog {
  /// What the made-up customers buy.
  static var benchmark: Catalog {
    Catalog(
      entitlements: [
        "pro": .init(
          products: [
            .appStore: ["com.example.pro.monthly", "com.example.pro.yearly", "com.example.lifetime"]
          ],
          includes: ["basic"]),
        "basic": .init(
          products: [
            .appStore: ["com.example.basic.weekly", "com.example.basic.monthly", "com.example.basic.yearly"]
          ]),
      ])
  }
}
