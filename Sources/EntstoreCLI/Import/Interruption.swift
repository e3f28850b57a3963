import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and SIGTERM, heard between batches: what is committed stays, and nothing is half there.
enum Interruption {
  private static let requested = Atomic<Int32>(0)

  /// Listens from here on; a second signal ends the process at once.
  static func listen() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.requested.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }

  static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

  /// The exit code of a process that a signal ended: 128 and its number.
  static var exitCode: Int32 { 128 + requested.load(ordering: .relaxed) }
}
