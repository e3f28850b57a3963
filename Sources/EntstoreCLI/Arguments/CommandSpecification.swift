/// One command as its help, its parser and its completions all read it.
///
/// A command either does something (arguments, options, flags) or groups further commands, never both.
package struct CommandSpecification: Sendable {
  /// The word that calls it.
  package let name: String
  /// One sentence for lists of commands and the top of its help.
  package let abstract: String
  /// Further paragraphs of its help; empty for none.
  package let discussion: String
  /// What it takes by position, in order.
  package let arguments: [ArgumentSpecification]
  /// What it takes by name with a value.
  package let options: [OptionSpecification]
  /// What it takes by name alone; `--help` and `--version` belong to every command and are not listed.
  package let flags: [FlagSpecification]
  /// The commands it groups.
  package let subcommands: [CommandSpecification]

  /// Describes a command.
  ///
  /// - Precondition: Names are unique and not those of `--help` and `--version`; only the last argument
  ///   repeats, and no required one follows an optional one; a group takes nothing itself.
  package init(
    name: String, abstract: String, discussion: String = "", arguments: [ArgumentSpecification] = [],
    options: [OptionSpecification] = [], flags: [FlagSpecification] = [],
    subcommands: [CommandSpecification] = []
  ) {
    let names = ["help", "version", "h"] + options.flatMap(\.names) + flags.flatMap(\.names)
    precondition(Set(names).count == names.count, "\(name): two options share a name")
    precondition(!arguments.dropLast().contains(where: \.isRepeating), "\(name): only the last repeats")
    let optional = arguments.firstIndex(where: \.isOptional) ?? arguments.endIndex
    precondition(arguments[optional...].allSatisfy(\.isOptional), "\(name): required after optional")
    precondition(
      subcommands.isEmpty || (arguments.isEmpty && options.isEmpty && flags.isEmpty),
      "\(name): a group takes nothing itself")
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.flags = flags
    self.subcommands = subcommands
  }

  /// The command that `path` leads to from here, or `nil` if a word of it names none.
  package func command(at path: some Sequence<String>) -> CommandSpecification? {
    var command = self
    for name in path {
      guard let next = command.subcommands.first(where: { $0.name == name }) else { return nil }
      command = next
    }
    return command
  }
}

extension CommandSpecification {
  /// The tool with the command that every tool has: `help`, which is not listed among its own.
  var withHelp: CommandSpecification {
    let help = CommandSpecification(
      name: "help", abstract: "Show help for a subcommand.",
      arguments: [
        ArgumentSpecification(
          name: "subcommand", help: "The subcommand, with the group before it if it is in one.",
          isOptional: true,
          isRepeating: true)
      ])
    return CommandSpecification(name: name, abstract: abstract, subcommands: subcommands + [help])
  }
}

/// Something a command takes by position.
package struct ArgumentSpecification: Sendable {
  /// What it is called in usage and messages: "file".
  package let name: String
  /// One sentence about it.
  package let help: String
  /// Whether it may be left out.
  package let isOptional: Bool
  /// Whether there may be several.
  package let isRepeating: Bool
  /// Whether it names a file: it is completed as one, and is not empty.
  package let isFile: Bool
  /// Whether `-` stands for standard input or output.
  package let mayBeStream: Bool

  package init(
    name: String, help: String, isOptional: Bool = false, isRepeating: Bool = false, isFile: Bool = false,
    mayBeStream: Bool = true
  ) {
    self.name = name
    self.help = help
    self.isOptional = isOptional
    self.isRepeating = isRepeating
    self.isFile = isFile
    self.mayBeStream = mayBeStream
  }
}

/// Something a command takes by name, with a value.
package struct OptionSpecification: Sendable {
  /// Its name without the dashes: "store".
  package let long: String
  /// Its one-letter name, if it has one.
  package let short: Character?
  /// What its value is called in usage and messages: "path".
  package let valueName: String
  /// One sentence about it.
  package let help: String
  /// What holds when it is not given, as the help says it. The parser fills in nothing.
  package let defaultText: String?
  /// Whether the command cannot go without it.
  package let isRequired: Bool
  /// Whether it may be given several times.
  package let isRepeating: Bool
  /// The only values it takes; empty for any.
  package let allowedValues: [String]
  /// Whether its value names a file: it is completed as one, and is not empty.
  package let isFile: Bool
  /// Whether `-` stands for standard input or output.
  package let mayBeStream: Bool

  package init(
    long: String, short: Character? = nil, valueName: String, help: String, defaultText: String? = nil,
    isRequired: Bool = false, isRepeating: Bool = false, allowedValues: [String] = [], isFile: Bool = false,
    mayBeStream: Bool = true
  ) {
    self.long = long
    self.short = short
    self.valueName = valueName
    self.help = help
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.allowedValues = allowedValues
    self.isFile = isFile
    self.mayBeStream = mayBeStream
  }

  var names: [String] { [long] + (short.map { [String($0)] } ?? []) }

  /// How usage and messages show it: `--store <path>`.
  var synopsis: String { "--\(long) <\(valueName)>" }
}

/// Something a command takes by name alone.
package struct FlagSpecification: Sendable {
  /// Its name without the dashes: "json".
  package let long: String
  /// Its one-letter name, if it has one.
  package let short: Character?
  /// One sentence about it.
  package let help: String

  package init(long: String, short: Character? = nil, help: String) {
    self.long = long
    self.short = short
    self.help = help
  }

  var names: [String] { [long] + (short.map { [String($0)] } ?? []) }
}
