import Foundation
import Testing

private let good = [SampleEvent.all[0].line, SampleEvent.all[3].line]

/// The line of a good event with one text in it replaced by another.
private func spoiled(_ text: String, _ other: String) -> [UInt8] {
  Array(SampleEvent.all[5].line.replacing(text, with: other).utf8)
}

/// Imports good line, bad line, good line; the bad one must be refused by its place, and the good ones kept.
private func expectRefusal(_ bad: [UInt8], _ reason: String, in folder: TestFolder) throws {
  let bytes = Array(good[0].utf8) + [10] + bad + [10] + Array(good[1].utf8) + [10]
  try folder.write(bytes, to: "in.ndjson")
  let result = try folder.run("import --store s.entstore --unsigned in.ndjson")
  #expect(result.code == 65)
  #expect(result.output == "3 read: 2 applied, 0 recorded, 0 duplicates, 1 refused\n")
  let lines = result.messages.split(separator: "\n")
  #expect(lines.count == 1 && result.messages.hasPrefix("in.ndjson:2: "), "\(result.messages.prefix(400))")
  #expect(result.messages.contains(reason), "\(result.messages.prefix(400))")
  #expect(result.messages.utf8.count < 500, "a message quotes no more than a little of its input")
  let kept = try folder.run("query --store s.entstore --subject bob --key app.basic --at 2026-01-20")
  #expect(kept.code == 0 && kept.messages == "")
  #expect(try folder.run("verify --store s.entstore").code == 0)
}

/// A line that must be refused, and what the refusal says.
private struct BadLine: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: [UInt8]
  let reason: String

  init(_ name: String, _ bytes: [UInt8], _ reason: String) {
    testDescription = name
    self.bytes = bytes
    self.reason = reason
  }
}

private let badLines = [
  BadLine("broken JSON", Array(#"{"notificationType": "REFUND", "notificationUUID": }"#.utf8), "JSON"),
  BadLine("a line that is cut off", Array(SampleEvent.all[5].line.utf8.dropLast(20)), "JSON"),
  BadLine("text that is no JSON", Array("hello there".utf8), "nothing that the App Store sends"),
  BadLine("a line with NUL", spoiled("3000", "30\u{0}00"), "NUL"),
  BadLine(
    "bytes that are no UTF-8", Array(#"{"notificationType": "\#("REFUND")"#.utf8) + [0xc3, 0x28] + [0x7d],
    "UTF-8"
  ),
  BadLine("control bytes", [0x1f, 0x8b, 8, 0, 0xff, 1, 2, 3], "binary"),
  BadLine("a JSON that nobody sends", Array(#"{"hello": "there"}"#.utf8), "nothing that the App Store sends"),
  BadLine(
    "no originalTransactionId", spoiled(#""originalTransactionId": "3000""#, #""x": 1"#),
    "originalTransactionId"
  ),
  BadLine(
    "a date in seconds", spoiled(#""signedDate": 1767657600000"#, #""signedDate": 1767657600"#), "seconds"),
  BadLine(
    "a date beyond 2400", spoiled(#""signedDate": 1767657600000"#, #""signedDate": 99999999999999"#), "2400"),
  BadLine(
    "an event of sandbox", spoiled("Production", "Sandbox"), "Sandbox event in a production store"),
  BadLine("an event of Xcode", spoiled("Production", "Xcode"), "Xcode"),
  BadLine(
    "an export line that is cut off", Array(#"{"entstore":1,"rail":"appStore","id":"x""#.utf8),
    "ends too early"),
  BadLine("an export line without its id", Array(#"{"entstore":1,"rail":"appStore"}"#.utf8), "is missing"),
  BadLine("an export line of a later version", Array(#"{"entstore":3}"#.utf8), "version 3"),
]

@Test(arguments: badLines)
private func `a bad line is refused by its place and reason, and the good lines are kept`(_ bad: BadLine)
  throws
{
  try expectRefusal(bad.bytes, bad.reason, in: TestFolder())
}

@Test func `a subject of 300 bytes is refused with both sizes`() throws {
  let long = String(repeating: "s", count: 300)
  let line = SampleEvent(id: "long", subject: long, lineage: "4000").line
  try expectRefusal(Array(line.utf8), "300", in: TestFolder())
}

@Test func `JSON that is nested 100 000 deep is refused and not recursed into`() throws {
  let folder = try TestFolder()
  let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
  try expectRefusal(Array(#"{"notificationType": "TEST", "data": \#(deep)}"#.utf8), "nested", in: folder)
  let objects = String(repeating: #"{"a":"#, count: 100_000) + "1" + String(repeating: "}", count: 100_000)
  try expectRefusal(Array(objects.utf8), "nested", in: TestFolder())
}

@Test func `a line of 17 MB is refused and not held`() throws {
  let folder = try TestFolder()
  let long = [UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20)
  try expectRefusal(
    Array(#"{"notificationType": ""#.utf8) + long + Array(#""}"#.utf8), "larger than 16 MiB", in: folder)
}

@Test func `an app that the store does not take is refused by name`() throws {
  let folder = try TestFolder()
  try folder.write(good, to: "in.ndjson")
  let result = try folder.run("import --store s.entstore --unsigned --app other --app third in.ndjson")
  #expect(result.code == 65 && result.output.hasPrefix("2 read: 0 applied"))
  #expect(
    result.messages.hasPrefix("in.ndjson:1: event e1 is of the app app; this store takes other, third\n"))
}

@Test func `input without a signature is refused unless somebody vouches for it`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let exported = try folder.run("export --store s.entstore").output
  try folder.write(exported, to: "exported.ndjson")
  for (file, count) in [("events.ndjson", 6), ("exported.ndjson", 7)] {
    let result = try folder.run("import --store t.entstore \(file)")
    #expect(result.code == 65)
    #expect(result.output == "\(count) read: 0 applied, 0 recorded, 0 duplicates, \(count) refused\n")
    // The first run made the store, and says what to do with it.
    let lines = result.messages.split(separator: "\n").filter { !$0.hasPrefix("Nothing was taken. If ") }
    #expect(lines.count == count && lines.allSatisfy { $0.contains("--unsigned") })
  }
}

@Test func `a store that was made for input of the other environment is spoken of once`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e1", environment: "Sandbox").line], to: "in.ndjson")
  let first = try folder.run("import --store s.entstore --unsigned in.ndjson")
  #expect(first.code == 65)
  let lines = first.messages.split(separator: "\n").map(String.init)
  #expect(
    lines.first?.hasSuffix("; a store of its own takes it, made with '--environment'") == true)
  let note =
    "Nothing was taken. If s.entstore should hold the other environment, delete it and import again with "
    + "'--environment sandbox'."
  #expect(lines.count == 2 && lines.last == note)
  #expect(try folder.run("import --store s.entstore --unsigned in.ndjson").messages == lines[0] + "\n")
}
