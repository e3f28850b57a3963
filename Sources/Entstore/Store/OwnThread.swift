#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// Threads that wait for nobody. Dispatch needs descriptors for its own: where the process may open no more of them it ends the
/// process, and where the host grants no thread it tries for ever.
package enum OwnThread {
  /// Runs `body` on a thread of its own, which hears no signals but those of its own faults.
  ///
  /// The corresponding C function is `pthread_create`.
  ///
  /// - Returns: False where the host grants no thread. `body` does not run then.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // Every thread begins with what the one that starts it blocks.
    var before = sigset_t()
    var signals = allButFaults
    unsafe pthread_sigmask(SIG_SETMASK, &signals, &before)
    let isStarted = start(Work(body))
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    return isStarted
  }

  private static var allButFaults: sigset_t {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { unsafe sigdelset(&signals, fault) }
    return signals
  }

  private static func start(_ work: Work) -> Bool {
    let work = unsafe Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(&thread, nil, run, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return false
    }
    return true
  }
}

#if canImport(Darwin)
  private typealias Argument = UnsafeMutableRawPointer
#else
  private typealias Argument = UnsafeMutableRawPointer?
#endif

/// What a thread begins with.
private func run(_ argument: Argument) -> UnsafeMutableRawPointer? {
  pthread_detach(pthread_self())
  let work: UnsafeMutableRawPointer? = unsafe argument
  if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
  return nil
}
