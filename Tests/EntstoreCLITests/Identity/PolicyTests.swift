import Testing

@Test func `policy shows what is in force and says what changed`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(
    try folder.run("policy show --store s.entstore").output == """
      POLICY           VALUE
      restore          keep
      knownTokensOnly  no
      renewalLeeway    PT2H
      soak             PT90S
      graceFallback    P6D
      earlyCharge      P1D
      retryWindow      P60D

      """)
  #expect(
    try folder.run("policy set --store s.entstore --restore transferIfLapsed --soak PT0S --retry-window P30D")
      == ToolResult(
        code: 0,
        output: """
          restore: transferIfLapsed, was keep.
          soak: P0D, was PT90S.
          retryWindow: P30D, was P60D.

          """, messages: ""))
  let same = "policy set --store s.entstore --soak PT0S"
  #expect(try folder.run(same).output == "Policy unchanged.\n")
  #expect(try folder.run(same + " --json").output == #"{"changes": []}"# + "\n")
  #expect(
    try folder.run("policy set --store s.entstore --known-tokens-only yes --renewal-leeway PT1H30M --json")
      .output
      == #"{"changes": [{"name": "knownTokensOnly", "from": false, "to": true}, "#
      + #"{"name": "renewalLeeway", "from": "PT2H", "to": "PT90M"}]}"# + "\n")
  #expect(
    try folder.run("policy show --store s.entstore --json").output
      == #"{"restore": "transferIfLapsed", "knownTokensOnly": true, "renewalLeeway": "PT90M", "soak": "P0D", "#
      + #""graceFallback": "P6D", "earlyCharge": "P1D", "retryWindow": "P30D"}"# + "\n")
  #expect(
    try folder.run("query --store s.entstore --lineage 3000 --key pro --at 2026-02-05T01:59:00Z").code == 1,
    "the leeway has become half an hour shorter")
  #expect(try folder.run("verify --store s.entstore").code == 0)
  let story = try folder.run("history --store s.entstore").output
  #expect(story.contains("restore transferIfLapsed, knownTokensOnly yes"))
  #expect(story.contains("renewalLeeway PT90M, soak P0D"))
  #expect(story.contains("catalog set: 2 keys"))
}
