import Testing

@Test(arguments: [
  (
    "--subject ann --at 2026-02-05",
    """
    KEY    ACCESS  STATUS  WHY   PAID UNTIL
    pro    yes     active  paid  2026-03-02T00:00:00.000Z
    basic  yes     active  paid  2026-03-02T00:00:00.000Z

    """
  ),
  (
    "--subject ann --at 2026-02-20",
    """
    KEY    ACCESS  STATUS    WHY       PAID UNTIL
    pro    no      refunded  refunded  2026-03-02T00:00:00.000Z
    basic  no      refunded  refunded  2026-03-02T00:00:00.000Z

    """
  ),
  (
    "--lineage 3000 --at 2026-01-20",
    """
    KEY    ACCESS  STATUS  WHY   PAID UNTIL
    pro    yes     active  paid  2026-02-05T00:00:00.000Z
    basic  yes     active  paid  2026-02-05T00:00:00.000Z

    """
  ),
])
func `query without a key lists what a subject or lineage has or had`(_ words: String, _ table: String) throws
{
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore \(words)")
  #expect(result == ToolResult(code: 0, output: table, messages: ""))
}

@Test(arguments: [
  (
    "--subject ann --key pro --at 2026-02-05", 0,
    "yes: active (paid), access until 2026-03-02T02:00:00.000Z, app.pro"
  ),
  (
    "--subject ann --key basic --at 2026-03-02T01:00:00Z --known-at 2026-01-01", 1,
    "no: nothing is known of them"
  ),
  (
    "--subject ann --key pro --at 2026-02-20", 1, "no: refunded, paid until 2026-03-02T00:00:00.000Z, app.pro"
  ),
  (
    "--subject bob --key basic --at 2026-02-10", 1,
    "no: expired (lapsed), paid until 2026-02-10T00:00:00.000Z, app.basic"
  ),
  ("--subject bob --key pro --at 2026-01-20", 1, "no: nothing of theirs opens 'pro'"),
  ("--subject nobody --key pro --at 2026-01-20", 1, "no: nothing is known of them"),
  (
    "--lineage 3000 --key pro --at 2026-02-05T01:59:59.999Z", 0,
    "yes: active (awaitingRenewal), access until 2026-02-05T02:00:00.000Z, app.pro"
  ),
  (
    "--lineage 3000 --key pro --at 2026-02-05T02:00:00Z", 1,
    "no: expired (lapsed), paid until 2026-02-05T00:00:00.000Z, app.pro"
  ),
])
func `query with a key answers in a sentence and as the exit code`(
  _ words: String, _ code: Int32, _ sentence: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore \(words)")
  #expect(result == ToolResult(code: code, output: sentence + "\n", messages: ""))
}

@Test(arguments: [
  (
    "--subject ann --key pro --at 2026-02-05", 0,
    #"{"subject": "ann", "key": "pro", "at": "2026-02-05T00:00:00.000Z", "isEntitled": true, "status": "active", "#
      + #""reason": "paid", "until": "2026-03-02T00:00:00.000Z", "entitledUntil": "2026-03-02T02:00:00.000Z", "#
      + #""product": "app.pro", "rail": "appStore", "lineage": "1000", "expiresAt": "2026-03-02T00:00:00.000Z", "#
      + #""willAutoRenew": true, "ownership": "purchased", "isTrial": false, "signedAt": "2026-02-10T00:00:00.000Z"}"#
  ),
  (
    "--subject nobody --key pro --at 2026-01-20", 1,
    #"{"subject": "nobody", "key": "pro", "at": "2026-01-20T00:00:00.000Z", "isEntitled": false, "status": "none", "#
      + #""reason": "none", "until": null, "entitledUntil": null, "product": null, "rail": null, "lineage": null, "#
      + #""expiresAt": null, "willAutoRenew": null, "ownership": null, "isTrial": false, "signedAt": null}"#
  ),
  (
    "--lineage 2000 --at 2026-01-20", 0,
    #"{"subject": "bob", "at": "2026-01-20T00:00:00.000Z", "entitlements": [{"key": "basic", "isEntitled": true, "#
      + #""status": "active", "reason": "paid", "until": "2026-02-10T00:00:00.000Z", "#
      + #""entitledUntil": "2026-02-10T00:00:00.000Z", "product": "app.basic", "rail": "appStore", "lineage": "2000", "#
      + #""expiresAt": "2026-02-10T00:00:00.000Z", "willAutoRenew": false, "ownership": "purchased", "#
      + #""isTrial": false, "signedAt": "2026-01-13T00:00:00.000Z"}], "holder": "bob", "evidence": "unknownToken"}"#
  ),
  (
    "--subject nobody --at 1769904000000", 0,
    #"{"subject": "nobody", "at": "2026-02-01T00:00:00.000Z", "entitlements": []}"#
  ),
])
func `query answers a program with the same members in the same order`(
  _ words: String, _ code: Int32, _ document: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore --json \(words)")
  #expect(result == ToolResult(code: code, output: document + "\n", messages: ""))
}

@Test func `a subject never seen is no error`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore --subject nobody")
  #expect(result == ToolResult(code: 0, output: "", messages: "Nothing is known of nobody.\n"))
}

@Test func `query makes no store and leaves none behind`() throws {
  let folder = try TestFolder()
  let result = try folder.run("query --subject ann")
  #expect(
    result
      == ToolResult(code: 66, output: "", messages: "Error: there is no store at entitlements.entstore\n"))
  #expect(try !folder.names.contains { $0.hasPrefix("entitlements") })
}
