#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The size of a file in bytes.
enum FileSize {
  static func of(_ path: String) throws(StoreError) -> UInt64 {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw .engine(code: errno, message: "cannot read the size of \(path)", isRetryable: false)
    }
    return UInt64(status.st_size)
  }
}
