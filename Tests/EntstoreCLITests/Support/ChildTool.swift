import Foundation
import TestProcesses

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
    var streams = [Stream.writing(STDOUT_FILENO, output ?? outputPath)]
    var given: [Int32] = []
    if let input {
      streams.append(.reading(STDIN_FILENO, input))
    } else {
      let pipe = try privatePipe()
      self.input = pipe.writing
      given.append(pipe.reading)
      streams.append(.inherited(STDIN_FILENO, pipe.reading))
    }
    if listens {
      let pipe = try privatePipe()
      self.messages = pipe.reading
      given.append(pipe.writing)
      streams.append(.inherited(STDERR_FILENO, pipe.writing))
    } else {
      streams.append(.writing(STDERR_FILENO, messagesPath))
    }
    // Not every system can start a child in another folder; a shell that becomes the child can.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path]
    pid = try spawn(
      shell + [program ?? builtTool] + words, streams,
      environment: neutralEnvironment(folder).merging(environment) { $1 })
    for descriptor in given { close(descriptor) }
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
      if !hearMore(from: messages, &heard) { return false }
    }
    return true
  }

  func signal(_ number: Int32) {
    kill(pid, number)
  }

  #if os(Linux)
    /// Waits until the tool listens for signals; false if it ends before.
    ///
    /// It never handles one, because what comes in the middle of an allocation can do nothing that allocates: it blocks them,
    /// and no others, and a thread waits for them.
    func waitUntilItListensForSignals() -> Bool {
      let all = [SIGINT, SIGTERM, SIGHUP].reduce(0) { $0 | UInt64(1) << UInt64($1 - 1) }
      while isRunning {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? ""
        if UInt64(line.split(separator: "\t").last ?? "", radix: 16) == all { return true }
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
    if messages >= 0 { while hearMore(from: messages, &heard) {} }
    let status = waitForEnd()
    let said = messages >= 0 ? heard : contents(of: messagesPath)
    return ToolResult(
      code: code(of: status),
      output: String(decoding: contents(of: outputPath), as: UTF8.self),
      messages: String(decoding: said, as: UTF8.self))
  }

  private func waitForEnd() -> Int32 {
    if let ended { return ended }
    let status = status(of: pid)
    ended = status
    return status
  }
}

private func contents(of path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map(Array.init) ?? []
}

/// Nothing of the machine's own: no locale, no time zone, no colour, no store.
private func neutralEnvironment(_ folder: TestFolder) -> [String: String] {
  ["LC_ALL": "C", "TZ": "UTC", "NO_COLOR": "1", "PATH": "/usr/bin:/bin", "TMPDIR": folder.path]
}

/// The tool beside the test bundle.
private let builtTool = builtProgram("entstore")
