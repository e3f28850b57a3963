/// The script for fish, 3.0 and later.
func fishCompletionScript(tool: String, nodes: [CompletionNode]) -> String {
  #"""
  # fish completion for \#(tool)

  # Whether the words so far are exactly these.
  function __\#(tool)_at
      set -l words (commandline -opc)
      set -e words[1]
      test "$words" = "$argv"
  end

  # Whether the words so far begin with these.
  function __\#(tool)_under
      set -l words (commandline -opc)
      set -e words[1]
      test (count $words) -ge (count $argv); or return 1
      test "$words[1.."(count $argv)"]" = "$argv"
  end

  complete -c \#(tool) -f
  \#(nodes.flatMap { $0.fishLines(tool: tool) }.joined(separator: "\n"))

  """#
}

extension CompletionNode {
  fileprivate func fishLines(tool: String) -> [String] {
    let words = path.map { " " + $0 }.joined()
    let at = "complete -c \(tool) -n '__\(tool)_at\(words)'"
    let below = subcommands.isEmpty ? "complete -c \(tool) -n '__\(tool)_under\(words)'" : at
    var lines = subcommands.map { "\(at) -a \($0.name) -d \(fishQuoted($0.abstract))" }
    lines += options.map { option in
      // A group's option is the last word before its own value.
      let place =
        subcommands.isEmpty
        ? below
        : "complete -c \(tool) -n '__\(tool)_at\(words); or __\(tool)_at\(words) --\(option.long)'"
      let values =
        option.isFile
        ? "-r -F"
        : option.allowedValues.isEmpty ? "-x" : "-x -a '\(option.allowedValues.joined(separator: " "))'"
      return "\(place)\(fishNames(option.long, option.short)) \(values) -d \(fishQuoted(option.help))"
    }
    lines += flags.map { "\(below)\(fishNames($0.long, $0.short)) -d \(fishQuoted($0.help))" }
    if arguments.contains(where: \.isFile) { lines.append("\(below) -F") }
    return lines
  }
}

private func fishNames(_ long: String, _ short: Character?) -> String {
  " -l \(long)" + (short.map { " -s \($0)" } ?? "")
}

/// Fish, unlike the other shells, reads backslashes between single quotes.
private func fishQuoted(_ text: String) -> String {
  let escaped = text.reduce(into: "") { result, character in
    if character == "'" || character == "\\" { result.append("\\") }
    result.append(character)
  }
  return "'\(escaped)'"
}
