import Testing

/// Names come from payloads and callers; none may move the cursor of whoever reads about it.
struct ControlCharacterTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeStore()
  }

  @Test func `a refusal shows what the payload is called`() throws {
    let line =
      #"{"entstore":1,"rail":"local","id":"\u001b[2J","signedAt":5,"rank":0,"type":"X","#
      + #""environment":"production","provenance":"local"}"#
    let result = try folder.run("import --store s.entstore --unsigned -", input: line)
    #expect(result.messages.hasPrefix(#"standard input:1: event \u{1b}[2J: signedAt is 5"#))
  }

  @Test(arguments: [
    ("grant --revoke", #"Error: there is no grant \u{1b}[2J"#),
    ("query --lineage", #"Nothing is known of \u{1b}[2J."#),
    ("catalog set", #"Error: \u{1b}[2J: No such file or directory"#),
  ])
  func `an error shows what it is about`(line: String, message: String) throws {
    #expect(try folder.run("\(line) \u{1b}[2J --store s.entstore").messages == message + "\n")
  }

  @Test func `an answer shows the product`() throws {
    try folder.run("grant --store s.entstore --subject ann --key \u{1b}[2J --forever")
    let answer = try folder.run("query --store s.entstore --subject ann --key \u{1b}[2J")
    #expect(answer.output == #"yes: active (gift), without an end, \u{1b}[2J"# + "\n")
  }
}
