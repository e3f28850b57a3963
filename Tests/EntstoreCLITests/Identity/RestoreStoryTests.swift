import Testing

/// Two people and one purchase, from the first restore to the support case that settles it.
@Test func `a purchase is claimed, refused to another, moved by support, and all of that is told`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let store = "--store s.entstore"
  let steps: [(String, Int32, String)] = [
    ("claim --subject ana --lineage 3000 --reason=restore", 0, "ana holds 3000 now.\n"),
    ("claim --subject ana --lineage 3000 --reason=again", 0, "ana holds 3000 already.\n"),
    (
      "claim --subject ben --lineage 3000 --reason=new-phone", 1,
      "conflict: somebody else keeps 3000; that ben asked for it is recorded.\n"
    ),
    ("query --subject ben --key pro --at 2026-01-20", 1, "no: nothing is known of them\n"),
    (
      "transfer --lineage 3000 --to ben --reason=case-17", 0, "3000 has moved from ana to ben.\n"
    ),
    ("transfer --lineage 3000 --to ben", 0, "ben holds 3000 already.\n"),
    (
      "query --subject ben --key pro --at 2026-01-20", 0,
      "yes: active (paid), access until 2026-02-05T02:00:00.000Z, app.pro\n"
    ),
    ("query --subject ana --key pro --at 2026-01-20", 1, "no: nothing is known of them\n"),
    (
      "query --lineage 3000 --at 2026-01-20", 0,
      """
      KEY    ACCESS  STATUS  WHY   UNTIL
      pro    yes     active  paid  2026-02-05T00:00:00.000Z
      basic  yes     active  paid  2026-02-05T00:00:00.000Z
      Held by ben, by an act.

      """
    ),
  ]
  for (line, code, output) in steps {
    #expect(try folder.run("\(line) \(store)") == ToolResult(code: code, output: output, messages: ""))
  }

  let history = try folder.run("history \(store) --lineage 3000").output
  #expect(
    history.replacing(/20[0-9:T.-]+Z/, with: "DATE....................") == """
      SIGNED                    WHAT                                PRODUCT  DOOR
      DATE....................  transferred to ben from ana         -        local
                                lineage 3000: case-17
      DATE....................  claim by ben refused: ana keeps it  -        local
                                lineage 3000: new-phone
      DATE....................  claimed by ana                      -        local
                                lineage 3000: restore
      DATE....................  bought                              app.pro  vouched

      """)
  let acts = try folder.run("history \(store) --subject ben --json").output.split(separator: "\n")
  #expect(acts.count == 4)
  #expect(
    acts.first?.contains(
      #""what": "transferred to ben from ana", "type": "TRANSFER", "subtype": null, "provenance": "local", "app": null, "#
        + #""lineages": ["3000"], "product": null, "expiresAt": null, "revokedAt": null, "act": "transfer", "#
        + #""subject": "ben", "reason": "case-17", "key": null, "from": null, "until": null, "token": null, "#
        + #""movedFrom": "ana", "outcome": null}"#)
      == true)
  let outcomes = acts.compactMap { $0.firstMatch(of: /"outcome": ([^}]*)/)?.1 }
  #expect(outcomes == ["null", "\"conflict\"", "\"bound\"", "null"])

  #expect(try folder.run("verify \(store)").code == 0)
  #expect(try folder.run("rebuild \(store)").output == "3 lineages derived again: nothing differed.\n")
  let exported = try folder.run("export \(store)").output
  let imported = try folder.run("import --store t.entstore --unsigned -", input: exported)
  #expect(imported.code == 0 && imported.messages == "")
  #expect(try folder.run("export --store t.entstore").output == exported)
}

@Test func `who moved a purchase, and who was refused it, stands in conflicts until it is settled`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let none = ToolResult(code: 0, output: "", messages: "No conflicts.\n")
  #expect(try folder.run("conflicts --store s.entstore") == none)
  try folder.run("claim --store s.entstore --subject ana --lineage 3000")
  try folder.run("claim --store s.entstore --subject ben --lineage 3000 --reason=new-phone")
  let dated = /20[0-9:T.-]+Z/
  for scope in ["", " --lineage 3000"] {
    let table = try folder.run("conflicts --store s.entstore\(scope)")
    #expect(
      table.output.replacing(dated, with: "DATE") == """
        LINEAGE  HOLDER  AGAINST  WHY
        3000     ana     ben      claim DATE

        """)
  }
  let json = try folder.run("conflicts --store s.entstore --json").output.replacing(dated, with: "DATE")
  #expect(
    json
      == #"{"lineage": "3000", "holder": "ana", "evidence": "act", "against": "ben", "cause": "asked", "#
      + #""token": null, "act": "claim", "at": "DATE", "reason": "new-phone", "sequence": 9}"# + "\n")
  #expect(try folder.run("conflicts --store s.entstore --lineage 1000") == none)
  try folder.run("transfer --store s.entstore --lineage 3000 --to ben")
  #expect(try folder.run("conflicts --store s.entstore") == none)
  #expect(
    try folder.run("conflicts --store s.entstore --json") == ToolResult(code: 0, output: "", messages: ""))
}
