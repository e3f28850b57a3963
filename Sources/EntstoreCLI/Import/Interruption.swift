import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and SIGTERM. What is committed stays, and nothing is half there.
enum Interruption {
  private static let requested = Atomic<Int32>(0)
  /// A pipe that can be read once a signal has come; -1 while nobody listens.
  private static let readingEnd = Atomic<Int32>(-1)
  private static let writingEnd = Atomic<Int32>(-1)
  /// The `Farewell` of who ends at the first signal, as an address; 0: the signal is only taken note of.
  private static let farewell = Atomic<UInt>(0)
  /// The child process that goes with this one; 0: none.
  private static let child = Atomic<Int32>(0)

  /// What a signal handler, which may not allocate, says and removes.
  @safe private struct Farewell {
    let words: UnsafeMutablePointer<CChar>
    let leftovers: [UnsafeMutablePointer<CChar>]
  }

  /// Takes note of a signal from here on, for who commits in steps and asks between them; a second one ends the process at once.
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
    for number in [SIGINT, SIGTERM] { signal(number) { Interruption.hear($0) } }
  }

  /// Ends the process at the first signal from here on, for who changes nothing, or all of it in one step.
  ///
  /// - Parameters:
  ///   - words: What to say then.
  ///   - leftovers: Files to remove then.
  static func endAtOnce(
    saying words: String = "Interrupted; nothing has changed.", removing leftovers: [String] = []
  ) {
    let place = UnsafeMutablePointer<Farewell>.allocate(capacity: 1)
    // Kept for the rest of the process: the handler may be reading it.
    unsafe place.initialize(
      to: Farewell(words: strdup(words + "\n")!, leftovers: leftovers.map { unsafe strdup($0)! }))
    farewell.store(UInt(bitPattern: place), ordering: .releasing)
    listen()
  }

  /// Only takes note of a signal from here on: what is about to be done is short and must be done wholly.
  static func holdOff() {
    farewell.store(0, ordering: .relaxed)
  }

  private static func hear(_ number: Int32) {
    let before = errno
    let isSecond = requested.exchange(number, ordering: .relaxed) != 0
    if let last = unsafe UnsafePointer<Farewell>(bitPattern: farewell.load(ordering: .acquiring)) {
      let child = child.load(ordering: .relaxed)
      if child > 0 { kill(child, SIGKILL) }
      removeLeftovers()
      _ = unsafe write(STDERR_FILENO, last.pointee.words, strlen(last.pointee.words))
      _exit(128 + number)
    }
    if isSecond { _exit(128 + number) }
    _ = unsafe write(writingEnd.load(ordering: .relaxed), "!", 1)
    errno = before
  }

  /// Removes what whoever ends now would leave half done. For a signal handler.
  static func removeLeftovers() {
    guard let last = unsafe UnsafePointer<Farewell>(bitPattern: farewell.load(ordering: .acquiring)) else {
      return
    }
    for place in unsafe last.pointee.leftovers.indices { unsafe unlink(last.pointee.leftovers[place]) }
  }

  /// Starts a child process that a signal which ends this one ends too.
  static func withChild(_ start: () -> Int32) -> Int32 {
    var (both, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&both)
    for number in [SIGINT, SIGTERM] { unsafe sigaddset(&both, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &both, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let started = start()
    child.store(started, ordering: .relaxed)
    return started
  }

  /// The child has ended, and its number may become another's.
  static func forgetChild() {
    child.store(0, ordering: .relaxed)
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
