/// The script for bash, 3.2 and later, with or without the bash-completion package.
func bashCompletionScript(tool: String, nodes: [CompletionNode]) -> String {
  let steps = nodes.filter { !$0.path.isEmpty }.map { shellQuoted($0.key) }.joined(separator: " | ")
  return #"""
    # bash completion for \#(tool)

    _\#(tool)_files() {
      local name
      while IFS= read -r name; do
        COMPREPLY+=("$name")
      done < <(compgen -f -- "$1")
      compopt -o filenames 2>/dev/null
    }

    _\#(tool)_words() {
      local word
      while IFS= read -r word; do
        COMPREPLY+=("$word")
      done < <(compgen -W "$2" -- "$1")
    }

    _\#(tool)() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
      local place="" index ended=""
      COMPREPLY=()
      # Bash makes three words of --option=value.
      if [[ "$current" == "=" ]]; then
        current=""
      elif [[ "$previous" == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD-2]}"
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        case "$place ${COMP_WORDS[index]}" in
          \#(steps)) place="$place ${COMP_WORDS[index]}" ;;
          *) break ;;
        esac
      done
      for ((; index < COMP_CWORD; index++)); do
        if [[ "${COMP_WORDS[index]}" == "--" ]]; then ended=1; previous=""; fi
      done
      case "$place" in
    \#(nodes.map { $0.bashCase(tool: tool) }.joined(separator: "\n"))
      esac
    }

    complete -F _\#(tool) \#(tool)

    """#
}

extension CompletionNode {
  /// The path as the script's loop builds it.
  fileprivate var key: String { path.map { " " + $0 }.joined() }

  fileprivate func bashCase(tool: String) -> String {
    var lines = ["    \(shellQuoted(key)))"]
    if !options.isEmpty {
      lines.append(#"      case "$previous" in"#)
      lines += options.map { option in
        let names = option.names.map { $0.count == 1 ? "-\($0)" : "--\($0)" }.joined(separator: " | ")
        return "        \(names)) \(option.bashValues(tool: tool))return ;;"
      }
      lines.append("      esac")
    }
    let words =
      subcommands.map(\.name)
      + (options.flatMap(\.names) + flags.flatMap(\.names)).map { $0.count == 1 ? "-\($0)" : "--\($0)" }
    lines.append(#"      if [[ -z "$ended" ]]; then"#)
    lines.append(#"        _\#(tool)_words "$current" \#(shellQuoted(words.joined(separator: " ")))"#)
    lines.append("      fi")
    if arguments.contains(where: \.isFile) {
      lines.append(#"      if [[ -n "$ended" || "$current" != -* ]]; then"#)
      lines.append("        COMPREPLY=()")
      lines.append(#"        _\#(tool)_files "$current""#)
      lines.append("      fi")
    }
    return (lines + ["      ;;"]).joined(separator: "\n")
  }
}

extension OptionSpecification {
  fileprivate func bashValues(tool: String) -> String {
    if isFile { return #"_\#(tool)_files "$current"; "# }
    if allowedValues.isEmpty { return "" }
    return #"_\#(tool)_words "$current" \#(shellQuoted(allowedValues.joined(separator: " "))); "#
  }
}
