import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process whose standard output is read line by line.
final class Child {
  let pid: pid_t
  private let output: Int32
  private var heard: [UInt8] = []
  private var ended: Int32?

  init(_ program: String, _ words: [String] = [], environment: [String: String] = [:]) throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    defer { close(ends[1]) }
    // What a sanitizer is told, if these tests run under one.
    let options = ProcessInfo.processInfo.environment.filter { $0.key == "TSAN_OPTIONS" }
    let variables = options.merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C"]) { $1 }.merging(environment) {
      $1
    }
    pid = try spawn([program] + words, variables: variables, output: ends[1])
  }

  deinit {
    if ended == nil { kill() }
    close(output)
  }

  /// The next whole line, without its end; nil where the child says nothing more.
  func line() -> String? {
    while true {
      if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
        defer { heard.removeFirst(end + 1) }
        return String(decoding: heard[..<end], as: UTF8.self)
      }
      if !hearMore() { return nil }
    }
  }

  /// The rest of what it says.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Ends it where it stands. What it had said by then can still be read.
  func kill() {
    #if canImport(Glibc)
      Glibc.kill(pid, SIGKILL)
    #else
      Darwin.kill(pid, SIGKILL)
    #endif
    waitForEnd()
  }

  /// Waits until it has stopped itself; false if it has ended instead.
  func waitForStop() -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, WUNTRACED) < 0 && errno == EINTR {}
    if status & 0xff == 0x7f { return true }
    ended = status
    return false
  }

  /// Lets a process go on that has stopped itself.
  func goOn() {
    #if canImport(Glibc)
      _ = Glibc.kill(pid, SIGCONT)
    #else
      _ = Darwin.kill(pid, SIGCONT)
    #endif
  }

  /// Reads all that it says, waits for its end and returns its code; the number of the signal that ended it, below 0.
  @discardableResult
  func finish() -> Int32 {
    while hearMore() {}
    waitForEnd()
    let status = ended ?? 0
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
  }

  private func waitForEnd() {
    guard ended == nil else { return }
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    ended = status
  }

  private func hearMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
      if count > 0 { heard += buffer[..<count] }
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}

/// A system call that a test needs failed.
struct SystemFailure: Error {
  let code: Int32
}

private func spawn(_ words: [String], variables: [String: String], output: Int32) throws -> pid_t {
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
  unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
  var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  var environment = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
  defer {
    while let word = unsafe arguments.popLast() { unsafe free(word) }
    while let variable = unsafe environment.popLast() { unsafe free(variable) }
  }
  var child: pid_t = 0
  let code = unsafe posix_spawn(&child, words[0], &actions, &attributes, &arguments, &environment)
  if code != 0 { throw SystemFailure(code: code) }
  return child
}
