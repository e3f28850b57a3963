import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Counts the transactions inside an environment, so that closing and remapping happen when there are none.
struct TransactionGate: ~Copyable, Sendable {
  private let state = Atomic<Int>(0)
  private let latch = Latch()

  private static var closed: Int { 1 << 62 }
  private static var exclusive: Int { 1 << 61 }

  /// Lets a transaction in; false once the gate is closed. Every true is paid back by one ``leave()``.
  ///
  /// Never waits for other transactions: they may belong to the calling thread.
  func enter() -> Bool {
    while true {
      let state = state.wrappingAdd(1, ordering: .acquiring).newValue
      if state < Self.exclusive { return true }
      leave()
      if state & Self.closed != 0 { return false }
      sched_yield()
    }
  }

  func leave() {
    if state.wrappingSubtract(1, ordering: .releasing).newValue == Self.closed { latch.wake() }
  }

  /// Runs `body` if no transaction is inside, and keeps them out meanwhile.
  func whenEmpty(_ body: () -> Void) -> Bool {
    let (exchanged, _) = state.compareExchange(
      expected: 0, desired: Self.exclusive, ordering: .acquiringAndReleasing)
    guard exchanged else { return false }
    body()
    let state = state.wrappingSubtract(Self.exclusive, ordering: .acquiringAndReleasing).newValue
    if state == Self.closed { latch.wake() }
    return true
  }

  /// Lets nobody in any more, and returns when the last transaction has left.
  func close() {
    state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
    latch.wait { state.load(ordering: .acquiring) == Self.closed }
  }
}
