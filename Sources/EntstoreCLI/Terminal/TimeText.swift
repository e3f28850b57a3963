import EntstoreModel

/// Moments as people and scripts write them: ISO 8601 in UTC with milliseconds, or integer milliseconds.
package enum TimeText {
  /// `2026-02-01T00:00:00.000Z`.
  ///
  /// Exact for every instant; a year outside 0 to 9999 has a sign, as ISO 8601 wants it.
  package static func text(_ instant: Instant) -> String {
    let (days, millisecond) = floorDivide(instant.epochMilliseconds, millisecondsPerDay)
    let date = CivilDate(epochDays: days)
    let time = [
      padded(millisecond / 3_600_000, to: 2), padded(millisecond / 60_000 % 60, to: 2),
      padded(millisecond / 1_000 % 60, to: 2),
    ]
    let fraction = padded(millisecond % 1_000, to: 3)
    return "\(date.text)T\(time.joined(separator: ":")).\(fraction)Z"
  }

  /// Reads a moment of the years 1970 to 2400.
  ///
  /// Takes `2026-02-01T12:30:00.250Z`, with `+01:00` for `Z`, without seconds or fraction, the date alone for
  /// its midnight in UTC, or integer milliseconds since 1970. What a fraction has beyond milliseconds is cut.
  ///
  /// - Throws: ``TimeTextError``: says what is wrong and how it is written right. An integer below 10¹¹ is
  ///   refused: it most likely counts seconds.
  package static func instant(_ text: String) throws(TimeTextError) -> Instant {
    if !text.isEmpty, text.utf8.allSatisfy({ isDigit($0) }) { return try milliseconds(text) }
    if text.utf8.first == UInt8(ascii: "-"), !text.utf8.dropFirst().isEmpty,
      text.utf8.dropFirst().allSatisfy({ isDigit($0) })
    {
      throw .outOfRange(text)
    }
    var scanner = TimeScanner(text)
    let instant = try scanner.scan()
    guard accepted.contains(instant) else { throw .outOfRange(text) }
    return instant
  }

  private static func milliseconds(_ text: String) throws(TimeTextError) -> Instant {
    guard let number = Int64(text) else { throw .outOfRange(text) }
    guard number >= Instant.plausible.lowerBound.epochMilliseconds else {
      throw .looksLikeSeconds(number)
    }
    let instant = Instant(epochMilliseconds: number)
    guard accepted.contains(instant) else { throw .outOfRange(text) }
    return instant
  }

  /// 1970-01-01 up to the end of 2400.
  private static let accepted =
    Instant(
      epochMilliseconds: 0)..<Instant(
      epochMilliseconds: CivilDate(year: 2401, month: 1, day: 1).epochDays * millisecondsPerDay)
}

/// Why a text is no moment.
package enum TimeTextError: Error, Hashable, Sendable {
  /// It has not the form of one.
  case malformed(String)
  /// A field has a value that does not exist, such as hour 25 or February 30.
  case noSuchValue(String, field: String)
  /// It has a time of day but no offset from UTC.
  case missingOffset(String)
  /// An integer too small for milliseconds.
  case looksLikeSeconds(Int64)
  /// It is before 1970 or after 2400.
  case outOfRange(String)
}

extension TimeTextError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let text):
      "\(quoted(text)) is no time; write 2026-02-01T00:00:00Z, 2026-02-01, or milliseconds since 1970"
    case .noSuchValue(let text, let field):
      "\(quoted(text)) does not exist: there is no such \(field)"
    case .missingOffset(let text):
      "\(quoted(text)) has no offset; for UTC, write \(quoted(text + "Z"))"
    case .looksLikeSeconds(let number):
      "'\(number)' is too small for milliseconds since 1970; "
        + (number < 100_000_000 ? "" : "if it counts seconds, write '\(number)000'; ")
        + "a date is written 2026-02-01"
    case .outOfRange(let text):
      "\(quoted(text)) is not between the beginning of 1970 and the end of 2400"
    }
  }
}

let millisecondsPerDay: Int64 = 86_400_000

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
