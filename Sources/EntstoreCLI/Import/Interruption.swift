import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Thrown out of work that changes nothing until its end.
struct Interrupted: Error {}

/// Ctrl-C and SIGTERM, heard between batches: what is committed stays, and nothing is half there.
enum Interruption {
  private static let requested = Atomic<Int32>(0)
  /// A pipe that can be read once a signal has come; -1 while nobody listens.
  private static let readingEnd = Atomic<Int32>(-1)
  private static let writingEnd = Atomic<Int32>(-1)

  /// Listens from here on; a second signal ends the process at once.
  static func listen() {
    guard readingEnd.load(ordering: .relaxed) < 0 else { return }
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    writingEnd.store(ends[1], ordering: .relaxed)
    readingEnd.store(ends[0], ordering: .relaxed)
    requested.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.requested.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
        let before = errno
        _ = unsafe write(Interruption.writingEnd.load(ordering: .relaxed), "!", 1)
        errno = before
      }
    }
  }

  static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

  /// Waits until `descriptor` can be read or a signal has come: a `read` that has begun to wait sleeps through the signal.
  static func waitForInput(on descriptor: Int32) {
    var watched = [descriptor, readingEnd.load(ordering: .relaxed)].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while unsafe poll(&watched, 2, -1) < 0, errno == EINTR, !isRequested {}
  }

  /// The exit code of a process that a signal ended: 128 and its number.
  static var exitCode: Int32 { 128 + requested.load(ordering: .relaxed) }
}
