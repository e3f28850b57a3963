/// The script for zsh, to be sourced or put as a file `_tool` into `fpath`.
func zshCompletionScript(tool: String, nodes: [CompletionNode]) -> String {
  """
  #compdef \(tool)

  \(nodes.map { $0.zshFunction(tool: tool) }.joined(separator: "\n\n"))

  if [[ "$funcstack[1]" == "_\(tool)" ]]; then
    _\(tool) "$@"
  else
    compdef _\(tool) \(tool)
  fi

  """
}

extension CompletionNode {
  fileprivate func zshFunction(tool: String) -> String {
    let name = (["_" + tool] + path).joined(separator: "_")
    var specifications = options.flatMap(\.zshSpecifications) + flags.flatMap(\.zshSpecifications)
    if subcommands.isEmpty {
      specifications += arguments.map(\.zshSpecification)
      return """
        \(name)() {
          _arguments -s -S \\
            \(specifications.joined(separator: " \\\n    "))
        }
        """
    }
    specifications += ["'1: :->subcommand'", "'*:: :->rest'"]
    let words = subcommands.map { shellQuoted("\($0.name):\($0.abstract)") }
    // A name without a function takes no further words.
    let calls = subcommands.map {
      "\($0.name)) (( $+functions[\(name)_\($0.name)] )) && \(name)_\($0.name) ;;"
    }
    return """
      \(name)() {
        local context state state_descr line
        typeset -A opt_args
        local -a subcommands
        _arguments -C \\
          \(specifications.joined(separator: " \\\n    ")) && return
        case "$state" in
          subcommand)
            subcommands=(
              \(words.joined(separator: "\n        "))
            )
            _describe -t commands subcommand subcommands ;;
          rest)
            case "$line[1]" in
              \(calls.joined(separator: "\n        "))
            esac ;;
        esac
      }
      """
  }
}

extension OptionSpecification {
  fileprivate var zshSpecifications: [String] {
    let action = isFile ? "_files" : allowedValues.isEmpty ? " " : "(\(allowedValues.joined(separator: " ")))"
    let rest = "[\(zshEscaped(help))]:\(valueName):\(action)"
    return zshNames(long: long, short: short, isRepeating: isRepeating).map { name in
      shellQuoted(name + (name.hasSuffix("--\(long)") ? "=" : "+") + rest)
    }
  }
}

extension FlagSpecification {
  fileprivate var zshSpecifications: [String] {
    zshNames(long: long, short: short, isRepeating: false).map { shellQuoted("\($0)[\(zshEscaped(help))]") }
  }
}

extension ArgumentSpecification {
  fileprivate var zshSpecification: String {
    let prefix = isRepeating ? "*:" : isOptional ? "::" : ":"
    return shellQuoted("\(prefix)\(name):\(isFile ? "_files" : " ")")
  }
}

/// The names with what makes one exclude the other, or with the star of what may come again.
private func zshNames(long: String, short: Character?, isRepeating: Bool) -> [String] {
  guard let short else { return [isRepeating ? "*--\(long)" : "--\(long)"] }
  let prefix = isRepeating ? "*" : "(-\(short) --\(long))"
  return ["\(prefix)-\(short)", "\(prefix)--\(long)"]
}

/// Brackets and colons end the parts of a zsh specification.
private func zshEscaped(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    if #"[]:\"#.contains(character) { result.append("\\") }
    result.append(character)
  }
}
