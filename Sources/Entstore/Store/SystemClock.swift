#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The wall clock of the host.
public enum SystemClock {
  /// Now, in whole milliseconds.
  public static let now: @Sendable () -> Instant = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(epochMilliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
