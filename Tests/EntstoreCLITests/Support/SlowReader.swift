import TestProcesses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A named pipe for a child's results that is read no faster than the test reads: the child stalls on what does not fit.
final class SlowReader {
  private var descriptor: Int32

  init(_ path: String) throws {
    guard unsafe mkfifo(path, 0o600) == 0 else { throw SystemFailure(code: errno) }
    descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  deinit { close() }

  /// Waits for the first byte.
  func readOne() -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&watched, 1, -1) < 0 && errno == EINTR {}
    var byte: UInt8 = 0
    return unsafe read(descriptor, &byte, 1) == 1
  }

  func close() {
    #if canImport(Glibc)
      if descriptor >= 0 { Glibc.close(descriptor) }
    #else
      if descriptor >= 0 { Darwin.close(descriptor) }
    #endif
    descriptor = -1
  }
}
