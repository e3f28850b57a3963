/// Finds out what a command line asks for.
package struct CommandParser {
  private let root: CommandSpecification

  /// A parser of the tool's command lines.
  package init(_ root: CommandSpecification) {
    self.root = root
  }

  /// Parses the words after the tool's name.
  ///
  /// No words, or a group without its subcommand, ask for help. `--help` wins over any mistake beside it.
  ///
  /// - Throws: ``UsageError``: names the first mistake and the nearest right form.
  /// - Complexity: O(*n*) for *n* words.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    if words.first == "help" { return .help(path: try helpPath(words.dropFirst())) }
    if let script = try completionScript(words) { return script }

    var path = [String]()
    var command = root
    var rest = words[...]
    while let word = rest.first, let next = command.subcommands.first(where: { $0.name == word }) {
      path.append(word)
      command = next
      rest = rest.dropFirst()
    }
    let beforeTerminator = rest.prefix { $0 != "--" }
    if beforeTerminator.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help(path: path) }
    if beforeTerminator.contains("--version") { return .version }

    if command.subcommands.isEmpty {
      return .run(try CommandScan(path: path, command: command).parse(rest))
    }
    guard let word = rest.first else { return .help(path: path) }
    if word.hasPrefix("-"), word != "-" { throw misplacedOption(word, in: command, path: path) }
    throw unknownSubcommand(word, of: command, path: path)
  }

  private func helpPath(_ words: ArraySlice<String>) throws(UsageError) -> [String] {
    var path = [String]()
    var command = root.withHelp
    for word in words where !word.hasPrefix("-") {
      guard let next = command.subcommands.first(where: { $0.name == word }) else {
        throw unknownSubcommand(word, of: command, path: path)
      }
      path.append(word)
      command = next
    }
    return path
  }

  private func completionScript(_ words: [String]) throws(UsageError) -> Invocation? {
    let option = "--generate-completion-script"
    guard let first = words.first, first == option || first.hasPrefix(option + "=") else { return nil }
    let shells = CompletionShell.allCases.map(\.rawValue)
    let value = first == option ? words.dropFirst().first : String(first.dropFirst(option.count + 1))
    guard let value else {
      throw UsageError("Missing value for '\(option) <shell>'. \(oneOf(shells))", path: [])
    }
    guard let shell = CompletionShell(rawValue: value) else {
      throw UsageError(
        "The value \(quoted(value)) is invalid for '\(option) <shell>'. \(oneOf(shells))", path: [])
    }
    return .completionScript(shell)
  }

  private func unknownSubcommand(
    _ word: String, of command: CommandSpecification, path: [String]
  ) -> UsageError {
    let names = command.subcommands.map(\.name)
    let hint =
      if let near = nearMiss(word, among: names) {
        "Did you mean '\(near)'?"
      } else if command.subcommands.isEmpty {
        "'\(path.last ?? command.name)' has no subcommands."
      } else {
        "The subcommands are: \(names.joined(separator: ", "))."
      }
    return UsageError("Unknown subcommand \(quoted(word)). \(hint)", path: path)
  }

  /// An option where a subcommand belongs: most often one of a subcommand's, given too early.
  private func misplacedOption(
    _ word: String, in command: CommandSpecification, path: [String]
  ) -> UsageError {
    let name = OptionName(word)
    let caller = ([root.name] + path).joined(separator: " ")
    let isKnownBelow = command.leaves.contains { leaf in
      leaf.options.contains { $0.names.contains(name.text) }
        || leaf.flags.contains { $0.names.contains(name.text) }
    }
    let hint =
      if isKnownBelow {
        " Options follow the subcommand: '\(caller) <subcommand> \(visible(name.spelled))'."
      } else if let near = nearMiss(name.text, among: ["help", "version"]) {
        " Did you mean '--\(near)'?"
      } else {
        ""
      }
    return UsageError("Unknown option \(quoted(name.spelled)).\(hint)", path: path)
  }
}

extension CommandSpecification {
  /// The commands below that do something.
  fileprivate var leaves: [CommandSpecification] {
    subcommands.flatMap { $0.subcommands.isEmpty ? [$0] : $0.leaves }
  }
}

/// "Give one of 'a', 'b' or 'c'."
func oneOf(_ values: [String]) -> String {
  let all = values.map { "'\($0)'" }
  guard all.count > 1 else { return "Give \(all.joined())." }
  return "Give one of \(all.dropLast().joined(separator: ", ")) or \(all[all.count - 1])."
}
