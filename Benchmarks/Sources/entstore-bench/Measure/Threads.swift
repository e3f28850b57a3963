import Dispatch
import Foundation
import Synchronization

/// Runs all jobs at once, each on a thread, and returns when the last one is done.
func together(_ jobs: [() throws -> Void]) throws {
  if jobs.count == 1 { return try jobs[0]() }
  let failures = Failures()
  // Each job belongs to one of the threads alone.
  nonisolated(unsafe) let jobs = jobs
  DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
    do { try jobs[index]() } catch { failures.note(error) }
  }
  try failures.check()
}

/// Runs `body` while another thread does `job` again and again.
func whileRunning<R>(_ job: @escaping @Sendable () throws -> Void, _ body: () throws -> R) throws -> R {
  let failures = Failures()
  let isDone = Flag()
  let hasBegun = DispatchSemaphore(value: 0)
  let hasEnded = DispatchSemaphore(value: 0)
  let thread = Thread {
    do {
      try job()
      hasBegun.signal()
      while !isDone.isSet { try job() }
    } catch {
      failures.note(error)
      hasBegun.signal()
    }
    hasEnded.signal()
  }
  thread.start()
  hasBegun.wait()
  let result = Result { try body() }
  isDone.set()
  hasEnded.wait()
  try failures.check()
  return try result.get()
}

/// The first thing that went wrong on some thread.
final class Failures: Sendable {
  private let first = Mutex<(any Error)?>(nil)

  func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }

  func check() throws {
    if let error = first.withLock({ $0 }) { throw error }
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// Keeps the optimizer from leaving out what is not used.
@inline(never)
@_optimize(none)
func consume<T>(_ value: T) {}
