import Dispatch
import Synchronization

/// The thread that writes what was appended: one, as long as this is there, because to start one takes as long as a short commit.
final class AppendThread: Sendable {
  /// What the thread has of this. It keeps no store open.
  private final class Work: Sendable {
    let next = Mutex<(@Sendable () -> Void)?>(nil)
    let isWanted = DispatchSemaphore(value: 0)
  }

  private let work = Work()

  /// - Returns: Nil where the host grants no thread.
  init?() {
    let isStarted = OwnThread.start { [work] in
      while true {
        work.isWanted.wait()
        guard let next = work.next.withLock({ $0.take() }) else { return }
        next()
      }
    }
    if !isStarted { return nil }
  }

  deinit {
    work.isWanted.signal()
  }

  /// Runs `body` there. What was given before has been begun by then.
  func run(_ body: @escaping @Sendable () -> Void) {
    work.next.withLock { $0 = body }
    work.isWanted.signal()
  }
}
