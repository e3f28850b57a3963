import Testing

/// Everything that these customers bought lasts until the year 2135: whatever the clock says, it is now.
private let customers = [
  SampleEvent(id: "e1", subject: "ann", lineage: "1000", product: "app.pro", ends: 40_000, renews: false),
  SampleEvent(id: "e2", subject: "bob", lineage: "2000", product: "app.basic", ends: 40_000, renews: false),
  SampleEvent(id: "e3", subject: nil, lineage: "3000", product: "app.pro", ends: 40_000, renews: false),
  SampleEvent(id: "e4", subject: "cy", lineage: "4000", product: "app.old", ends: 1, renews: false),
]

private let tiers = """
  {"entitlements": {"pro": {"appStore": ["app.pro"], "includes": ["basic"]}, "basic": {"appStore": ["app.basic"]},
                    "old": {"appStore": ["app.old"]}}}
  """

private let next = """
  {"entitlements": {"pro": {"appStore": ["app.pro", "app.basic"]}, "plus": {"appStore": ["app.old", "app.plus"]}},
   "products": {"app.season": {"duration": "P30D", "stacks": true}}}
  """

private func folder() throws -> TestFolder {
  let folder = try TestFolder()
  try folder.write(customers.map(\.line), to: "events.ndjson")
  try folder.write(tiers, to: "tiers.json")
  try folder.write(next, to: "next.json")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  try folder.run("catalog set --store s.entstore tiers.json")
  return folder
}

@Test func `catalog diff says what would change in the catalog, for whom, and for how many`() throws {
  let folder = try folder()
  let before = try folder.run("export --store s.entstore").output
  let result = try folder.run("catalog diff --store s.entstore next.json")
  #expect(
    result.output == """
      - basic: -appStore app.basic
      - old: -appStore app.old
      + plus: +appStore app.old, +appStore app.plus
      ~ pro: +appStore app.basic, -all that basic opens
      ~ app.season: no term -> P30D, stacks

      lineage 3000: loses basic: active until 2135-07-09T00:00:00.000Z -> none
      ann: loses basic: active until 2135-07-09T00:00:00.000Z -> none
      bob: loses basic: active until 2135-07-09T00:00:00.000Z -> none
      bob: gains pro: none -> active until 2135-07-09T00:00:00.000Z
      cy: lacks old: expired -> none
      cy: lacks plus: none -> expired
      4 subjects: 1 gaining, 3 losing, 0 keeping otherwise, 0 as they were.

      """)
  #expect(result.code == 0)
  #expect(result.messages == "Note: no event has named app.plus, app.season as bought.\n")
  #expect(try folder.run("export --store s.entstore").output == before)
}

@Test func `catalog diff is NDJSON for a program: the catalog first, then each answer, the summary last`()
  throws
{
  let folder = try folder()
  let result = try folder.run("catalog diff --store s.entstore next.json --json")
  let lines = result.output.split(separator: "\n").map(String.init)
  #expect(lines.count == 8 && result.code == 0)
  #expect(
    lines[0].hasPrefix(#"{"catalog": {"keys": [{"key": "basic", "change": "removed", "addedProducts": [], "#))
  #expect(
    lines[0].hasSuffix(
      #""terms": [{"product": "app.season", "before": null, "after": {"duration": "P30D", "stacks": true}}]}}"#
    ))
  #expect(lines[1].hasPrefix(#"{"subject": null, "lineage": "3000", "key": "basic", "change": "loses", "#))
  #expect(
    lines[4]
      == #"{"subject": "bob", "lineage": null, "key": "pro", "change": "gains", "before": {"isEntitled": false, "#
      + #""status": "none", "reason": "none", "until": null, "entitledUntil": null}, "after": {"isEntitled": true, "#
      + #""status": "active", "reason": "paid", "until": "2135-07-09T00:00:00.000Z", "#
      + #""entitledUntil": "2135-07-09T00:00:00.000Z"}}"#)
  #expect(
    lines[7] == #"{"summary": {"subjects": 4, "differing": 4, "gaining": 1, "losing": 3, "keeping": 0}}"#)
}

