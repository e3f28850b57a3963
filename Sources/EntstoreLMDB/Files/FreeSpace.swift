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

  /// Whether a write to `path` that ended early, of which LMDB says only that it failed, ran out of space.
  ///
  /// Such a write takes the last blocks there are, or stops at the limit of the process.
  static func isExhausted(at path: String) -> Bool {
    if let left = byteCount(at: path), left < 1 << 20 { return true }
    var limit = rlimit()
    var status = stat()
    #if canImport(Darwin)
      let resource = RLIMIT_FSIZE
    #else
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    guard unsafe getrlimit(resource, &limit) == 0, unsafe stat(path, &status) == 0 else { return false }
    return UInt64(status.st_size) >= UInt64(limit.rlim_cur)
  }
}
