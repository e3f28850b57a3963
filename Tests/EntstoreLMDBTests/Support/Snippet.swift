import Foundation

/// A function's body given to the compiler against the engine's built module.
///
/// It has `store`, an environment, and `table`, one of its tables.
enum Snippet {
  struct Result {
    let isSuccess: Bool
    let output: String
  }

  /// The first `swiftc` on the path, if the engine's module lies beside this test's binary.
  static let compiler: String? = {
    guard FileManager.default.fileExists(atPath: modules + "/EntstoreLMDB.swiftmodule") else { return nil }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { $0 + "/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private static let modules: String = {
    let binary = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return binary.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "Modules").path
  }()

  private static let root: URL = {
    var url = URL(filePath: #filePath)
    for _ in 1...4 { url.deleteLastPathComponent() }
    return url
  }()

  /// The name that the package manager gives to the package: its folder's, as an identifier.
  private static var packageName: String {
    String(root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  static func compile(_ source: String) throws -> Result {
    let scratch = Scratch()
    try """
    import EntstoreLMDB
    func use(_ store: LMDBEnvironment, _ table: Table) throws {
    \(source)
    }
    """.write(
      toFile: scratch["snippet.swift"], atomically: true, encoding: .utf8)
    let process = Process()
    let output = Pipe()
    process.executableURL = compiler.map { URL(filePath: $0) }
    // Lifetimes are checked on SIL: `-typecheck` would miss them.
    process.arguments = [
      "-emit-sil", "-o", scratch["snippet.sil"], "-swift-version", "6", "-package-name", packageName, "-I",
      modules,
      "-Xcc", "-fmodule-map-file=" + root.appending(path: "Sources/CLMDB/module.modulemap").path,
      scratch["snippet.swift"],
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(isSuccess: process.terminationStatus == 0, output: text)
  }
}
