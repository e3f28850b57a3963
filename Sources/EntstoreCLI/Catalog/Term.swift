import Entstore

/// How long a non-renewing product lasts, as ISO 8601 writes it. Only units of one length: days, weeks, hours, minutes.
enum Term {
  static func span(_ text: String, at path: String) throws(CatalogFileError) -> TimeSpan {
    let wrong = CatalogFileError.badDuration(text, at: path)
    guard text.first == "P" else { throw wrong }
    var total: Int64 = 0
    var number: Int64?
    var isTime = false
    for character in text.dropFirst() {
      if let digit = character.wholeNumberValue, character.isASCII {
        guard (number ?? 0) < 1_000_000 else { throw wrong }
        number = (number ?? 0) * 10 + Int64(digit)
        continue
      }
      if character == "T", !isTime, number == nil {
        isTime = true
        continue
      }
      guard let count = number, let unit = milliseconds(of: character, isTime: isTime) else { throw wrong }
      total += count * unit
      number = nil
    }
    guard total > 0, number == nil else { throw wrong }
    return TimeSpan(milliseconds: total)
  }

  /// The shortest way to write a span.
  static func text(_ span: TimeSpan) -> String {
    let milliseconds = span.milliseconds
    if milliseconds % 86_400_000 == 0 { return "P\(milliseconds / 86_400_000)D" }
    if milliseconds % 3_600_000 == 0 { return "PT\(milliseconds / 3_600_000)H" }
    return "PT\(milliseconds / 60_000)M"
  }

  private static func milliseconds(of unit: Character, isTime: Bool) -> Int64? {
    switch (unit, isTime) {
    case ("W", false): 7 * 86_400_000
    case ("D", false): 86_400_000
    case ("H", true): 3_600_000
    case ("M", true): 60_000
    default: nil
    }
  }
}
