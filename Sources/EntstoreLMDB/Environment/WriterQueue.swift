#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where writers wait for their turn, ahead of LMDB's own mutex.
///
/// That one lies in the lock file, and where the process that has it is killed at once with one that waits for it, all others may
/// wait for ever, because the one call that would wake the next was for a thread that is gone. A lock of the system's on the first byte of the
/// data file ends with its process, and wakes whoever is left. LMDB's mutex remains what keeps two writers apart: nobody
/// waits for it any more, and whoever comes to it by another way does no harm.
@safe final class WriterQueue: @unchecked Sendable {
  /// Between the threads of this process, which have the system's lock together. Allocated, because it must not move.
  private let turn = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(turn, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(turn)
    unsafe turn.deallocate()
  }

  /// Returns when neither a thread nor a process is left that came before. Paid back by one ``leave(_:)`` on the same thread.
  ///
  /// - Parameter file: The data file, open for writing. Where its file system knows no such locks, or this process has lost the lock
  ///   because it closed the file under another descriptor, writers meet at LMDB's mutex.
  func enter(_ file: borrowing FileDescriptor) {
    unsafe pthread_mutex_lock(turn)
    _ = file.change(F_SETLKW, F_WRLCK, at: 0, 1)
  }

  func leave(_ file: borrowing FileDescriptor) {
    _ = file.change(F_SETLK, F_UNLCK, at: 0, 1)
    unsafe pthread_mutex_unlock(turn)
  }

  /// The other process whose turn it is; nil where there is none.
  static func holder(of file: borrowing FileDescriptor) -> Int32? {
    file.change(F_GETLK, F_WRLCK, at: 0, 1).flatMap { $0.l_type == Int16(F_UNLCK) ? nil : $0.l_pid }
  }
}
