/// A day of the Gregorian calendar, extended to all years.
struct CivilDate: Hashable {
  let year: Int64
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  // Years are counted from March here, so that the leap day is the last of its year and the months before it
  // always have the same lengths: 153 days for every five.

  /// The day that is `epochDays` after 1970-01-01.
  init(epochDays: Int64) {
    let (era, dayOfEra) = floorDivide(epochDays + Self.daysToEpoch, Self.daysPerEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  var epochDays: Int64 {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysToEpoch
  }

  /// Whether the calendar has this day.
  var exists: Bool {
    guard (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length: Int64 =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    return (1...length).contains(day)
  }

  /// `2026-02-01`.
  var text: String {
    let years = padded(abs(year), to: 4)
    let sign = year < 0 ? "-" : year > 9_999 ? "+" : ""
    return "\(sign)\(years)-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  private static let daysPerEra: Int64 = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let daysToEpoch: Int64 = 719_468
}

/// The quotient rounded down, and the remainder, which is never negative.
func floorDivide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

/// The number in decimal, with zeros in front up to `count` digits.
func padded(_ number: Int64, to count: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}
