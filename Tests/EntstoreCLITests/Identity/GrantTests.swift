import Testing

/// The times in a text.
private func dates(in text: String) -> [String] {
  text.matches(of: /20[0-9:T.-]+Z/).map { String($0.output) }
}

@Test func `a grant opens its key while it lasts, and is told`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let words = "--subject kim --key pro --from 2026-03-01 --until 2026-04-01 --reason=sorry"
  let result = try folder.run("grant --store s.entstore \(words)")
  #expect(result.code == 0 && result.messages == "")
  let lines = result.output.split(separator: "\n")
  #expect(
    lines.first == "pro is granted to kim, from 2026-03-01T00:00:00.000Z until 2026-04-01T00:00:00.000Z.")
  let name = try #require(lines.last?.split(separator: " ").last.map(String.init))
  #expect(name.wholeMatch(of: /grant-[0-9a-f]{32}/) != nil)
  let ask = "query --store s.entstore --subject kim --key"
  #expect(try folder.run("\(ask) pro --at 2027-03-15").code == 1)
  #expect(
    try folder.run("history --store s.entstore --subject kim --json").output.contains(
      #""act": "grant", "subject": "kim", "reason": "sorry", "key": "pro", "from": "2026-03-01T00:00:00.000Z", "until": "2026-04-01T00:00:00.000Z", "token": null, "movedFrom": null, "outcome": null}"#
    ))
  let story = try folder.run("history --store s.entstore --subject kim").output
  #expect(
    story.replacing(name, with: "NAME").split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
                                NAME, from 2026-03-01T00:00:00.000Z, until 2026-04-01T00:00:00.000Z: sorry
      """)
  #expect(story.contains("granted to kim  pro      local"))
}

@Test func `a grant opens at once, until it is taken back`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("grant --store s.entstore --subject kim --key pro --forever --json")
  let name = try #require(result.output.firstMatch(of: /grant-[0-9a-f]{32}/)).output
  #expect(
    result.output.replacing(name, with: "NAME").replacing(/20[0-9:T.-]+Z/, with: "DATE")
      == #"{"lineage": "NAME", "subject": "kim", "key": "pro", "from": "DATE", "until": null, "isTrial": false, "#
      + #""isNew": true, "isInCatalog": true, "isRevoked": false}"# + "\n")
  let ask = "query --store s.entstore --subject kim --key basic"
  #expect(try folder.run(ask).code == 0)
  let revoke = "grant --store s.entstore --revoke \(name) --reason=fraud"
  #expect(try folder.run(revoke).output == "The grant \(name) is taken back.\n")
  #expect(try folder.run(ask).code == 1)
  #expect(try folder.run(revoke).output == "The grant \(name) had been taken back.\n")
  #expect(
    try folder.run(revoke + " --json").output == #"{"lineage": "\#(name)", "changed": false}"# + "\n")
  #expect(try folder.run("history --store s.entstore --lineage \(name)").output.contains("\(name): fraud"))
}

@Test func `a trial begins once`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let trial = "grant --store s.entstore --subject kim --key pro --trial --for"
  let first = try folder.run("\(trial) P14D")
  #expect(first.code == 0 && first.output.hasPrefix("The trial of pro begins for kim, from "))
  let second = try folder.run("\(trial) P90D")
  #expect(second.code == 0 && second.output.hasPrefix("The trial of pro for kim had begun before: from "))
  #expect(dates(in: first.output) == dates(in: second.output) && dates(in: first.output).count == 2)
  let json = try folder.run("\(trial) P90D --json").output
  #expect(json.contains(#""isTrial": true, "isNew": false"#) && json.contains(#""isRevoked": false"#))
  #expect(
    try folder.run("query --store s.entstore --subject kim --key pro --json").output.contains(
      #""isTrial": true"#))
}

@Test func `a trial that was taken back is not begun again, and that is said`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let trial = "grant --store s.entstore --subject kim --key pro --trial --for P14D"
  let name = try #require(try folder.run(trial).output.firstMatch(of: /trial-[0-9a-f]{32}/)).output
  try folder.run("grant --store s.entstore --revoke \(name)")
  let again = try folder.run(trial)
  #expect(again.code == 0 && again.output.contains("Z, and was taken back: it opens nothing.\n"))
  #expect(try folder.run(trial + " --json").output.contains(#""isRevoked": true}"#))
  #expect(try folder.run("query --store s.entstore --subject kim --key pro").code == 1)
}

@Test func `a key that no catalog names is granted, and said`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("grant --store s.entstore --subject kim --key prro --for PT2H")
  #expect(
    result.code == 0
      && result.messages == "No catalog names the key 'prro': the grant opens that name and nothing else.\n")
  let json = try folder.run("grant --store s.entstore --subject kim --key prro --for PT2H --json")
  #expect(json.output.contains(#""isInCatalog": false, "isRevoked": false}"#))
}

@Test(arguments: [
  ("--subject a --key b", "Error: Give one of '--until <time>', '--for <duration>' or '--forever'."),
  (
    "--subject a --key b --for P1D --forever",
    "Error: Give one of '--until <time>', '--for <duration>' or '--forever'."
  ),
  ("--key b --forever", "Error: Missing expected option '--subject <subject>'."),
  ("--subject a --forever", "Error: Missing expected option '--key <key>'."),
  (
    "--subject a --key b --for 14d",
    "Error: The value '14d' for '--for' is no duration; write P14D, PT2H or PT90S."
  ),
  ("--subject a --key b --for P0D", "Error: A grant that lasts no time opens nothing."),
  ("--subject a --key b --trial --forever", "Error: A trial begins now and lasts '--for <duration>'."),
  (
    "--subject a --key b --trial --for P1D --from 2026-01-01",
    "Error: A trial begins now and lasts '--for <duration>'."
  ),
  (
    "--subject a --key b --from 2026-02-01 --until 2026-01-01",
    "Error: The grant would end (2026-01-01T00:00:00.000Z) before it begins (2026-02-01T00:00:00.000Z)."
  ),
  ("--revoke a --trial", "Error: '--revoke <lineage>' takes the grant back; '--trial' means nothing."),
  ("--revoke a --key b", "Error: '--revoke <lineage>' takes the grant back; '--key' means nothing."),
])
func `a grant that means nothing is a mistake of usage`(_ words: String, _ message: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let events = try folder.run("export --store s.entstore").output
  let result = try folder.run("grant --store s.entstore \(words)")
  #expect(result.code == 64 && result.output == "" && result.messages.hasPrefix(message + "\nUsage: "))
  #expect(try folder.run("export --store s.entstore").output == events)
}

@Test func `a grant of no such name cannot be taken back`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(
    try folder.run("grant --store s.entstore --revoke 1000")
      == ToolResult(code: 65, output: "", messages: "Error: there is no grant 1000\n"))
}
