#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals in which the engine may end on a damaged page, or on one that is missing since the file was cut off.
///
/// They are the process's own to answer, so that no library may; the tool ends with a line and an exit code.
enum EngineSignals {
  static func listen() {
    for number in [SIGBUS, SIGSEGV, SIGABRT] {
      signal(number) { _ in
        let line: StaticString = """
          Error: the store's file is damaged, or was cut off while in use. Run 'entstore verify', then 'entstore salvage'.

          """
        Interruption.removeLeftovers()
        _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
        _exit(ExitCode.diskFailure.rawValue)
      }
    }
  }
}
