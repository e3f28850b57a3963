import Synchronization

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
  /// The address of the names of files to be removed then, each ended by a NUL, and one NUL more: a handler may not allocate.
  private static let leftovers = Atomic<UInt>(0)

  static func listen() {
    remove([])
    // Whatever is made at its first use is made here.
    removeLeftovers()
    for number in [SIGBUS, SIGSEGV, SIGABRT] {
      signal(number) { _ in
        let line: StaticString = """
          Error: the store's file is damaged, or was cut off while in use. Run 'entstore verify', which says what to do.

          """
        EngineSignals.removeLeftovers()
        _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
        _exit(ExitCode.diskFailure.rawValue)
      }
    }
  }

  /// Has these files removed by such an end, and no others.
  static func remove(_ names: [String]) {
    let bytes = Array(names.map { $0 + "\0" }.joined().utf8) + [0]
    let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (offset, byte) in bytes.enumerated() { unsafe place[offset] = CChar(bitPattern: byte) }
    // What was there before stays: a handler may be reading it.
    leftovers.store(UInt(bitPattern: place), ordering: .releasing)
  }

  /// Removes them now; the process is about to end otherwise.
  static func removeLeftovers() {
    guard var name = unsafe UnsafePointer<CChar>(bitPattern: leftovers.load(ordering: .acquiring)) else {
      return
    }
    while unsafe name.pointee != 0 {
      if unsafe unlink(name) != 0 { unsafe rmdir(name) }
      unsafe name += strlen(name) + 1
    }
  }
}
