import EntstoreCLI
import Testing

private func parse(_ line: String) throws(UsageError) -> Invocation {
  try CommandParser(sampleTool).parse(line.split(separator: " ").map(String.init))
}

private func command(_ line: String) throws -> ParsedCommand {
  guard case .run(let command) = try parse(line) else {
    throw UsageError("asks for no command", path: [])
  }
  return command
}

private func helpPath(_ line: String) throws -> [String]? {
  guard case .help(let path) = try parse(line) else { return nil }
  return path
}

@Test func `an option takes its value after a space or an equals sign`() throws {
  for line in ["import --store a b", "import --store=a b", "import b --store a", "import b --store=a"] {
    let command = try command(line)
    #expect(command.path == ["import"])
    #expect(command.value(for: "store") == "a")
    #expect(command.arguments == ["b"])
  }
}

@Test func `only the first equals sign ends a name`() throws {
  #expect(try command("import x --subject=a=b").value(for: "subject") == "a=b")
  #expect(try command("import x --subject=").value(for: "subject") == "")
}

@Test func `an option not given has no value`() throws {
  let command = try command("import x")
  #expect(command.value(for: "store") == nil)
  #expect(command.values(for: "app") == [])
  #expect(!command.flag("json"))
}

@Test func `a repeating option keeps every value in order`() throws {
  #expect(try command("import --app 2 x --app=1 --app 2").values(for: "app") == ["2", "1", "2"])
}

@Test func `a flag may be repeated`() throws {
  #expect(try command("import x --json --json").flag("json"))
}

@Test func `two dashes end the options`() throws {
  let command = try command("import --json -- --store -x -- --help")
  #expect(command.arguments == ["--store", "-x", "--", "--help"])
  #expect(command.flag("json"))
}

@Test func `a lone dash is an argument and a value`() throws {
  #expect(try command("import -").arguments == ["-"])
  #expect(try command("import x --store -").value(for: "store") == "-")
}

@Test(arguments: ["-5", "-0.5", "-.5"])
func `a negative number is a value and an argument`(_ number: String) throws {
  #expect(try command("claim l --subject s --skew \(number)").value(for: "skew") == number)
  #expect(try command("claim \(number) --subject s").arguments == [number])
}

@Test func `one-letter names stand alone, together, and with a value`() throws {
  let command = try command("import -uj -f json -s=me x")
  #expect(command.flag("unsigned") && command.flag("json"))
  #expect(command.value(for: "format") == "json")
  #expect(command.value(for: "subject") == "me")
  #expect(try parse("import -ujf jws x").command?.value(for: "format") == "jws")
  #expect(try parse("import -ujf=jws x").command?.value(for: "format") == "jws")
}

@Test func `subcommands nest`() throws {
  let command = try command("catalog set --store a f")
  #expect(command.path == ["catalog", "set"])
  #expect(command.arguments == ["f"])
}

@Test func `an argument may be left out if it is optional`() throws {
  #expect(try command("claim l --subject s").arguments == ["l"])
  #expect(try command("claim l why --subject s").arguments == ["l", "why"])
}

@Test func `help is found at every level, whatever else is wrong`() throws {
  #expect(try helpPath("") == [])
  #expect(try helpPath("help") == [])
  #expect(try helpPath("-h") == [])
  #expect(try helpPath("--help") == [])
  #expect(try helpPath("catalog") == ["catalog"])
  #expect(try helpPath("catalog --help") == ["catalog"])
  #expect(try helpPath("catalog set -h") == ["catalog", "set"])
  #expect(try helpPath("help catalog set") == ["catalog", "set"])
  #expect(try helpPath("import --bogus --store -h") == ["import"])
  #expect(try helpPath("import -- -h") == nil)
}

@Test(arguments: ["--version", "import --version", "catalog --version"])
func `the version is found at every level`(_ line: String) throws {
  guard case .version = try parse(line) else {
    Issue.record("no version")
    return
  }
}

@Test(arguments: CompletionShell.allCases)
func `a completion script is asked for by shell`(_ shell: CompletionShell) throws {
  for separator in [" ", "="] {
    guard case .completionScript(shell) = try parse("--generate-completion-script\(separator)\(shell)") else {
      Issue.record("no script")
      return
    }
  }
}

@Test func `arguments with spaces and other scripts come through as they are`() throws {
  let invocation = try CommandParser(sampleTool).parse(["import", "a b", "--store", "ü/日 本"])
  #expect(invocation.command?.arguments == ["a b"])
  #expect(invocation.command?.value(for: "store") == "ü/日 本")
}

extension Invocation {
  fileprivate var command: ParsedCommand? {
    if case .run(let command) = self { command } else { nil }
  }
}
