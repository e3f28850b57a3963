import Testing

@Test(arguments: [
  (
    "--subject ann",
    """
    SIGNED                    WHAT      PRODUCT  DOOR
    2026-02-10T00:00:00.000Z  refunded  app.pro  vouched
    2026-01-31T00:00:00.000Z  renewed   app.pro  vouched
    2026-01-01T00:00:00.000Z  bought    app.pro  vouched

    """
  ),
  (
    "--lineage 3000",
    """
    SIGNED                    WHAT    PRODUCT  DOOR
    2026-01-06T00:00:00.000Z  bought  app.pro  vouched

    """
  ),
  (
    "--since 2026-01-11 --until 2026-02-10 --limit 2",
    """
    SIGNED                    WHAT            PRODUCT    DOOR
    2026-01-31T00:00:00.000Z  renewed         app.pro    vouched
    2026-01-13T00:00:00.000Z  auto-renew off  app.basic  vouched

    """
  ),
])
func `history tells what happened, newest first`(_ words: String, _ table: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("history --store s.entstore \(words)")
  #expect(result == ToolResult(code: 0, output: table, messages: ""))
}

@Test func `history of nobody is empty and no error`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("history --store s.entstore --subject nobody")
  #expect(result == ToolResult(code: 0, output: "", messages: "No events.\n"))
}

@Test func `history for a program is one document a line`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("history --store s.entstore --subject ann --json")
  let documents = result.output.split(separator: "\n").map {
    String($0).replacing(/"receivedAt": "[^"]+"/, with: #""receivedAt": ?"#)
  }
  #expect(result.code == 0 && documents.count == 3)
  let document = [
    #"{"sequence": 3, "signedAt": "2026-02-10T00:00:00.000Z", "receivedAt": ?, "rail": "appStore", "id": "e3", "#,
    #""what": "refunded", "type": "REFUND", "subtype": null, "provenance": "vouched", "app": "app", "#,
    #""lineages": ["1000"], "product": "app.pro", "expiresAt": "2026-03-02T00:00:00.000Z", "#,
    #""revokedAt": "2026-02-10T00:00:00.000Z", "act": null, "subject": null, "reason": null, "key": null, "#,
    #""from": null, "until": null, "token": null, "movedFrom": null, "outcome": null}"#,
  ]
  #expect(documents.first == document.joined())
}

@Test func `a long history has its titles once, and every event`() throws {
  let folder = try TestFolder()
  let events = (0..<1_001).map { SampleEvent(id: "e\($0)", signed: Double($0) / 1_000) }
  try folder.write(events.map(\.line), to: "events.ndjson")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  let result = try folder.run("history --store s.entstore --subject ann")
  let lines = result.output.split(separator: "\n")
  #expect(lines.count == 1_002 && lines.count { $0.hasPrefix("SIGNED") } == 1)
  #expect(Array(lines.dropFirst()) == lines.dropFirst().sorted().reversed())
}

@Test func `what no terminal shows is not cut, whatever the names`() throws {
  let folder = try TestFolder()
  let long = String(repeating: "long.name.", count: 20)
  try folder.write([SampleEvent(id: long, lineage: long, product: long).line], to: "events.ndjson")
  let imported = try folder.run("import --store s.entstore --unsigned events.ndjson")
  #expect(imported.code == 0)
  for words in ["history", "query --subject ann --at 2026-01-05"] {
    let result = try folder.run("\(words) --store s.entstore")
    #expect(result.output.contains(long) && !result.output.contains("…"))
  }
}
