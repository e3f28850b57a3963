import TestProcesses

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
    let pipe = try privatePipe()
    output = pipe.reading
    defer { close(pipe.writing) }
    pid = try spawn(
      [program] + words,
      [
        .reading(STDIN_FILENO, "/dev/null"), .inherited(STDOUT_FILENO, pipe.writing),
        .writing(STDERR_FILENO, "/dev/null"),
      ],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"].merging(environment) { $1 })
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
      if !hearMore(from: output, &heard) { return nil }
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
    sendKill()
    waitForEnd()
  }

  /// Kills it, and does not wait for its end.
  func sendKill() {
    #if canImport(Glibc)
      _ = Glibc.kill(pid, SIGKILL)
    #else
      _ = Darwin.kill(pid, SIGKILL)
    #endif
  }

  /// Waits until it has stopped itself; false if it has ended instead.
  func waitForStop() -> Bool {
    let status = status(of: pid, mayStop: true)
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
    while hearMore(from: output, &heard) {}
    waitForEnd()
    return code(of: ended ?? 0)
  }

  /// The same; nil if it says nothing for so long and does not end.
  func finish(withinSeconds limit: Int32) -> Int32? {
    repeat {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, limit * 1000) == 0 { return nil }
    } while hearMore(from: output, &heard)
    return finish()
  }

  private func waitForEnd() {
    if ended == nil { ended = status(of: pid) }
  }
}
