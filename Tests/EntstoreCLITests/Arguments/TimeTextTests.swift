import EntstoreCLI
import EntstoreModel
import Testing

@Test(arguments: [
  ("1970-01-01T00:00:00.000Z", 0),
  ("1999-12-31T23:59:59.999Z", 946_684_799_999),
  ("2000-02-29T12:00:00.000Z", 951_825_600_000),
  ("2024-02-29T00:00:00.000Z", 1_709_164_800_000),
  ("2026-02-01T00:00:00.000Z", 1_769_904_000_000),
  ("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
  ("2400-01-01T00:00:00.000Z", 13_569_465_600_000),
  ("2400-12-31T23:59:59.999Z", 13_601_087_999_999),
])
func `a moment reads back as it was written`(_ text: String, _ milliseconds: Int64) throws {
  let instant = Instant(epochMilliseconds: milliseconds)
  #expect(TimeText.text(instant) == text)
  #expect(try TimeText.instant(text) == instant)
}

@Test func `every day from 1970 to 2400 follows the one before it`() throws {
  var expected: Int64 = 0
  for year in 1970...2400 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (index, length) in lengths.enumerated() {
      for day in 1...length {
        let date = "\(year)-\(two(index + 1))-\(two(day))"
        let instant = Instant(epochMilliseconds: expected)
        if try TimeText.instant(date) != instant || TimeText.text(instant) != date + "T00:00:00.000Z" {
          Issue.record("\(date) is not \(expected)")
          return
        }
        expected += 86_400_000
      }
      let missing = "\(year)-\(two(index + 1))-\(two(length + 1))"
      #expect(throws: TimeTextError.noSuchValue(missing, field: "day")) { try TimeText.instant(missing) }
    }
  }
  #expect(expected == 13_601_088_000_000)
}

@Test(arguments: [
  ("2026-02-01", "2026-02-01T00:00:00.000Z"),
  ("2026-02-01T10:30Z", "2026-02-01T10:30:00.000Z"),
  ("2026-02-01T10:30:15Z", "2026-02-01T10:30:15.000Z"),
  ("2026-02-01 10:30:15z", "2026-02-01T10:30:15.000Z"),
  ("2026-02-01T10:30:15.5Z", "2026-02-01T10:30:15.500Z"),
  ("2026-02-01T10:30:15.1239999Z", "2026-02-01T10:30:15.123Z"),
  ("2026-02-01T00:30:00+01:00", "2026-01-31T23:30:00.000Z"),
  ("2026-02-28T23:30:00-05:30", "2026-03-01T05:00:00.000Z"),
  ("1769904000001", "2026-02-01T00:00:00.001Z"),
  ("100000000000", "1973-03-03T09:46:40.000Z"),
])
func `other ways to write a moment are read`(_ text: String, _ canonical: String) throws {
  #expect(try TimeText.text(TimeText.instant(text)) == canonical)
}

@Test(arguments: [
  ("2026-13-01", "month"), ("2026-00-01", "month"), ("2026-02-30", "day"), ("2025-02-29", "day"),
  ("2100-02-29", "day"), ("2026-04-31", "day"), ("2026-01-00", "day"),
  ("2026-01-01T25:00Z", "hour"), ("2026-01-01T24:00Z", "hour"), ("2026-01-01T10:60Z", "minute"),
  ("2026-01-01T10:00:60Z", "second"), ("2026-01-01T10:00+24:00", "offset"),
])
func `what the calendar or the clock does not have is refused by name`(_ text: String, _ field: String) {
  #expect(throws: TimeTextError.noSuchValue(text, field: field)) { try TimeText.instant(text) }
}

@Test(arguments: [
  "", "now", "-", "2026", "2026-2-1", "2026-02", "2026/02/01", "2026-02-01T", "2026-02-01T10Z",
  "2026-02-01T10:30:Z", "2026-02-01T10:30:15.Z", "2026-02-01T10:30:15Zx", "2026-02-01T10:30:15+1",
  "2026-02-01T10:30:15+01:000", "２０２６-02-01", "2026-02-01Z", "1.7e12", " 2026-02-01",
])
func `what is no moment is refused`(_ text: String) {
  #expect(throws: TimeTextError.self) { try TimeText.instant(text) }
}

@Test func `integers that look like seconds are refused with what they may have meant`() {
  let error = #expect(throws: TimeTextError.self) { try TimeText.instant("1769904000") }
  #expect(error == .looksLikeSeconds(1_769_904_000))
  #expect(error?.description.contains("if it counts seconds, write '1769904000000'") == true)
  #expect(throws: TimeTextError.looksLikeSeconds(99_999_999_999)) { try TimeText.instant("99999999999") }
}

@Test(arguments: [
  "1969-12-31", "2401-01-01", "0026-02-01", "1970-01-01T00:00+01:00", "13601088000000", "-1",
  "99999999999999999999999",
])
func `moments out of the accepted years are refused`(_ text: String) {
  let error = #expect(throws: TimeTextError.self) { try TimeText.instant(text) }
  #expect(error == .outOfRange(text))
  #expect(error?.description == "'\(text)' is not between the beginning of 1970 and the end of 2400")
}

@Test func `a time without an offset is refused with the right form`() {
  let error = #expect(throws: TimeTextError.self) { try TimeText.instant("2026-02-01T10:30") }
  #expect(error?.description == "'2026-02-01T10:30' has no offset; for UTC, write '2026-02-01T10:30Z'")
}

@Test func `moments far from here still have a text`() {
  #expect(TimeText.text(Instant(epochMilliseconds: -1)) == "1969-12-31T23:59:59.999Z")
  #expect(TimeText.text(Instant(epochMilliseconds: 253_402_300_800_000)) == "+10000-01-01T00:00:00.000Z")
  #expect(TimeText.text(Instant(epochMilliseconds: -62_167_219_200_001)) == "-0001-12-31T23:59:59.999Z")
  #expect(TimeText.text(Instant(epochMilliseconds: .max)) == "+292278994-08-17T07:12:55.807Z")
  #expect(TimeText.text(Instant(epochMilliseconds: .min)) == "-292275055-05-16T16:47:04.192Z")
}

private func two(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}
