import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a child process took.
struct ChildUse {
  var seconds: Double
  /// What it took of all cores together; on a busy machine it says more than the time.
  var cpuSeconds: Double
  /// The most memory that was its own, not pages of a file, in bytes; 0 where the host does not tell.
  var anonymousBytes: Double
}

/// Runs a program and waits for its end.
enum Child {
  /// - Parameters:
  ///   - output: Where its standard output goes; `nil`: nowhere.
  ///   - watchesMemory: Looks at its memory every few milliseconds.
  ///   - codes: The exit codes that are no failure.
  @discardableResult
  static func run(
    _ arguments: [String], output: String? = nil, watchesMemory: Bool = false, codes: Set<Int32> = [0]
  ) throws -> ChildUse {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o644)

    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let start = seconds()
    guard posix_spawnp(&process, arguments[0], &actions, nil, &words, environ) == 0 else {
      throw Failure("\(arguments[0]) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    var most = 0.0
    if watchesMemory {
      while wait4(process, &status, WNOHANG, &usage) == 0 {
        most = max(most, anonymousBytes(of: process))
        usleep(5_000)
      }
    } else {
      while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    }
    let taken = seconds() - start
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    guard codes.contains(code) else {
      throw Failure("\(arguments.joined(separator: " ")) ended with \(code)")
    }
    return ChildUse(seconds: taken, cpuSeconds: usage.cpuSeconds, anonymousBytes: most)
  }

  private static func anonymousBytes(of process: pid_t) -> Double {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
    for line in text.split(separator: "\n") where line.hasPrefix("RssAnon:") {
      return Double(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
    }
    return 0
  }
}

/// Seconds that this process has taken of all cores together.
func cpuSeconds() -> Double { ownUsage().cpuSeconds }

/// What this process has used so far.
func ownUsage() -> rusage {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return usage
}

extension rusage {
  fileprivate var cpuSeconds: Double {
    let whole = Double(ru_utime.tv_sec) + Double(ru_stime.tv_sec)
    return whole + (Double(ru_utime.tv_usec) + Double(ru_stime.tv_usec)) / 1e6
  }
}
