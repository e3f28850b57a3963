import Testing

/// Payloads in the form of signed ones, of which nobody signed any.
private func signed(_ payload: String) -> String {
  let certificates = (0..<3).map { "\"" + String(repeating: "\($0)Ab+", count: 200) + "==\"" }
  let header = #"{"alg":"ES256","x5c":["# + certificates.joined(separator: ",") + "]}"
  return [header, payload, String(repeating: "s", count: 64)].map(base64URL).joined(separator: ".")
}

private func base64URL(_ text: String) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  return String(
    stride(from: 0, to: bits.count, by: 6).map { start in
      digits[(0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }]
    })
}

private let lines = [
  signed(SampleEvent(id: "e1", signed: 1).line),
  SampleEvent(id: "e2", signed: 2).line,
  signed(SampleEvent(id: "e3", signed: 3).line),
]

@Test func `raw history is the payloads as they came, newest first`() throws {
  let folder = try TestFolder()
  try folder.write(lines, to: "events.ndjson")
  try folder.write(SampleEvent.catalog, to: "catalog.json")
  let imported = try folder.run("import --store s.entstore --unsigned events.ndjson")
  #expect(imported.code == 0)
  // An act came without a payload.
  try folder.run("catalog set --store s.entstore catalog.json")
  let result = try folder.run("history --store s.entstore --raw")
  let newestFirst = lines.reversed().map { $0 + "\n" }.joined()
  #expect(result == ToolResult(code: 0, output: newestFirst, messages: ""))
  let one = try folder.run("history --store s.entstore --raw --subject ann --limit 1")
  #expect(one.output == lines[2] + "\n")
}

@Test func `an export of signed payloads imports to the same export`() throws {
  let folder = try TestFolder()
  try folder.write(lines, to: "events.ndjson")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  let first = try folder.run("export --store s.entstore")
  try folder.write(first.output, to: "export.ndjson")
  let imported = try folder.run("import --store t.entstore --unsigned export.ndjson")
  let second = try folder.run("export --store t.entstore")
  #expect(imported.code == 0 && first.output.contains("base64url") && second == first)
  let raw = try folder.run("history --store t.entstore --raw")
  #expect(raw.output == lines.reversed().map { $0 + "\n" }.joined())
}

@Test func `raw and JSON are two things to ask for`() throws {
  let folder = try TestFolder()
  let result = try folder.run("history --store s.entstore --raw --json")
  #expect(result.code == 64 && result.messages.hasPrefix("Error: Give '--raw' or '--json', not both."))
}
