#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The wall clock of the host.
public enum SystemClock {
  /// Now, in whole milliseconds; a time that they cannot count is the last one or the first one that they can.
  public static let now: @Sendable () -> Instant = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000)
    if overflow { return time.tv_sec > 0 ? .greatest : .least }
    return Instant(epochMilliseconds: seconds).advanced(
      by: TimeSpan(milliseconds: Int64(time.tv_nsec) / 1_000_000))
  }

  /// Makes sure that something can be dated by a clock that says `now`.
  ///
  /// - Throws: ``StoreError/implausibleClock(now:)``.
  package static func check(_ now: Instant) throws(StoreError) {
    guard Instant.plausible.contains(now) else { throw .implausibleClock(now: now) }
  }
}
