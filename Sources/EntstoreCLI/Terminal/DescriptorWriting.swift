#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes all the bytes, however many calls that takes.
///
/// - Returns: 0, or the `errno` of the call that failed; a part may have been written before it.
func writeAll(_ bytes: RawSpan, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.extracting(droppingFirst: count)
      continue
    }
    switch errno {
    case EINTR: continue
    case EAGAIN:
      // Another process made the shared terminal or pipe non-blocking.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    case let code: return code
    }
  }
  return 0
}

/// What the system calls an `errno`, and what to do where that is not told by its name.
func systemText(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  let remedy = code == EMFILE ? "; raise the limit ('ulimit -n')" : ""
  return unsafe String(cString: text) + remedy
}

/// Ends the process as if the signal of a closed pipe had: nobody reads on, so there is nothing to say.
func endForClosedPipe() -> Never {
  EngineSignals.removeLeftovers()
  _exit(128 + SIGPIPE)
}

let closedPipe = EPIPE
