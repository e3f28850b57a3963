import EntstoreModel

/// Reads one ISO 8601 text from front to back.
struct TimeScanner {
  private let text: String
  private var rest: Substring.UTF8View

  init(_ text: String) {
    self.text = text
    rest = text[...].utf8
  }

  /// The moment that the whole text names.
  mutating func scan() throws(TimeTextError) -> Instant {
    let year = try number(digits: 4)
    try expect("-")
    let month = try number(digits: 2)
    try expect("-")
    let date = CivilDate(year: year, month: month, day: try number(digits: 2))
    guard (1...12).contains(month) else { throw .noSuchValue(text, field: "month") }
    guard date.exists else { throw .noSuchValue(text, field: "day") }
    let midnight = date.epochDays * millisecondsPerDay
    if rest.isEmpty { return Instant(epochMilliseconds: midnight) }
    guard take("T") || take("t") || take(" ") else { throw .malformed(text) }
    let time = try timeOfDay()
    return Instant(epochMilliseconds: midnight + time - (try offset()))
  }

  private mutating func timeOfDay() throws(TimeTextError) -> Int64 {
    let hour = try number(digits: 2)
    try expect(":")
    let minute = try number(digits: 2)
    var second: Int64 = 0
    var millisecond: Int64 = 0
    if take(":") {
      second = try number(digits: 2)
      if take(".") { millisecond = try fraction() }
    }
    guard hour < 24 else { throw .noSuchValue(text, field: "hour") }
    guard minute < 60 else { throw .noSuchValue(text, field: "minute") }
    guard second < 60 else { throw .noSuchValue(text, field: "second") }
    return ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
  }

  /// Any number of digits, of which three count.
  private mutating func fraction() throws(TimeTextError) -> Int64 {
    let digits = rest.prefix(while: isDigit)
    guard !digits.isEmpty else { throw .malformed(text) }
    rest = rest.dropFirst(digits.count)
    var value: Int64 = 0
    for index in 0..<3 {
      let digit = digits.dropFirst(index).first ?? UInt8(ascii: "0")
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// Milliseconds that the text's clock is ahead of UTC.
  private mutating func offset() throws(TimeTextError) -> Int64 {
    if rest.isEmpty { throw .missingOffset(text) }
    if take("Z") || take("z") {
      guard rest.isEmpty else { throw .malformed(text) }
      return 0
    }
    let sign: Int64
    if take("+") {
      sign = 1
    } else if take("-") {
      sign = -1
    } else {
      throw .malformed(text)
    }
    let hours = try number(digits: 2)
    try expect(":")
    let minutes = try number(digits: 2)
    guard rest.isEmpty else { throw .malformed(text) }
    guard hours < 24, minutes < 60 else { throw .noSuchValue(text, field: "offset") }
    return sign * (hours * 60 + minutes) * 60_000
  }

  private mutating func number(digits count: Int) throws(TimeTextError) -> Int64 {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = rest.popFirst(), isDigit(digit) else { throw .malformed(text) }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(TimeTextError) {
    guard take(character) else { throw .malformed(text) }
  }
}
