import Foundation

/// Makes this process fail to write beyond `byteCount`, half-way as a full disk does.
///
/// For exit tests, which have a process of their own.
func limitFileSize(to byteCount: Int) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  #if canImport(Darwin)
    let resource = RLIMIT_FSIZE
  #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif
  unsafe getrlimit(resource, &limit)
  limit.rlim_cur = rlim_t(byteCount)
  unsafe setrlimit(resource, &limit)
}
