#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs this program once more, with its own words, and waits for it.
enum ChildProcess {
  enum End {
    case exited(Int32)
    case signalled(Int32)
  }

  static func run(_ words: [String]) throws(CommandFailure) -> End {
    let arguments = [CommandLine.arguments[0]] + words
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
    // Where the engine aborts, the end is the finding; a page of registers after it tells nobody anything.
    unsafe setenv("SWIFT_BACKTRACE", "enable=no", 0)
    var child: pid_t = 0
    let code = unsafe pointers.withUnsafeMutableBufferPointer { list in
      unsafe posix_spawn(&child, programPath, nil, nil, list.baseAddress!, environ)
    }
    if code != 0 {
      throw CommandFailure(code: .fault, message: "cannot start a child process: \(systemText(code))")
    }

    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      if errno != EINTR {
        throw CommandFailure(code: .fault, message: "lost the child process: \(systemText(errno))")
      }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
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
