/// A command line that fits the specification: which command, and what it was given.
package struct ParsedCommand: Sendable {
  /// The words that lead to the command, without the tool's own name: `["catalog", "set"]`.
  package let path: [String]
  /// What was given by position, in order.
  package let arguments: [String]

  private let specification: CommandSpecification
  private let optionValues: [String: [String]]
  private let givenFlags: Set<String>

  init(
    path: [String], specification: CommandSpecification, arguments: [String],
    optionValues: [String: [String]], givenFlags: Set<String>
  ) {
    self.path = path
    self.specification = specification
    self.arguments = arguments
    self.optionValues = optionValues
    self.givenFlags = givenFlags
  }

  /// Every value of the option, in the order given; empty if it was not.
  ///
  /// - Precondition: The command has an option of this long name.
  package func values(for option: String) -> [String] {
    precondition(specification.options.contains { $0.long == option }, "no option --\(option)")
    return optionValues[option] ?? []
  }

  /// The value of the option, or `nil` if it was not given.
  ///
  /// - Precondition: The command has an option of this long name.
  package func value(for option: String) -> String? {
    values(for: option).last
  }

  /// Whether the flag was given.
  ///
  /// - Precondition: The command has a flag of this long name.
  package func flag(_ name: String) -> Bool {
    precondition(specification.flags.contains { $0.long == name }, "no flag --\(name)")
    return givenFlags.contains(name)
  }

  /// A mistake that only the command itself can see, such as two options that exclude each other.
  package func usageError(_ message: String) -> UsageError {
    UsageError(message, path: path)
  }
}

/// What a command line asks for.
package enum Invocation: Sendable {
  /// To run a command.
  case run(ParsedCommand)
  /// The help of the command at this path; empty for the tool's own.
  case help(path: [String])
  /// The tool's version.
  case version
  /// A completion script.
  case completionScript(CompletionShell)
}

/// A shell that completion scripts are written for.
package enum CompletionShell: String, Hashable, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}
