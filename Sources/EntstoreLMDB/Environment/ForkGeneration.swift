import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells a forked child that what its parent opened is not its own.
///
/// LMDB knows its process by the id it had at open; a child that used or closed the environment would tear
/// down its parent's reader slots. Asking `getpid` on every read costs a system call, counting forks a load.
enum ForkGeneration {
  private static let count = Atomic<Int>(0)

  private static let isWatching: Bool = {
    pthread_atfork(nil, nil, { ForkGeneration.count.wrappingAdd(1, ordering: .relaxed) }) == 0
  }()

  /// The generation to keep with an environment that is being opened.
  static func atOpen() -> Int {
    precondition(isWatching, "pthread_atfork is out of memory")
    return current
  }

  static var current: Int { count.load(ordering: .relaxed) }
}
