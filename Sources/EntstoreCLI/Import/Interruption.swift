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
      // Without SA_RESTART: waiting for input ends with the signal, not with the next byte.
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = heard
      #else
        unsafe action.__sigaction_handler.sa_handler = heard
      #endif
      unsafe sigaction(number, &action, nil)
    }
  }

  private static let heard: @convention(c) (Int32) -> Void = { number in
    if Interruption.requested.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
  }

  static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

  /// The exit code of a process that a signal ended: 128 and its number.
  static var exitCode: Int32 { 128 + requested.load(ordering: .relaxed) }
}
