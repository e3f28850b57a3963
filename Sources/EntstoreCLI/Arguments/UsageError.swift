/// A mistake on the command line.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong and the nearest right form.
  package let message: String
  /// The command whose usage helps.
  package let path: [String]

  /// A mistake in calling the command at `path`.
  package init(_ message: String, path: [String]) {
    self.message = message
    self.path = path
  }

  /// The message, the usage of the command, and where to read more.
  package func text(for root: CommandSpecification, width: Int = 80) -> String {
    let usage = UsageLine(root: root, path: path).lines(label: "Usage: ", width: width)
    let help = ([root.name, "help"] + path).joined(separator: " ")
    return """
      Error: \(visible(message))
      \(usage.joined(separator: "\n"))
        See '\(help)' for more information.

      """
  }
}
