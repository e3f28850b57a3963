import EntstoreCLI
import Testing

@Test func `colour is for terminals whose owner wants it`() {
  func style(_ isTerminal: Bool, _ environment: [String: String]) -> Style {
    Style(isTerminal: isTerminal) { environment[$0] }
  }
  #expect(style(true, ["TERM": "xterm"]).red("x") == "\u{1b}[31mx\u{1b}[0m")
  #expect(style(true, ["TERM": "xterm", "NO_COLOR": ""]).isColored)
  #expect(!style(false, ["TERM": "xterm"]).isColored)
  #expect(!style(true, ["TERM": "dumb"]).isColored)
  #expect(!style(true, [:]).isColored)
  #expect(style(true, ["TERM": "xterm", "NO_COLOR": "1"]).bold("x") == "x")
}

@Test func `every exit code has its number`() {
  #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 70, 74, 75])
}
