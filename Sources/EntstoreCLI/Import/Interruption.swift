import Entstore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, SIGTERM, and SIGHUP, which a terminal that is closed sends. What is committed stays, and nothing is half there.
///
/// A thread of its own waits for them. In a handler, which may have come in the middle of an allocation, nothing could be done
/// that allocates.
enum Interruption {
  private static let requested = Atomic<Int32>(0)
  /// A pipe that can be read once a signal has come; -1 while nobody listens.
  private static let readingEnd = Atomic<Int32>(-1)
  private static let writingEnd = Atomic<Int32>(-1)
  private static let ending = Mutex(Ending())
  /// Whether the thread that does the work is to be stopped for good, and whether it has been.
  private static let isHolding = Atomic<Bool>(false)
  private static let isHeld = Atomic<Bool>(false)

  /// What a signal ends.
  private struct Ending {
    /// What to say if the process ends at the first signal; `nil`: that is only taken note of.
    var farewell: String?
    /// Whether it ends at the first signal now.
    var isDue: @Sendable () -> Bool = { true }
    /// The child process that goes with this one; 0: none.
    var child: pid_t = 0
    /// Whether the child ends by itself, and soon: ended where it stands it might leave files that nobody knows of.
    var isChildAwaited = false
  }

  /// Takes note of a signal from here on, for who commits in steps and asks between them; a second one ends the process at once.
  ///
  /// - Throws: Where no signal could be heard: too many open files, or no thread.
  static func listen() throws(CommandFailure) {
    guard readingEnd.load(ordering: .relaxed) < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw CommandFailure(code: .diskFailure, message: "cannot wait for signals: \(systemText(errno))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writingEnd.store(ends[1], ordering: .relaxed)
    readingEnd.store(ends[0], ordering: .relaxed)
    // Whatever is made at its first use is made here.
    isHolding.store(false, ordering: .relaxed)
    isHeld.store(false, ordering: .relaxed)
    // All threads but the first block it. From anybody else it means nothing.
    signal(SIGURG) { _ in
      guard Interruption.isHolding.load(ordering: .acquiring) else { return }
      Interruption.isHeld.store(true, ordering: .releasing)
      while true { pause() }
    }
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &before)
    // What was blocked before is somebody else's to hear: that of who started this process as a child. What is ignored stays so.
    let awaited = [SIGINT, SIGTERM, SIGHUP].filter { number in
      let isBlocked = unsafe sigismember(&before, number) == 1
      return !isBlocked && !isIgnored(number)
    }
    var signals = set(of: awaited)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    if OwnThread.start({ wait(for: awaited) }) { return }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    throw .noThread
  }

  /// As `nohup` has it.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    return signals
  }

  private static func wait(for awaited: [Int32]) -> Never {
    var signals = set(of: awaited)
    while true {
      var number: Int32 = 0
      if unsafe sigwait(&signals, &number) == 0 { hear(number) }
    }
  }

  private static func hear(_ number: Int32) {
    let isSecond = requested.exchange(number, ordering: .relaxed) != 0
    ending.withLock { ending in
      if !isSecond, !ending.isDue() { return }
      if let farewell = ending.farewell {
        say(farewell)
        endChild(ending)
        holdOthers()
        EngineSignals.removeLeftovers()
      }
      if isSecond || ending.farewell != nil { _exit(128 + number) }
    }
    _ = unsafe write(writingEnd.load(ordering: .relaxed), "!", 1)
  }

  private static func endChild(_ ending: Ending) {
    guard ending.child > 0 else { return }
    if !ending.isChildAwaited {
      kill(ending.child, SIGKILL)
      return
    }
    // Left to who waits for it already; whoever comes second finds no such child.
    var end = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(ending.child), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }

  /// Stops whoever may just be making what is about to be removed, which may be in the middle of an allocation. A thread that the system
  /// does not let go of for half a second, because its disk is slow, is not waited for.
  private static func holdOthers() {
    isHolding.store(true, ordering: .releasing)
    kill(getpid(), SIGURG)
    for _ in 0..<500 where !isHeld.load(ordering: .acquiring) { poll(nil, 0, 1) }
  }

  /// Says it if that can be said without waiting for somebody to read it.
  private static func say(_ words: String) {
    var messages = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&messages, 1, 0) == 1 else { return }
    var line = words + "\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Ends the process at the first signal from here on, for who changes nothing, or all of it in one step.
  ///
  /// - Parameters:
  ///   - words: What to say then.
  ///   - leftovers: Files to remove then, or when the engine ends the process, or nobody reads its results any more; a folder
  ///     behind what is in it.
  ///   - isChildAwaited: Whether a child process that was started is left to end by itself first, and not killed.
  ///   - isDue: Asked when it comes, on another thread; where this says no, the signal is only taken note of, and a second one ends
  ///     the process.
  static func endAtOnce(
    saying words: String = "Interrupted; nothing has changed.", removing leftovers: [String] = [],
    awaitingChild isChildAwaited: Bool = false, if isDue: @escaping @Sendable () -> Bool = { true }
  ) throws(CommandFailure) {
    ending.withLock { ending in
      ending.farewell = words
      ending.isChildAwaited = isChildAwaited
      ending.isDue = isDue
      EngineSignals.remove(leftovers)
    }
    try listen()
  }

  /// Only takes note of a signal from here on: what is about to be done is short and must be done wholly.
  static func holdOff() {
    ending.withLock { ending in
      ending.farewell = nil
      ending.isDue = { true }
      EngineSignals.remove([])
    }
  }

  /// Does not return where a signal is just ending the process: what it takes away, or the child that it ends, must not be told of as a
  /// fault.
  static func giveWay() {
    ending.withLock { _ in }
  }

  /// Starts a child process that a signal which ends this one ends too.
  static func withChild(_ start: () -> pid_t) -> pid_t {
    ending.withLock { ending in
      ending.child = start()
      return ending.child
    }
  }

  /// The child has ended, and its number may become another's.
  static func forgetChild() {
    ending.withLock { $0.child = 0 }
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
