/// How a command is called, on as few lines as the width allows.
struct UsageLine {
  private let caller: String
  private let parts: [String]

  /// The usage of the command at `path`, or of the nearest one above it that exists.
  init(root: CommandSpecification, path: [String]) {
    var command = root
    var words = [root.name]
    for name in path {
      guard let next = command.command(at: [name]) else { break }
      command = next
      words.append(name)
    }
    caller = words.joined(separator: " ")
    parts =
      command.subcommands.isEmpty
      ? command.options.map(\.usage) + command.flags.map { "[--\($0.long)]" } + command.arguments.map(\.usage)
      : ["<subcommand>"]
  }

  /// The lines, of at most `width` columns, the first with the label in front.
  ///
  /// Breaks between the parts, and within one only if it is wider than a line.
  func lines(label: String, width: Int) -> [String] {
    let head = label + caller
    let indent = head.count + 1 <= width / 2 ? head.count + 1 : 4
    var lines = wrapped(head, width: width)
    for part in parts {
      let last = lines[lines.count - 1]
      if last.count + 1 + part.count <= width {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines += indented(part, by: indent, width: width)
      }
    }
    return lines
  }
}

extension OptionSpecification {
  fileprivate var usage: String {
    let once = isRepeating ? "\(synopsis) ..." : synopsis
    return isRequired ? once : "[\(once)]"
  }
}

extension ArgumentSpecification {
  fileprivate var usage: String {
    let once = isRepeating ? "<\(name)> ..." : "<\(name)>"
    return isOptional ? "[\(once)]" : once
  }
}
