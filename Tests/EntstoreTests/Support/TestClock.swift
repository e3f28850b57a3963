import EntstoreModel
import Synchronization

/// A wall clock that stands still until it is set.
final class TestClock: Sendable {
  private let instant: Mutex<Instant>

  init(_ instant: Instant) { self.instant = Mutex(instant) }

  var now: Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }
}

/// The start of a day: days are counted from one fixed midnight.
func day(_ number: Int64) -> Instant {
  Instant(epochMilliseconds: 1_767_225_600_000).advanced(by: .days(number))
}

extension Instant {
  static func + (instant: Instant, span: TimeSpan) -> Instant { instant.advanced(by: span) }

  static func - (instant: Instant, span: TimeSpan) -> Instant {
    instant.advanced(by: TimeSpan(milliseconds: -span.milliseconds))
  }
}
