#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs this program once more, with its own words, and waits for it.
///
/// A signal that ends this process ends the child too; Ctrl-C, which a terminal sends to both, is this one's to hear.
enum ChildProcess {
  enum End {
    case exited(Int32)
    case signalled(Int32)
  }

  /// Its results and messages go where this process's go.
  static func run(_ words: [String]) throws(CommandFailure) -> End {
    try wait(for: start(words, results: nil))
  }

  /// Takes in its results; its messages go where this process's go.
  static func capture(_ words: [String]) throws(CommandFailure) -> (end: End, results: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 { throw failure("start a child process", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(CommandFailure) {
      child = try start(words, results: ends[1])
      close(ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    var results: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(ends[0], $0.baseAddress, $0.count) }
      if count > 0 { results += buffer[..<count] }
      if count == 0 || (count < 0 && errno != EINTR) { break }
    }
    return (try wait(for: child), results)
  }

  private static func start(_ words: [String], results: Int32?) throws(CommandFailure) -> pid_t {
    let arguments = [CommandLine.arguments[0]] + words
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
      var attributes: posix_spawnattr_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    if let results { unsafe posix_spawn_file_actions_adddup2(&actions, results, STDOUT_FILENO) }
    var interrupt = sigset_t()
    unsafe sigemptyset(&interrupt)
    unsafe sigaddset(&interrupt, SIGINT)
    unsafe posix_spawnattr_setsigmask(&attributes, &interrupt)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // Where the engine aborts, the end is the finding; a page of registers after it tells nobody anything.
    unsafe setenv("SWIFT_BACKTRACE", "enable=no", 0)
    var code: Int32 = 0
    let child = Interruption.withChild {
      var child: pid_t = 0
      code = unsafe pointers.withUnsafeMutableBufferPointer { list in
        unsafe posix_spawn(&child, programPath, &actions, &attributes, list.baseAddress!, environ)
      }
      return code == 0 ? child : 0
    }
    if code != 0 { throw failure("start a child process", code) }
    return child
  }

  private static func wait(for child: pid_t) throws(CommandFailure) -> End {
    defer { Interruption.forgetChild() }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      if errno != EINTR { throw failure("wait for the child process", errno) }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// Whether a process ends by this signal for what it met, and not because somebody ended it: the host, for want of memory, or a limit.
  static func isFault(_ signal: Int32) -> Bool {
    [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP].contains(signal)
  }

  /// Of a child that was ended by `signal` before it had found anything out.
  static func failure(_ signal: Int32) -> CommandFailure {
    CommandFailure(
      code: .diskFailure,
      message:
        "the process that looked at the store was ended by signal \(signal), and has found nothing out: look at limits and memory"
    )
  }

  private static func failure(_ what: String, _ code: Int32) -> CommandFailure {
    CommandFailure(code: .diskFailure, message: "cannot \(what): \(systemText(code))")
  }

  private static var programPath: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      var size: UInt32 = 4_096
      var buffer = [CChar](repeating: 0, count: 4_096)
      unsafe _NSGetExecutablePath(&buffer, &size)
      return unsafe String(cString: buffer)
    #endif
  }
}