@Test func `catalog diff tells by its exit code whether anything differs, where that is asked`() throws {
  let folder = try folder()
  #expect(try folder.run("catalog diff --store s.entstore next.json --exit-code").code == 1)
  let same = try folder.run("catalog diff --store s.entstore tiers.json --exit-code")
  #expect(same == ToolResult(code: 0, output: "The catalog is the one in force.\n", messages: ""))
  try folder.write(#"{"entitlements": {"pro": {"grant": ["pro"]}}}"#, to: "grants.json")
  let refused = try folder.run("catalog diff --store s.entstore grants.json")
  #expect(refused.code == 65 && refused.messages.contains("a grant names the key itself"))
  #expect(try folder.run("catalog diff --store none.entstore next.json").code == 66)
}

@Test func `what catalog diff says is what catalog set does`() throws {
  let folder = try folder()
  try folder.run("catalog set --store s.entstore next.json")
  for (words, code) in [
    ("--subject ann --key basic", 1), ("--subject ann --key pro", 0), ("--subject bob --key pro", 0),
    ("--subject bob --key basic", 1), ("--lineage 3000 --key basic", 1), ("--subject cy --key plus", 1),
  ] {
    #expect(try folder.run("query --store s.entstore \(words)").code == Int32(code), "\(words)")
  }
  #expect(try folder.run("catalog diff --store s.entstore next.json --exit-code").code == 0)
}

@Test func `catalog set has a word on products that no event has named, and takes them`() throws {
  let folder = try folder()
  let products = (10...30).map { #""app.p\#($0)""# }.joined(separator: ", ")
  try folder.write(#"{"entitlements": {"pro": {"appStore": ["app.pro", \#(products)]}}}"#, to: "many.json")
  let result = try folder.run("catalog set --store s.entstore many.json")
  #expect(result.code == 0 && result.output == "Catalog set: 1 key, 22 products.\n")
  let listed = (10...19).map { "app.p\($0)" }.joined(separator: ", ")
  #expect(result.messages == "Note: no event has named \(listed) and 11 more as bought.\n")
}

@Test func `catalog set has a word on products that were bought and have no end`() throws {
  let folder = try TestFolder()
  try folder.write(
    [
      SampleEvent(id: "e1").line.replacing("Auto-Renewable Subscription", with: "Non-Renewing Subscription")
        .replacing(/"expiresDate": ?[0-9]+, ?/, with: "")
    ], to: "in.ndjson")
  try #require(try folder.run("import --store s.entstore --unsigned in.ndjson").output.contains("1 applied"))
  try folder.write(#"{"entitlements": {"pro": {"appStore": ["app.pro"]}}}"#, to: "c.json")
  let note = "Note: bought, and opening nothing until 'products' says how long they last: app.pro.\n"
  #expect(try folder.run("catalog set --store s.entstore c.json").messages == note)
  #expect(try folder.run("query --store s.entstore --subject ann --key pro --at 2026-01-02").code == 1)
  try folder.write(
    #"{"entitlements": {"pro": {"appStore": ["app.pro"]}}, "products": {"app.pro": {"duration": "P30D"}}}"#,
    to: "c.json")
  #expect(try folder.run("catalog diff --store s.entstore c.json").messages == "")
  #expect(try folder.run("catalog set --store s.entstore c.json").messages == "")
}

@Test func `catalog log tells every catalog, newest first, and show shows each of them`() throws {
  let folder = try folder()
  try folder.run("catalog set --store s.entstore next.json")
  let log = try folder.run("catalog log --store s.entstore")
  let lines = log.output.replacing(/[0-9]{4}-[0-9-]+T[0-9:.]+Z/, with: "TIME").split(separator: "\n")
  #expect(
    lines == [
      "6  TIME  - basic: -appStore app.basic; - old: -appStore app.old; + plus: +appStore app.old, "
        + "+appStore app.plus; ~ pro: +appStore app.basic, -all that basic opens; ~ app.season: no term -> P30D, stacks",
      "5  TIME  + basic: +appStore app.basic; + old: +appStore app.old; + pro: +appStore app.pro, +all that basic opens",
    ])
  let json = try folder.run("catalog log --store s.entstore --json").output.split(separator: "\n")
  #expect(json.count == 2 && json[1].hasPrefix(#"{"sequence": 5, "receivedAt": ""#))
  let first = try folder.run("catalog show --store s.entstore --sequence 5 --json")
  try folder.write(first.output, to: "first.json")
  #expect(try folder.run("catalog show --store s.entstore --sequence 6").output.contains("P30D, stacks"))
  #expect(try folder.run("catalog show --store s.entstore --sequence 3").code == 66)
  #expect(
    try folder.run("catalog set --store s.entstore first.json").output == "Catalog set: 3 keys, 3 products.\n"
  )
  let again = try folder.run("catalog set --store s.entstore tiers.json").output
  #expect(again == "Catalog unchanged: 3 keys, 3 products.\n")
  let empty = try TestFolder()
  try empty.run("import --store s.entstore --unsigned -", input: "")
  #expect(
    try empty.run("catalog log --store s.entstore")
      == ToolResult(code: 0, output: "", messages: "No catalog was ever set.\n"))
}

@Test func `what stacks is shown, set again and exported as it is`() throws {
  let folder = try folder()
  try folder.run("catalog set --store s.entstore next.json")
  let shown = try folder.run("catalog show --store s.entstore --json").output
  #expect(shown.hasSuffix(#""products": {"app.season": {"duration": "P30D", "stacks": true}}}"# + "\n"))
  try folder.write(shown, to: "shown.json")
  #expect(try folder.run("catalog set --store s.entstore shown.json").output.hasPrefix("Catalog unchanged"))
  let exported = try folder.run("export --store s.entstore").output
  #expect(exported.contains(#""stacking":["app.season"],"#))
  try folder.run("import --store t.entstore --unsigned -", input: exported)
  #expect(try folder.run("catalog show --store t.entstore --json").output == shown)
  #expect(try folder.run("verify --store t.entstore").code == 0)
  try folder.write(#"{"products": {"x": {"duration": "P1D", "stacks": "yes"}}}"#, to: "word.json")
  let refused = try folder.run("catalog set --store s.entstore word.json")
  #expect(refused.code == 65 && refused.messages.contains("products.x.stacks must be true or false"))
}

@Test func `a key that has lapsed is answered with isEntitled false and its dates, listed or asked for`()
  throws
{
  let folder = try folder()
  let dates = #""expiresAt": "2026-01-02T00:00:00.000Z""#
  let asked = try folder.run("query --store s.entstore --subject cy --key old --json")
  #expect(asked.code == 1 && asked.output.contains(#""isEntitled": false, "status": "expired""#))
  #expect(asked.output.contains(dates))
  let listed = try folder.run("query --store s.entstore --subject cy --json")
  #expect(
    listed.code == 0 && listed.output.contains(#"{"key": "old", "isEntitled": false, "status": "expired""#))
  #expect(listed.output.contains(dates))
  let words = try folder.run("query --store s.entstore --subject cy --key old").output
  #expect(words == "no: expired (lapsed), paid until 2026-01-02T00:00:00.000Z, app.old\n")
}
