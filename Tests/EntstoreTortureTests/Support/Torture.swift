import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the tests of this target need of the machine, and how much of it they do.
enum Torture {
  /// How many times as much as in an ordinary run.
  static let factor = ProcessInfo.processInfo.environment["ENTSTORE_TORTURE"].flatMap { Int($0) } ?? 1

  static let why = "the shim stands in front of glibc's functions, and a C compiler makes it"

  /// The shim, made once for all tests of a process; nil where it cannot be.
  static let shim: String? = {
    #if os(Linux)
      let library = NSTemporaryDirectory() + "/entstore-shim-\(getpid()).so"
      for compiler in ["cc", "clang", "gcc"] {
        let words = [compiler, "-O1", "-shared", "-fPIC", "-o", library, shimSource, "-ldl", "-lpthread"]
        guard let child = try? Child("/usr/bin/env", words), child.finish() == 0 else { continue }
        atexit { if let shim = Torture.shim { unsafe unlink(shim) } }
        return library
      }
    #endif
    return nil
  }()

  static var canPreload: Bool { shim != nil }

  private static let shimSource = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Torture/shim.c").standardized.path
}
