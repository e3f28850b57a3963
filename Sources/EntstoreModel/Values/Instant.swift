/// A moment, counted in whole milliseconds from the Unix epoch.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let epochMilliseconds: Int64

  /// A moment `epochMilliseconds` after 1970-01-01T00:00:00Z.
  public init(epochMilliseconds: Int64) {
    self.epochMilliseconds = epochMilliseconds
  }

  public static func < (a: Instant, b: Instant) -> Bool {
    a.epochMilliseconds < b.epochMilliseconds
  }

  /// The moment `span` later; saturates at the ends of what 64 bits can count.
  public func advanced(by span: TimeSpan) -> Instant {
    let (sum, overflow) = epochMilliseconds.addingReportingOverflow(span.milliseconds)
    if overflow { return span.milliseconds > 0 ? .greatest : .least }
    return Instant(epochMilliseconds: sum)
  }

  package static let least = Instant(epochMilliseconds: .min)
  package static let greatest = Instant(epochMilliseconds: .max)
}

/// A length of time in whole milliseconds.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length; negative runs backwards.
  public let milliseconds: Int64

  /// A span of so many milliseconds.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// A span of so many seconds.
  public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count * 1_000) }
  /// A span of so many hours.
  public static func hours(_ count: Int64) -> TimeSpan { .seconds(count * 3_600) }
  /// A span of so many days of 24 hours.
  public static func days(_ count: Int64) -> TimeSpan { .hours(count * 24) }

  /// As long, the other way; the least span, which has no counterpart, becomes the greatest.
  package var negated: TimeSpan {
    TimeSpan(milliseconds: milliseconds == .min ? .max : -milliseconds)
  }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.milliseconds < b.milliseconds }
}

extension Instant {
  /// The range in which a store's clock is believed: a smaller number is seconds, not milliseconds
  /// (10¹¹ ms is March 1973), a greater one is beyond the year 2400.
  public static let plausible =
    Instant(epochMilliseconds: 100_000_000_000)..<Instant(epochMilliseconds: 13_569_465_600_000)
}
