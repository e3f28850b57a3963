import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system call that a test needs failed.
package struct SystemFailure: Error {
  package let code: Int32

  package init(code: Int32) { self.code = code }
}

/// Nobody starts a child while another opens what no child is to inherit.
private let starting = NSLock()

/// A pipe that no other child inherits.
package func privatePipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  starting.lock()
  defer { starting.unlock() }
  guard unsafe pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// What a child has one of its descriptors for.
package struct Stream: Sendable {
  fileprivate enum Source {
    case file(String, flags: Int32)
    case descriptor(Int32)
  }

  fileprivate let child: Int32
  fileprivate let source: Source

  /// The file at `path` is read.
  package static func reading(_ child: Int32, _ path: String) -> Stream {
    Stream(child: child, source: .file(path, flags: O_RDONLY))
  }

  /// The file at `path` is written anew.
  package static func writing(_ child: Int32, _ path: String) -> Stream {
    Stream(child: child, source: .file(path, flags: O_WRONLY | O_CREAT | O_TRUNC))
  }

  /// A descriptor of this process.
  package static func inherited(_ child: Int32, _ descriptor: Int32) -> Stream {
    Stream(child: child, source: .descriptor(descriptor))
  }
}

/// Starts a program, the first of `words`, with nothing of this process but what is said, and what a sanitizer is told if this
/// runs under one.
package func spawn(_ words: [String], _ streams: [Stream], environment: [String: String]) throws -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t? = nil
    var attributes: posix_spawnattr_t? = nil
  #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  // The threads that tests run on block signals, and some tests ignore them; a child would inherit that.
  var (none, all) = (sigset_t(), sigset_t())
  unsafe sigemptyset(&none)
  unsafe sigfillset(&all)
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setsigdefault(&attributes, &all)
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for stream in streams {
    switch stream.source {
    case .file(let path, let flags):
      unsafe posix_spawn_file_actions_addopen(&actions, stream.child, path, flags, 0o600)
    case .descriptor(let descriptor):
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, stream.child)
    }
  }
  var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  var environment = environment
  environment["TSAN_OPTIONS"] = ProcessInfo.processInfo.environment["TSAN_OPTIONS"]
  var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
  defer {
    while let word = unsafe arguments.popLast() { unsafe free(word) }
    while let variable = unsafe variables.popLast() { unsafe free(variable) }
  }
  var child: pid_t = 0
  starting.lock()
  defer { starting.unlock() }
  let code = unsafe posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
  if code != 0 { throw SystemFailure(code: code) }
  return child
}

/// Waits until a child has ended, or, where it `mayStop`, has stopped; what `waitpid` says of it.
package func status(of child: pid_t, mayStop: Bool = false) -> Int32 {
  var status: Int32 = 0
  while unsafe waitpid(child, &status, mayStop ? WUNTRACED : 0) < 0 && errno == EINTR {}
  return status
}

/// What a child that has ended with `status` has as its code: that of its exit, or the number of the signal below 0.
package func code(of status: Int32) -> Int32 {
  status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
}

/// Adds what comes from a descriptor next to `heard`; false at the end.
package func hearMore(from descriptor: Int32, _ heard: inout [UInt8]) -> Bool {
  var buffer = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { heard += buffer[..<count] }
    if count >= 0 || errno != EINTR { return count > 0 }
  }
}
