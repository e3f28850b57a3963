import EntstoreCLI
import Testing

@Test(arguments: [
  ("improt", "Unknown subcommand 'improt'. Did you mean 'import'?"),
  ("imp", "Unknown subcommand 'imp'. Did you mean 'import'?"),
  ("zzz", "Unknown subcommand 'zzz'. The subcommands are: import, catalog, claim."),
  ("-", "Unknown subcommand '-'. The subcommands are: import, catalog, claim."),
  ("help improt", "Unknown subcommand 'improt'. Did you mean 'import'?"),
  ("help import x", "Unknown subcommand 'x'. 'import' has no subcommands."),
  ("catalog sett", "Unknown subcommand 'sett'. Did you mean 'set'?"),
  ("--verzion", "Unknown option '--verzion'. Did you mean '--version'?"),
  (
    "--store=a import x",
    "Unknown option '--store'. Options follow the subcommand: 'entstore <subcommand> --store'."
  ),
  (
    "catalog --store a set f",
    "Unknown option '--store'. Options follow the subcommand: 'entstore catalog <subcommand> --store'."
  ),
  ("import --subjcet s x", "Unknown option '--subjcet'. Did you mean '--subject'?"),
  ("import --Subject=s x", "Unknown option '--Subject'. Did you mean '--subject'?"),
  ("import -subject s x", "Unknown option '-subject'. Did you mean '--subject'?"),
  ("import --sub s x", "Unknown option '--sub'. Did you mean '--subject'?"),
  ("import --quite-other x", "Unknown option '--quite-other'."),
  ("import -x y", "Unknown option '-x'."),
  ("import -uxj y", "Unknown option '-uxj'."),
  ("import x --subject", "Missing value for '--subject <subject>'."),
  ("import x --subject -- y", "Missing value for '--subject <subject>'."),
  (
    "import x --subject --json",
    "Missing value for '--subject <subject>'. "
      + "A value that begins with a dash is given as '--subject=--json'."
  ),
  (
    "import x --format",
    "Missing value for '--format <format>'. Give one of 'auto', 'ndjson', 'json' or 'jws'."
  ),
  (
    "import x --format ndjsn",
    "The value 'ndjsn' is invalid for '--format <format>'. Did you mean 'ndjson'? "
      + "Give one of 'auto', 'ndjson', 'json' or 'jws'."
  ),
  (
    "import x --format=",
    "The value '' is invalid for '--format <format>'. Give one of 'auto', 'ndjson', 'json' or 'jws'."
  ),
  (
    "import x --store a --store=b",
    "The option '--store <path>' was given twice, with 'a' and 'b'. Give it once."
  ),
  ("import x --json=yes", "The flag '--json' takes no value, but 'yes' was given."),
  ("import", "Missing expected argument '<file>'."),
  ("import --", "Missing expected argument '<file>'."),
  ("claim --subject s", "Missing expected argument '<lineage>'."),
  ("claim l", "Missing expected option '--subject <subject>'."),
  ("catalog set a b", "Unexpected argument 'b'."),
  ("catalog show json", "Unexpected argument 'json'. Did you mean '--json'?"),
  ("catalog show —json", "Unexpected argument '—json'. Did you mean '--json'?"),
  (
    "--generate-completion-script",
    "Missing value for '--generate-completion-script <shell>'. Give one of 'bash', 'zsh' or 'fish'."
  ),
  (
    "--generate-completion-script=tcsh",
    "The value 'tcsh' is invalid for '--generate-completion-script <shell>'. "
      + "Give one of 'bash', 'zsh' or 'fish'."
  ),
])
func `a mistake is named with the nearest right form`(_ line: String, _ message: String) {
  let words = line.split(separator: " ").map(String.init)
  let error = #expect(throws: UsageError.self) { try CommandParser(sampleTool).parse(words) }
  #expect(error?.message == message)
}

@Test func `a mistake is followed by the usage and by where to read more`() {
  let error = #expect(throws: UsageError.self) { try CommandParser(sampleTool).parse(["import"]) }
  #expect(
    error?.text(for: sampleTool) == """
      Error: Missing expected argument '<file>'.
      Usage: entstore import [--store <path>] [--app <id> ...] [--format <format>]
                             [--subject <subject>] [--unsigned] [--json] <file> ...
        See 'entstore help import' for more information.

      """)
}

@Test func `a mistake among the subcommands points to the tool's help`() {
  let error = #expect(throws: UsageError.self) { try CommandParser(sampleTool).parse(["nothing"]) }
  #expect(
    error?.text(for: sampleTool).hasSuffix(
      """
      Usage: entstore <subcommand>
        See 'entstore help' for more information.

      """) == true)
}

@Test func `control characters in a mistake are shown, not sent`() {
  let error = #expect(throws: UsageError.self) {
    try CommandParser(sampleTool).parse(["catalog", "show", "a\u{1b}[2J"])
  }
  #expect(error?.message == #"Unexpected argument 'a\u{1b}[2J'."#)
}

@Test func `a mistake that only the command sees reads like the others`() throws {
  guard case .run(let command) = try CommandParser(sampleTool).parse(["catalog", "show"]) else { return }
  #expect(
    command.usageError("Not both.").text(for: sampleTool) == """
      Error: Not both.
      Usage: entstore catalog show [--store <path>] [--json]
        See 'entstore help catalog show' for more information.

      """)
}
