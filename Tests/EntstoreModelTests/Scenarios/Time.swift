import EntstoreModel

/// The start of a life's day: days are counted from one fixed midnight.
func day(_ number: Int64) -> Instant {
  Instant(epochMilliseconds: 1_767_225_600_000).advanced(by: .days(number))
}

extension Instant {
  static func + (instant: Instant, span: TimeSpan) -> Instant { instant.advanced(by: span) }

  static func - (instant: Instant, span: TimeSpan) -> Instant {
    instant.advanced(by: TimeSpan(milliseconds: -span.milliseconds))
  }
}

extension TimeSpan {
  /// The smallest step of any clock here.
  static let tick = TimeSpan(milliseconds: 1)
  static func minutes(_ count: Int64) -> TimeSpan { .seconds(count * 60) }
}
