#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the surroundings of the process say about where its text goes.
package enum Terminal {
  /// Whether the descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The value of an environment variable, or `nil` if it is not set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The place of the first argument that is not UTF-8; the tool's own name has place 0.
  ///
  /// `CommandLine.arguments` repairs such bytes, and then two names that differ are the same one.
  static var firstUnreadableArgument: Int? {
    CommandLine.arguments.indices.dropFirst().first { place in
      guard let bytes = unsafe CommandLine.unsafeArgv[place] else { return false }
      return unsafe String(validatingCString: bytes) == nil
    }
  }

  /// The columns of the terminal behind the descriptor, or `nil` if it is none or does not say.
  package static func columns(_ descriptor: Int32) -> Int? {
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    guard unsafe ioctl(descriptor, windowSizeRequest, &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The width to lay text out in that goes to the descriptor.
  ///
  /// 80 unless it is a terminal; then `COLUMNS` or the terminal's own, from 40 to 100: longer lines read
  /// badly.
  package static func textWidth(_ descriptor: Int32) -> Int {
    guard isTerminal(descriptor) else { return 80 }
    return min(100, max(40, statedColumns ?? columns(descriptor) ?? 80))
  }

  /// The width to lay a table out in that goes to the descriptor.
  ///
  /// No bound unless it is a terminal: what a program or a file takes is never cut. Then `COLUMNS` or the terminal's own, and
  /// 80 where neither says.
  package static func tableWidth(_ descriptor: Int32) -> Int {
    isTerminal(descriptor) ? max(40, statedColumns ?? columns(descriptor) ?? 80) : .max
  }

  private static var statedColumns: Int? {
    environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Makes the process safe to write from: call once, before any file is opened.
  ///
  /// A closed pipe, and a limit on the size of files, become an error of the write instead of a signal. Standard descriptors that the caller
  /// closed are taken, so that no store is ever opened as number 1 and written over by results; reading or
  /// writing them fails as if they were still closed.
  package static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Where the toolchain is, Swift's runtime takes Ctrl-\ for a crash, and goes on afterwards.
    signal(SIGQUIT, SIG_DFL)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  #if canImport(Darwin)
    /// `TIOCGWINSZ`, which Swift does not import there.
    private static let windowSizeRequest: UInt = 0x4008_7468
  #else
    private static let windowSizeRequest = UInt(TIOCGWINSZ)
  #endif
}

/// Nanoseconds of a clock that only runs forward.
package func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
