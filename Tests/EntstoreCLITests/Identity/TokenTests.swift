import Testing

@Test func `a subject's token is a UUID, the same at every call, and can be shown`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let minted = try folder.run("token --store s.entstore --subject kim")
  let token = String(minted.output.dropLast())
  #expect(minted.code == 0 && minted.messages == "")
  #expect(
    token.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
  #expect(try folder.run("token --store s.entstore --subject kim") == minted)
  #expect(
    try folder.run("token --store s.entstore --subject kim --json").output
      == #"{"token": "\#(token)", "subject": "kim"}"# + "\n")
  let fresh = try folder.run("token --store s.entstore --subject kim --fresh").output.dropLast()
  #expect(fresh != token)
  for known in [token, token.uppercased(), String(fresh)] {
    #expect(try folder.run("token --store s.entstore --show \(known)").output == "kim\n")
  }
  #expect(try folder.run("stats --store s.entstore").output.contains("tokens       2\n"))
  #expect(
    try folder.run("history --store s.entstore --limit 1").output.contains(
      "\n                          token \(fresh)\n"))
}

@Test func `a token of somebody else's making is mapped once`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let map = "token --store s.entstore --map ann --subject"
  #expect(try folder.run("\(map) kim").output == "ann stands for kim now.\n")
  #expect(try folder.run("\(map) kim").output == "ann stands for kim already.\n")
  #expect(
    try folder.run("\(map) kim --json").output
      == #"{"token": "ann", "subject": "kim", "changed": false}"# + "\n")
  #expect(
    try folder.run("\(map) lee")
      == ToolResult(code: 65, output: "", messages: "Error: the token ann stands for kim already\n"))
  #expect(try folder.run("query --store s.entstore --subject kim --key pro --at 2026-01-05").code == 0)
  #expect(try folder.run("query --store s.entstore --subject ann --key pro --at 2026-01-05").code == 1)
}

@Test func `a token that nobody made known stands for nobody`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(
    try folder.run("token --store s.entstore --show ann")
      == ToolResult(code: 0, output: "", messages: "Nobody has made the token ann known.\n"))
  #expect(
    try folder.run("token --store s.entstore --show ann --json")
      == ToolResult(code: 0, output: #"{"token": "ann", "subject": null}"# + "\n", messages: ""))
}

@Test(arguments: [
  ("token", "Error: Missing expected option '--subject <subject>'."),
  ("token --map t", "Error: Missing expected option '--subject <subject>'."),
  ("token --show t --subject a", "Error: '--show <token>' only asks; give nothing else with it."),
  (
    "token --map t --subject a --fresh",
    "Error: '--fresh' makes a token; '--map <token>' names one that is there."
  ),
  ("claim --subject a", "Error: Give one of '--lineage <lineage>' or a file of signed transactions."),
  (
    "claim --subject a --lineage b f",
    "Error: Give one of '--lineage <lineage>' or a file of signed transactions."
  ),
  ("claim --lineage b", "Error: Missing expected option '--subject <subject>'."),
  ("transfer --lineage b", "Error: Missing expected option '--to <subject>'."),
  ("share --lineage b", "Error: Missing expected option '--with <subject>'."),
  ("policy set", "Error: Give what to change, such as '--restore transfer' or '--soak PT2M'."),
  (
    "policy set --restore transfr",
    "Error: The value 'transfr' is invalid for '--restore <what>'. Did you mean 'transfer'? "
      + "Give one of 'keep', 'transfer' or 'transferIfLapsed'."
  ),
])
func `what a command of identity cannot go without is named`(_ line: String, _ message: String) throws {
  let result = try TestFolder().run(line)
  #expect(result.code == 64 && result.output == "" && result.messages.hasPrefix(message + "\nUsage: "))
}

@Test(arguments: [
  "claim --subject a --lineage b", "transfer --lineage b --to a", "share --lineage b --with a",
  "grant --revoke g", "token --show a", "conflicts", "unbound", "policy show", "query --subject a", "history",
  "catalog show",
])
func `what asks for a store's content makes none`(_ line: String) throws {
  let folder = try TestFolder()
  #expect(
    try folder.run(line)
      == ToolResult(code: 66, output: "", messages: "Error: there is no store at entitlements.entstore\n"))
  #expect(try folder.names == [])
}

@Test(arguments: [
  "grant --subject a --key b --forever", "token --subject a", "token --map t --subject a",
  "policy set --soak PT1S",
  "catalog set c.json",
])
func `what comes before the first purchase makes the store`(_ line: String) throws {
  let folder = try TestFolder()
  try folder.write(#"{"entitlements": {"pro": {"appStore": ["app.pro"]}}}"#, to: "c.json")
  #expect(try folder.run(line).code == 0)
  #expect(try folder.run("stats").output.hasPrefix("environment  production\n"))
  #expect(try folder.run("\(line) --environment sandbox --store t").code == 0)
  #expect(try folder.run("stats --store t").output.hasPrefix("environment  sandbox\n"))
  let other = try folder.run("\(line) --environment sandbox")
  #expect(
    other.code == 64 && other.messages == "Error: entitlements.entstore is a production store, not sandbox\n")
}

@Test func `a grant that cannot be given makes no store`() throws {
  let folder = try TestFolder()
  #expect(try folder.run("grant --subject a --key b --from 2026-02-01 --until 2026-01-01").code == 64)
  #expect(try folder.names == [])
}
