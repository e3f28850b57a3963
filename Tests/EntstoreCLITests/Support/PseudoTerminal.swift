#if os(Linux)
  import Glibc
  import TestProcesses

  /// A terminal without anybody at it.
  final class PseudoTerminal {
    /// What a child opens.
    let path: String
    private let other: Int32
    private var heard: [UInt8] = []

    init() throws {
      // `posix_openpt` and its companions, which Swift does not import.
      other = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (unlock, number) = (Int32(0), Int32(0))
      guard other >= 0, unsafe ioctl(other, 0x4004_5431, &unlock) == 0,
        unsafe ioctl(other, 0x8004_5430, &number) == 0
      else { throw SystemFailure(code: errno) }
      path = "/dev/pts/\(number)"
    }

    deinit { close(other) }

    /// Waits for this text to be shown; false if whoever shows it ends without it.
    func waitFor(_ text: String) -> Bool {
      while !shown.contains(text) {
        if !hearMore(from: other, &heard) { return false }
      }
      return true
    }

    /// All that was shown until the last one that was waited for.
    var shown: String { String(decoding: heard, as: UTF8.self) }
  }
#endif
