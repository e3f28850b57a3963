#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What can still be written to a file, as far as the system tells beforehand.
enum FreeSpace {
  /// The bytes left in the file system of `path`; nil if it does not tell.
  static func byteCount(at path: String) -> UInt64? {
    var system = statvfs()
    guard unsafe statvfs(path, &system) == 0 else { return nil }
    return UInt64(system.f_bavail) * UInt64(system.f_frsize)
  }

  /// Whether a write to `path` that ended early, of which LMDB says only that it failed, has taken the last blocks there are.
  static func isExhausted(at path: String) -> Bool {
    byteCount(at: path).map { $0 < 1 << 20 } ?? false
  }
}
