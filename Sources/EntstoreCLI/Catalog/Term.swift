import Entstore

/// How long something lasts, as ISO 8601 writes it. Only units of one length: days, weeks, hours, minutes, seconds.
enum Term {
  /// The span of a member of a catalog, which is more than nothing.
  static func span(_ text: String, at path: String) throws(CatalogFileError) -> TimeSpan {
    guard let span = span(text), span.milliseconds > 0 else { throw .badDuration(text, at: path) }
    return span
  }

  /// The span that `text` states; `nil` if it states none.
  static func span(_ text: String) -> TimeSpan? {
    guard text.first == "P" else { return nil }
    var total: Int64 = 0
    var number: Int64?
    var isTime = false
    var isEmpty = true
    for character in text.dropFirst() {
      if let digit = character.wholeNumberValue, character.isASCII {
        guard (number ?? 0) < 1_000_000 else { return nil }
        number = (number ?? 0) * 10 + Int64(digit)
        continue
      }
      if character == "T", !isTime, number == nil {
        isTime = true
        continue
      }
      guard let count = number, let unit = milliseconds(of: character, isTime: isTime) else { return nil }
      let (sum, isTooLong) = total.addingReportingOverflow(count * unit)
      if isTooLong { return nil }
      total = sum
      isEmpty = false
      number = nil
    }
    guard !isEmpty, number == nil else { return nil }
    return TimeSpan(milliseconds: total)
  }

  /// The shortest way to write a span.
  static func text(_ span: TimeSpan) -> String {
    let milliseconds = span.milliseconds
    if milliseconds % 86_400_000 == 0 { return "P\(milliseconds / 86_400_000)D" }
    if milliseconds % 3_600_000 == 0 { return "PT\(milliseconds / 3_600_000)H" }
    if milliseconds % 60_000 == 0 { return "PT\(milliseconds / 60_000)M" }
    if milliseconds % 1_000 == 0 { return "PT\(milliseconds / 1_000)S" }
    // Only a program sets such a span, and people only read it.
    return "PT\(Double(milliseconds) / 1_000)S"
  }

  private static func milliseconds(of unit: Character, isTime: Bool) -> Int64? {
    switch (unit, isTime) {
    case ("W", false): 7 * 86_400_000
    case ("D", false): 86_400_000
    case ("H", true): 3_600_000
    case ("M", true): 60_000
    case ("S", true): 1_000
    default: nil
    }
  }
}
