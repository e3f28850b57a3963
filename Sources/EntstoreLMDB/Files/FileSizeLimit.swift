#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How large this process may make a file.
enum FileSizeLimit {
  /// Whether a write to `path` that ended early, of which LMDB says only that it failed, stopped at the limit.
  static func isReached(at path: String) -> Bool {
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
