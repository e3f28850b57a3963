import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals in which the engine may end on a damaged page, or on one that is missing since the file was cut off, and in which
/// everything may end where memory has run out.
///
/// They are the process's own to answer, so that no library may; the tool ends with a line and an exit code.
enum EngineSignals {
  /// The address of the names of files to be removed then, each ended by a NUL, and one NUL more: a handler may not allocate.
  private static let leftovers = Atomic<UInt>(0)

  static func listen() {
    remove([])
    // Whatever is made at its first use is made here.
    removeLeftovers()
    // Where the stack cannot grow there is none for the handler either.
    let size = 64 << 10
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe stack.ss_size = numericCast(size)
    unsafe sigaltstack(&stack, nil)
    answer(SIGBUS) { _ in
      // Only a map meets it: a place in the file that is not there.
      EngineSignals.end(
        """
        Error: the store's file is damaged, or was cut off while in use. Run 'entstore verify', which says what to do.

        """, .diskFailure)
    }
    for number in [SIGSEGV, SIGABRT] {
      answer(number) { _ in EngineSignals.end(EngineSignals.unknown, .diskFailure) }
    }
    // What the program itself makes sure of, memory included; damage is met before.
    for number in [SIGILL, SIGTRAP] {
      answer(number) { _ in EngineSignals.end(EngineSignals.unknown, .fault) }
    }
  }

  private static var unknown: StaticString {
    """
    Error: entstore ended in a fault: the store's file is damaged, or memory has run out, or the fault is entstore's own. \
    Run 'entstore verify': where it calls the store sound, look at limits ('ulimit -v') and memory.

    """
  }

  private static func answer(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_ONSTACK)
    unsafe sigaction(number, &action, nil)
  }

  /// Allocates nothing, and calls only what a handler may.
  private static func end(_ line: StaticString, _ code: ExitCode) -> Never {
    removeLeftovers()
    _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    _exit(code.rawValue)
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
