import Foundation
import Testing

/// The sample's events, each laid out over several lines.
private var documents: [String] {
  get throws {
    try SampleEvent.all.map { event in
      let object = try JSONSerialization.jsonObject(with: Data(event.line.utf8))
      let data = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
      return String(decoding: data, as: UTF8.self)
    }
  }
}

/// The texts that hold the same six events.
private func sample(_ shape: String) throws -> String {
  let lines = SampleEvent.all.map(\.line)
  return switch shape {
  case "lines": lines.joined(separator: "\n") + "\n"
  case "lines, the last without its end": lines.joined(separator: "\n")
  case "Windows lines": lines.joined(separator: "\r\n") + "\r\n"
  case "a byte order mark": "\u{feff}" + lines.joined(separator: "\n")
  case "blank lines between": "\n\n" + lines.joined(separator: "\n\n \n") + "\n\n"
  case "documents over several lines": try documents.joined(separator: "\n") + "\n"
  case "documents that touch": try documents.joined()
  case "documents with Windows lines": try documents.joined(separator: "\n").replacing("\n", with: "\r\n")
  case "an array on one line": "[" + lines.joined(separator: ",") + "]"
  case "an array over several lines": try "[\n" + documents.joined(separator: ",\n") + "\n]\n"
  case "an array, then lines": "[\(lines[0]), \(lines[1])]\n" + lines[2...].joined(separator: "\n")
  default: preconditionFailure("no such shape: \(shape)")
  }
}

private let shapes = [
  "lines", "lines, the last without its end", "Windows lines", "a byte order mark", "blank lines between",
  "documents over several lines", "documents that touch", "documents with Windows lines",
  "an array on one line",
  "an array over several lines", "an array, then lines",
]

@Test(arguments: shapes)
func `the same events in any layout are the same store`(_ shape: String) throws {
  let folder = try TestFolder()
  try folder.write(sample(shape), to: "in")
  let all = ToolResult(
    code: 0, output: "6 read: 6 applied, 0 recorded, 0 duplicates, 0 refused\n", messages: "")
  #expect(try folder.run("import --store a.entstore --unsigned in") == all)
  #expect(try folder.run("import --store b.entstore --unsigned -", input: sample(shape)) == all)

  try folder.write(sample("lines"), to: "lines")
  let again = try folder.run("import --store a.entstore --unsigned --json lines")
  #expect(
    again.output
      == #"{"read": 6, "applied": 0, "recorded": 0, "duplicates": 6, "refused": 0, "submission": null}"#
      + "\n")
}

@Test func `a refusal inside a document or an array names the line on which it begins`() throws {
  let folder = try TestFolder()
  var all = try documents
  let lines = all[0].split(separator: "\n").count
  all[1] = all[1].replacing("Production", with: "Sandbox")
  for (name, text, line) in [
    ("documents", all.joined(separator: "\n"), lines + 1),
    ("array", "[\n" + all.joined(separator: ",\n") + "\n]", lines + 2),
  ] {
    try folder.write(text, to: name)
    let result = try folder.run("import --store \(name).entstore --unsigned \(name)")
    #expect(result.code == 65 && result.messages.hasPrefix("\(name):\(line): "), "\(result.messages)")
    #expect(result.output == "6 read: 5 applied, 0 recorded, 0 duplicates, 1 refused\n")
  }
}

