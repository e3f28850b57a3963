import Foundation
import Testing

@Test(arguments: ["bash", "zsh", "fish"])
func `each shell's completions know every command`(_ shell: String) throws {
  let folder = try TestFolder()
  let result = try folder.run("--generate-completion-script \(shell)")
  #expect(result.code == 0 && result.messages == "")
  for word in [
    "import", "query", "history", "catalog", "set", "show", "compact", "verify", "rebuild", "export",
    "salvage",
    "stats", "verdict", "issue", "check", "demo", "store", "subject", "known-at", "unsigned", "in-process",
    "claim", "transfer", "share", "grant", "token", "conflicts", "unbound", "policy", "revoke", "restore",
    "erase",
    "migrate",
  ] {
    #expect(result.output.contains(word), "\(word)")
  }
  // Where the shell is at hand, it reads the script without complaint.
  let program = "/bin/" + shell
  guard FileManager.default.isExecutableFile(atPath: program) else { return }
  try folder.write(result.output, to: "completions")
  let checked = try ChildTool(["-n", "completions"], in: folder, program: program).finish()
  #expect(checked == ToolResult(code: 0, output: "", messages: ""))
}

@Test func `an unknown shell is a mistake of usage`() throws {
  let result = try TestFolder().run("--generate-completion-script tcsh")
  #expect(result.code == 64 && result.output == "" && result.messages.contains("bash"))
}
