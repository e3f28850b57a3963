#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a thread sleeps until something has become true: for waits that may last as long as a reader reads.
@safe final class Latch: @unchecked Sendable {
  // Allocated, because a pthread mutex must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Returns once `condition` holds; whoever makes it true calls ``wake()`` afterwards.
  func wait(until isTrue: () -> Bool) {
    unsafe pthread_mutex_lock(mutex)
    while !isTrue() { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  func wake() {
    // Locked, so that a waiter that has just looked is asleep before it is woken.
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}
