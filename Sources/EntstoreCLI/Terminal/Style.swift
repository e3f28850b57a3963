/// Colour and weight for text, or nothing where they would be noise.
package struct Style: Sendable {
  /// Whether anything is added to text.
  package let isColored: Bool

  /// Colour on a terminal, unless the environment speaks against it: `NO_COLOR` that is not empty, or a
  /// `TERM` that is `dumb` or missing.
  ///
  /// - Parameter environment: Looks a variable up.
  package init(isTerminal: Bool, environment: (String) -> String?) {
    let term = environment("TERM") ?? ""
    isColored =
      isTerminal && (environment("NO_COLOR") ?? "").isEmpty && !term.isEmpty && term != "dumb"
  }

  package func bold(_ text: String) -> String { sgr("1", text) }
  package func dim(_ text: String) -> String { sgr("2", text) }
  package func red(_ text: String) -> String { sgr("31", text) }
  package func green(_ text: String) -> String { sgr("32", text) }
  package func yellow(_ text: String) -> String { sgr("33", text) }

  private func sgr(_ code: String, _ text: String) -> String {
    isColored ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