@Test func `a refusal inside an array names the element`() throws {
  let folder = try TestFolder()
  let good = SampleEvent.all.map(\.line)
  let sandbox = SampleEvent(id: "e9", environment: "Sandbox").line
  let old = SampleEvent(id: "e8", signed: -30_000).line
  try folder.write(
    #"[\#(good[0]), 5, \#(sandbox), {"notificationHistory": [{"signedPayload": 1}]}]"# + "\n", to: "in")
  let result = try folder.run("import --store s.entstore --unsigned in")
  #expect(result.code == 65 && result.output == "4 read: 1 applied, 0 recorded, 0 duplicates, 3 refused\n")
  let lines = result.messages.split(separator: "\n")
  #expect(lines.count == 3)
  #expect(lines[0].hasPrefix("in:1: [1]: it is neither"))
  #expect(lines[1].hasPrefix("in:1: [2]: "))
  #expect(lines[2].hasPrefix("in:1: [3]: notificationHistory[0].signedPayload is 1"))
  // Also where the store refuses it, and in what is no array there is no element.
  try folder.write("[\(good[1]),\n\(old)]\n{}\n", to: "in")
  let next = try folder.run("import --store s.entstore --unsigned in").messages.split(separator: "\n")
  #expect(next.count == 2 && next[0].hasPrefix("in:2: [1]: ") && next[1].hasPrefix("in:3: it "), "\(next)")
  let claim = try folder.run("claim --store s.entstore --subject ann --unsigned in").messages
  #expect(claim.contains("in:2: [1]: "), "\(claim)")
}

@Test func `an array that is cut off keeps what was whole`() throws {
  let folder = try TestFolder()
  let lines = SampleEvent.all.map(\.line)
  try folder.write("[\n" + lines[...2].joined(separator: ",\n") + ",\n{\"notificationType\": \"REF", to: "in")
  let result = try folder.run("import --store s.entstore --unsigned in")
  #expect(result.code == 65 && result.output == "5 read: 3 applied, 0 recorded, 0 duplicates, 2 refused\n")
  #expect(result.messages.hasPrefix("in:5: "))
  #expect(result.messages.hasSuffix("in:5: the array is not closed; is the file cut off?\n"))
}

@Test func `standard input goes by its name, alone or among files`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all[...2].map(\.line), to: "first.ndjson")
  let rest = SampleEvent.all[3...].map(\.line).joined(separator: "\n") + "\nnonsense\n"
  let result = try folder.run("import --store s.entstore --unsigned first.ndjson -", input: rest)
  #expect(result.code == 65 && result.messages.hasPrefix("standard input:4: "))
  #expect(result.output == "7 read: 6 applied, 0 recorded, 0 duplicates, 1 refused\n")
}

@Test func `the order and repetition of the input change no answer`() throws {
  let folder = try TestFolder()
  let lines = SampleEvent.all.map(\.line)
  try folder.write(lines, to: "forward")
  try folder.write(lines.reversed() + lines, to: "backward")
  for name in ["forward", "backward"] { try folder.run("import --store \(name).entstore --unsigned \(name)") }
  for words in ["--subject ann", "--subject bob", "--lineage 3000"] {
    let query = "query \(words) --json --at 2026-02-05 --store "
    #expect(try folder.run(query + "forward.entstore") == folder.run(query + "backward.entstore"))
  }
}

@Test func `a StoreKit configuration file is a catalog`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.write(
    """
    {"version": {"major": 3, "minor": 0}, "products": [
      {"productID": "coins", "type": "Consumable"}, {"productID": "app.lifetime", "type": "NonConsumable"}],
     "nonRenewingSubscriptions": [{"productID": "app.season"}],
     "subscriptionGroups": [{"id": "1", "name": "Pro", "subscriptions": [
       {"productID": "app.pro"}, {"productID": "app.pro.yearly"}]}]}
    """, to: "app.storekit")
  #expect(
    try folder.run("catalog set --store s.entstore app.storekit").output
      == "Catalog set: 3 keys, 4 products.\n")
  #expect(
    try folder.run("catalog show --store s.entstore --json").output
      == #"{"entitlements": {"Pro": {"appStore": ["app.pro", "app.pro.yearly"], "includes": []}, "#
      + #""app.lifetime": {"appStore": ["app.lifetime"], "includes": []}, "#
      + #""app.season": {"appStore": ["app.season"], "includes": []}}, "products": {}}"#
      + "\n")
  #expect(try folder.run("query --store s.entstore --subject ann --key Pro --at 2026-01-02").code == 0)
}
