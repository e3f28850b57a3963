/// One pass over the words given to a command that does something.
struct CommandScan {
  private let path: [String]
  private let command: CommandSpecification
  private var arguments = [String]()
  private var optionValues = [String: [String]]()
  private var givenFlags = Set<String>()

  init(path: [String], command: CommandSpecification) {
    self.path = path
    self.command = command
  }

  /// Parses the words that follow the command's name.
  consuming func parse(_ words: ArraySlice<String>) throws(UsageError) -> ParsedCommand {
    var rest = words
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || OptionName.isValue(word) {
        arguments.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") || OptionName(word).text.count == 1 {
        try take(OptionName(word), rest: &rest)
      } else {
        try takeCluster(OptionName(word), rest: &rest)
      }
    }
    try checkArguments()
    for option in command.options where option.isRequired && optionValues[option.long] == nil {
      throw error("Missing expected option '\(option.synopsis)'.")
    }
    return ParsedCommand(
      path: path, specification: command, arguments: arguments, optionValues: optionValues,
      givenFlags: givenFlags)
  }

  /// `-abc`: several one-letter names behind one dash, of which the last may take a value.
  private mutating func takeCluster(
    _ cluster: OptionName, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let letters = cluster.text.map { "-\($0)" }
    guard cluster.text.dropLast().allSatisfy({ letter in command.flags.contains { $0.short == letter } }),
      let last = letters.last
    else { throw unknown(cluster) }
    for letter in letters.dropLast() { try take(OptionName(letter), rest: &rest) }
    try take(OptionName(last + (cluster.value.map { "=\($0)" } ?? "")), rest: &rest)
  }

  private mutating func take(_ name: OptionName, rest: inout ArraySlice<String>) throws(UsageError) {
    if let flag = command.flags.first(where: { name.isLong ? $0.long == name.text : $0.isShort(name) }) {
      if let value = name.value {
        throw error("The flag '\(name.spelled)' takes no value, but \(quoted(value)) was given.")
      }
      givenFlags.insert(flag.long)
    } else if let option = command.options.first(where: {
      name.isLong ? $0.long == name.text : $0.isShort(name)
    }) {
      if let value = name.value {
        try take(option, value: value)
      } else {
        try take(option, value: try nextValue(for: option, rest: &rest))
      }
    } else {
      throw unknown(name)
    }
  }

  private func nextValue(
    for option: OptionSpecification, rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let next = rest.first, next != "--" else {
      throw error("Missing value for '\(option.synopsis)'.\(allowed(by: option))")
    }
    guard OptionName.isValue(next) else {
      throw error(
        "Missing value for '\(option.synopsis)'. A value that begins with a dash is given as "
          + "\(quoted("--\(option.long)=\(next)")).")
    }
    rest = rest.dropFirst()
    return next
  }

  private mutating func take(_ option: OptionSpecification, value: String) throws(UsageError) {
    if !option.isRepeating, let earlier = optionValues[option.long]?.first {
      throw error(
        "The option '\(option.synopsis)' was given twice, with \(quoted(earlier)) and \(quoted(value)). "
          + "Give it once.")
    }
    if !option.allowedValues.isEmpty, !option.allowedValues.contains(value) {
      let hint = nearMiss(value, among: option.allowedValues).map { " Did you mean '\($0)'?" } ?? ""
      throw error(
        "The value \(quoted(value)) is invalid for '\(option.synopsis)'.\(hint)\(allowed(by: option))")
    }
    if option.isFile { try checkFile(value, option.mayBeStream, as: option.synopsis) }
    optionValues[option.long, default: []].append(value)
  }

  /// No file has the empty name, and one of the name `-` is most often meant to be none.
  private func checkFile(_ value: String, _ mayBeStream: Bool, as name: String) throws(UsageError) {
    if value.isEmpty { throw error("The value for '\(name)' is empty. Name a file.") }
    if value == "-", !mayBeStream {
      throw error("The value '-' for '\(name)' is no file; './-' is one.")
    }
  }

  private func checkArguments() throws(UsageError) {
    let declared = command.arguments
    if arguments.count < declared.count, !declared[arguments.count].isOptional {
      throw error("Missing expected argument '<\(declared[arguments.count].name)>'.")
    }
    if arguments.count > declared.count, declared.last?.isRepeating != true {
      let extra = arguments[declared.count]
      let bare = String(extra.drop { "-–—".contains($0) }.prefix { $0 != "=" })
      let isOption = longNames.contains(bare)
      throw error("Unexpected argument \(quoted(extra)).\(isOption ? " Did you mean '--\(bare)'?" : "")")
    }
    for (place, value) in arguments.enumerated() {
      let argument = declared[min(place, declared.count - 1)]
      if argument.isFile { try checkFile(value, argument.mayBeStream, as: "<\(argument.name)>") }
    }
  }

  private func unknown(_ name: OptionName) -> UsageError {
    let near = name.text.count > 1 ? nearMiss(name.text, among: longNames) : nil
    return error("Unknown option \(quoted(name.spelled)).\(near.map { " Did you mean '--\($0)'?" } ?? "")")
  }

  private var longNames: [String] {
    command.options.map(\.long) + command.flags.map(\.long) + ["help", "version"]
  }

  private func allowed(by option: OptionSpecification) -> String {
    option.allowedValues.isEmpty ? "" : " \(oneOf(option.allowedValues))"
  }

  private func error(_ message: String) -> UsageError {
    UsageError(message, path: path)
  }
}

extension FlagSpecification {
  fileprivate func isShort(_ name: OptionName) -> Bool { short.map(String.init) == name.text }
}

extension OptionSpecification {
  fileprivate func isShort(_ name: OptionName) -> Bool { short.map(String.init) == name.text }
}
