#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file that is closed with this value.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32

  /// The corresponding C function is `open`, with `O_CLOEXEC` added and interruptions retried.
  init(opening path: String, flags: Int32, mode: mode_t = 0) throws(LMDBError) {
    var number: Int32 = -1
    repeat { number = unsafe open(path, flags | O_CLOEXEC, mode) } while number < 0 && errno == EINTR
    if number < 0 { throw .system("open", path: path, errno: errno) }
    self.number = number
  }

  deinit { close(number) }

  /// The corresponding C function is `fstat`.
  func status(path: String) throws(LMDBError) -> stat {
    var status = stat()
    if unsafe fstat(number, &status) != 0 { throw .system("fstat", path: path, errno: errno) }
    return status
  }

  /// Makes what was written survive a loss of power.
  func synchronize(path: String) throws(LMDBError) {
    #if canImport(Darwin)
      // On Darwin, fsync leaves the data in the drive's cache.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    if fsync(number) != 0 { throw .system("fsync", path: path, errno: errno) }
  }

  /// Waits for, or with `LOCK_NB` asks for, an advisory lock of the whole file.
  ///
  /// - Returns: False if `LOCK_NB` was given and another descriptor is in the way.
  func lock(_ operation: Int32, path: String) throws(LMDBError) -> Bool {
    while flock(number, operation) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw .system("flock", path: path, errno: errno)
      }
    }
    return true
  }

  /// Waits for an advisory lock of the whole file, and not for ever: anybody can have locked it, with `flock` in a script.
  ///
  /// - Returns: False if another descriptor was in the way all the while.
  func lock(_ operation: Int32, within patience: Duration, path: String) throws(LMDBError) -> Bool {
    let end = ContinuousClock.now + patience
    while try !lock(operation | LOCK_NB, path: path) {
      if ContinuousClock.now >= end { return false }
      poll(nil, 0, 1)
    }
    return true
  }

  /// Sets, takes back, waits or asks for a lock on some bytes, to the end if `count` is 0.
  ///
  /// The corresponding C function is `fcntl`, with interruptions retried.
  ///
  /// - Returns: What it answers; nil where it fails.
  func change(_ command: Int32, _ kind: Int32, at place: off_t, _ count: off_t) -> flock? {
    var range = flock()
    range.l_type = Int16(kind)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = place
    range.l_len = count
    var result: Int32
    repeat {
      result = unsafe withUnsafeMutablePointer(to: &range) { unsafe fcntl(number, command, $0) }
    } while result != 0 && errno == EINTR
    return result == 0 ? range : nil
  }

  /// Reads up to `buffer.count` bytes at `offset`.
  ///
  /// - Returns: The number of bytes read: fewer than asked for only at the end of the file.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int, path: String) throws(LMDBError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = unsafe pread(
        number, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw .system("pread", path: path, errno: errno) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Makes a file's creation, renaming or removal in its folder survive a loss of power.
  static func synchronizeFolder(of path: String) throws(LMDBError) {
    let folder = split(path).folder
    try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY).synchronize(path: folder)
  }

  /// A path's folder, to be followed by a slash or not, and its name in there.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }
}
