/// A script that teaches a shell to complete the tool's command lines.
package struct CompletionScript {
  private let root: CommandSpecification

  /// A script for the tool.
  package init(_ root: CommandSpecification) {
    self.root = root
  }

  /// The script, to be sourced or installed where the shell looks for completions.
  package func text(for shell: CompletionShell) -> String {
    let nodes = CompletionNode.all(of: root)
    return switch shell {
    case .bash: bashCompletionScript(tool: root.name, nodes: nodes)
    case .zsh: zshCompletionScript(tool: root.name, nodes: nodes)
    case .fish: fishCompletionScript(tool: root.name, nodes: nodes)
    }
  }
}

/// A place on the command line: the words that lead to it and what may follow them.
struct CompletionNode {
  /// The words before, without the tool's own name.
  let path: [String]
  /// The words that lead on.
  let subcommands: [(name: String, abstract: String)]
  let options: [OptionSpecification]
  let flags: [FlagSpecification]
  let arguments: [ArgumentSpecification]

  /// Every place there is, the root first; also those behind `help`.
  static func all(of root: CommandSpecification) -> [CompletionNode] {
    let shells = OptionSpecification(
      long: "generate-completion-script", valueName: "shell", help: "Print a completion script.",
      allowedValues: CompletionShell.allCases.map(\.rawValue))
    let children = root.subcommands.map { ($0.name, $0.abstract) } + [("help", "Show help information.")]
    let top = CompletionNode(
      path: [], subcommands: children, options: [shells], flags: common, arguments: [])
    return [top] + root.subcommands.flatMap { nodes(of: $0, path: [$0.name]) }
      + help(of: root, path: ["help"])
  }

  private static func nodes(of command: CommandSpecification, path: [String]) -> [CompletionNode] {
    let node = CompletionNode(
      path: path, subcommands: command.subcommands.map { ($0.name, $0.abstract) },
      options: command.options, flags: command.flags + common, arguments: command.arguments)
    return [node] + command.subcommands.flatMap { nodes(of: $0, path: path + [$0.name]) }
  }

  private static func help(of command: CommandSpecification, path: [String]) -> [CompletionNode] {
    if command.subcommands.isEmpty { return [] }
    let node = CompletionNode(
      path: path, subcommands: command.subcommands.map { ($0.name, $0.abstract) }, options: [], flags: [],
      arguments: [])
    return [node] + command.subcommands.flatMap { help(of: $0, path: path + [$0.name]) }
  }

  private static let common = [
    FlagSpecification(long: "version", help: "Show the version."),
    FlagSpecification(long: "help", short: "h", help: "Show help information."),
  ]
}

/// `text` as one word of any of the shells.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
