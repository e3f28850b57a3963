import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a run of the tool ended and what it said.
struct ToolResult: Equatable {
  /// The exit code; minus the signal's number where a signal ended it.
  let code: Int32
  let output: String
  let messages: String
}

/// The built tool, running as a child process: results go to a file, messages too or, where the test waits for them, to a pipe.
final class ChildTool {
  let pid: pid_t
  private let outputPath: String
  private let messagesPath: String
  private var input: Int32 = -1
  private var messages: Int32 = -1
  private var heard: [UInt8] = []
  private var ended: Int32?

  /// The path of the tool.
  static var tool: String { builtTool }

  /// Starts the tool in `folder`.
  ///
  /// - Parameters:
  ///   - program: What to run instead of the tool; `words` are its arguments then.
  ///   - input: A file for standard input; `nil`: a pipe that ``send(_:)`` writes to.
  ///   - output: A file for the results; `nil`: one of the test's own.
  ///   - listens: Whether messages come through a pipe that ``waitForMessage(_:)`` reads.
  init(
    _ words: [String], in folder: TestFolder, program: String? = nil, input: String? = "/dev/null",
    output: String? = nil, listens: Bool = false, environment: [String: String] = [:]
  ) throws {
    outputPath = folder.newPath("stdout")
    messagesPath = folder.newPath("stderr")
    var files: [(child: Int32, path: String, flags: Int32)] = [
      (1, output ?? outputPath, O_WRONLY | O_CREAT | O_TRUNC)
    ]
    var given: [Int32: Int32] = [:]
    if let input {
      files.append((0, input, O_RDONLY))
    } else {
      let pipe = try privatePipe()
      (given[0], self.input) = (pipe.reading, pipe.writing)
    }
    if listens {
      let pipe = try privatePipe()
      (given[2], self.messages) = (pipe.writing, pipe.reading)
    } else {
      files.append((2, messagesPath, O_WRONLY | O_CREAT | O_TRUNC))
    }
    pid = try spawn(
      [program ?? builtTool] + words, folder: folder.path, files: files, given: given,
      environment: neutralEnvironment(folder).merging(environment) { $1 })
    for descriptor in given.values { close(descriptor) }
  }

  deinit {
    if ended == nil {
      kill(pid, SIGKILL)
      _ = waitForEnd()
    }
    closeInput()
    if messages >= 0 { close(messages) }
  }

  /// Writes all of `bytes` to the child's standard input; returns once at most a pipe's buffer of it is unread.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(input, $0.baseAddress!, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemFailure(code: errno)
      }
    }
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits for a line on standard error that contains `text`; false if the child closes it without one.
  func waitForMessage(_ text: String) -> Bool {
    while !String(decoding: heard, as: UTF8.self).contains(text) {
      if !hearMore() { return false }
    }
    return true
  }

  func signal(_ number: Int32) {
    kill(pid, number)
  }

  #if os(Linux)
    /// Waits until the tool has its handler for signals; false if it ends without one.
    func waitUntilItCatchesSignals() -> Bool {
      while isRunning {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") } ?? ""
        let mask = UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? 0
        // The shell that becomes the tool may catch SIGINT.
        if mask >> UInt64(SIGTERM - 1) & 1 == 1 { return true }
        sched_yield()
      }
      return false
    }
  #endif

  /// Whether the child is still running.
  var isRunning: Bool {
    if ended != nil { return false }
    var status: Int32 = 0
    guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return true }
    ended = status
    return false
  }

  /// Waits for the end.
  ///
  /// - Parameter closingInput: Whether the child's input ends first; it stays open for a child that must end otherwise.
  func finish(closingInput: Bool = true) -> ToolResult {
    if closingInput { closeInput() }
    if messages >= 0 { while hearMore() {} }
    let status = waitForEnd()
    let said = messages >= 0 ? heard : contents(of: messagesPath)
    let signal = status & 0x7f
    return ToolResult(
      code: signal == 0 ? (status >> 8) & 0xff : -signal,
      output: String(decoding: contents(of: outputPath), as: UTF8.self),
      messages: String(decoding: said, as: UTF8.self))
  }

  private func hearMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(messages, $0.baseAddress, $0.count) }
      if count > 0 { heard += buffer[..<count] }
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  private func waitForEnd() -> Int32 {
    if let ended { return ended }
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    ended = status
    return status
  }
}

/// A system call that a test needs failed.
struct SystemFailure: Error {
  let code: Int32
}

private func contents(of path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map(Array.init) ?? []
}

/// Nothing of the machine's own: no locale, no time zone, no colour, no store.
private func neutralEnvironment(_ folder: TestFolder) -> [String: String] {
  // And what a sanitizer is told, if these tests run under one.
  ProcessInfo.processInfo.environment.filter { $0.key == "TSAN_OPTIONS" }.merging(
    ["LC_ALL": "C", "TZ": "UTC", "NO_COLOR": "1", "PATH": "/usr/bin:/bin", "TMPDIR": folder.path]) { $1 }
}

/// A pipe that no other child inherits.
private func privatePipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// The tool beside the test bundle.
private let builtTool: String = {
  let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  let bundles = Bundle.allBundles.map(\.bundlePath).filter { $0.hasSuffix(".xctest") }
  for image in [program].compactMap(\.self) + bundles {
    let candidate = URL(fileURLWithPath: image).deletingLastPathComponent().appendingPathComponent("entstore")
    if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
  }
  preconditionFailure("the tool is not built beside the tests")
}()

private func spawn(
  _ words: [String], folder: String, files: [(child: Int32, path: String, flags: Int32)],
  given: [Int32: Int32], environment: [String: String]
) throws -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t? = nil
    var attributes: posix_spawnattr_t? = nil
  #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  // The threads that tests run on block signals, and a child would inherit that.
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for file in files {
    unsafe posix_spawn_file_actions_addopen(&actions, file.child, file.path, file.flags, 0o600)
  }
  for (child, parent) in given { unsafe posix_spawn_file_actions_adddup2(&actions, parent, child) }

  // Not every system can start a child in another folder; a shell that becomes the child can.
  let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder]
  var arguments = unsafe (shell + words).map { unsafe strdup($0) } + [nil]
  var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
  defer {
    while let word = unsafe arguments.popLast() { unsafe free(word) }
    while let variable = unsafe variables.popLast() { unsafe free(variable) }
  }
  var child: pid_t = 0
  let code = unsafe posix_spawn(&child, shell[0], &actions, &attributes, &arguments, &variables)
  if code != 0 { throw SystemFailure(code: code) }
  return child
}
