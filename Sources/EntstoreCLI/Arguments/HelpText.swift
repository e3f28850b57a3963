/// The help of one command.
package struct HelpText {
  private let root: CommandSpecification
  private let path: [String]

  /// The help of the command at `path`; empty for the tool itself.
  ///
  /// - Precondition: `path` leads to a command.
  package init(root: CommandSpecification, path: [String] = []) {
    let root = path == ["help"] ? root.withHelp : root
    precondition(root.command(at: path) != nil, "no such command: \(path)")
    self.root = root
    self.path = path
  }

  /// The help in lines of at most `width` columns, ending in a newline.
  package func text(width: Int = 80) -> String {
    guard let command = root.command(at: path) else { return "" }
    var sections = [wrapped("OVERVIEW: \(command.abstract)", width: width)]
    if !command.discussion.isEmpty { sections.append(wrapped(command.discussion, width: width)) }
    sections.append(UsageLine(root: root, path: path).lines(label: "USAGE: ", width: width))
    if !command.arguments.isEmpty {
      let rows = command.arguments.map { (label: "<\($0.name)>", help: $0.help) }
      sections.append(["ARGUMENTS:"] + lines(of: rows, width: width))
    }
    sections.append(["OPTIONS:"] + lines(of: optionRows(of: command), width: width))
    if !command.subcommands.isEmpty {
      let rows = command.subcommands.map { (label: $0.name, help: $0.abstract) }
      sections.append(["SUBCOMMANDS:"] + lines(of: rows, width: width))
      let caller = ([root.name, "help"] + path).joined(separator: " ")
      sections.append(
        indented("See '\(caller) <subcommand>' for detailed information.", by: 2, width: width))
    }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func optionRows(of command: CommandSpecification) -> [(label: String, help: String)] {
    command.options.map { (label($0.short, $0.synopsis), $0.help + $0.details) }
      + command.flags.map { (label($0.short, "--\($0.long)"), $0.help) }
      + [("--version", "Show the version."), ("-h, --help", "Show help information.")]
  }

  private func label(_ short: Character?, _ long: String) -> String {
    short.map { "-\($0), \(long)" } ?? long
  }

  /// Labels on the left, help on the right; a label too long for its column stands on a line of its own.
  private func lines(of rows: [(label: String, help: String)], width: Int) -> [String] {
    let column = min(26, width / 3)
    return rows.flatMap { row in
      let help = indented(row.help, by: column, width: width)
      let label = "  " + row.label
      guard label.count < column, let first = help.first else {
        return indented(row.label, by: 2, width: width) + help
      }
      return [label + first.dropFirst(label.count)] + help.dropFirst()
    }
  }
}

extension OptionSpecification {
  /// " (values: a, b; default: a)"
  fileprivate var details: String {
    var parts = [String]()
    if !allowedValues.isEmpty { parts.append("values: \(allowedValues.joined(separator: ", "))") }
    if let defaultText { parts.append("default: \(defaultText)") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
  }
}
