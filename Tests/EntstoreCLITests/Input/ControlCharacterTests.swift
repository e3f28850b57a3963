import EntstoreCLI
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

  /// Moves the cursor, reverses the line, or cannot be seen.
  private static let evil = "\u{1b}[2J\u{9b}\u{202e}\u{ad}\u{200b}\u{200e}\u{2060}\u{feff}\u{e0041}"
  /// The same as a text of JSON has it.
  private static let escaped = evil.utf16.map { unit in
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }.joined()
  private static let raw = evil.unicodeScalars.filter { !$0.isASCII || $0.value < 0x20 }

  @Test func `no command prints a name as it came`() throws {
    let evil = Self.evil
    let event = SampleEvent(
      type: "TYPE\(Self.escaped)", subtype: Self.escaped, id: "e\(Self.escaped)", subject: "s\(Self.escaped)",
      lineage: "l\(Self.escaped)", product: "p\(Self.escaped)", ends: 100_000)
    try folder.write(
      [event.line.replacing(#""bundleId": "app""#, with: #""bundleId": "a\#(Self.escaped)""#)], to: "e.ndjson"
    )
    try folder.write(
      #"{"entitlements": {"k\#(Self.escaped)": {"appStore": ["p\#(Self.escaped)"], "includes": ["i\#(Self.escaped)"]}, "i\#(Self.escaped)": {}}, "products": {"p\#(Self.escaped)": {"duration": "P3D"}}}"#,
      to: "c.json")
    try folder.write(
      #"{"entitlements": {"o\#(Self.escaped)": {"appStore": ["p\#(Self.escaped)"]}}}"#, to: "d.json")
    try folder.write("{}\n", to: "bad\(evil)")
    let lines = [
      "import --store t.entstore --unsigned --app a\(evil) e.ndjson",
      "import --store t.entstore --unsigned bad\(evil)",
      "import --store t.entstore --unsigned --subject x\(evil) e.ndjson",
      "import --store u\(evil) --unsigned bad\(evil)",
      "catalog set --store t.entstore c.json", "catalog show --store t.entstore",
      "catalog diff --store t.entstore d.json", "catalog log --store t.entstore",
      "token --store t.entstore --map t\(evil) --subject s\(evil)",
      "token --store t.entstore --show t\(evil)",
      "token --store t.entstore --map t\(evil) --subject x\(evil)",
      "grant --store t.entstore --subject s\(evil) --key g\(evil) --forever --reason r\(evil)",
      "grant --store t.entstore --subject s\(evil) --key g\(evil) --for P3D --trial",
      "grant --store t.entstore --subject s\(evil) --key g\(evil) --for P3D --trial",
      "grant --store t.entstore --revoke g\(evil)",
      "claim --store t.entstore --subject x\(evil) --lineage l\(evil) --reason r\(evil)",
      "conflicts --store t.entstore", "unbound --store t.entstore",
      "share --store t.entstore --lineage l\(evil) --with y\(evil)",
      "transfer --store t.entstore --lineage l\(evil) --to z\(evil)",
      "query --store t.entstore --subject z\(evil)", "query --store t.entstore --lineage l\(evil)",
      "query --store t.entstore --subject z\(evil) --key k\(evil)",
      "query --store t.entstore --subject z\(evil) --key n\(evil)",
      "query --store t.entstore --subject n\(evil)",
      "history --store t.entstore", "history --store t.entstore --subject z\(evil)",
      "history --store t.entstore --lineage l\(evil)",
      "stats --store t.entstore", "doctor --store t.entstore", "policy show --store t.entstore",
      "verify --store t.entstore", "rebuild --store t.entstore", "compact --store t.entstore",
      "backup --store t.entstore b\(evil)", "doctor --store b\(evil)", "migrate --store b\(evil)",
      "erase --store t.entstore --subject z\(evil) --dry-run", "erase --store t.entstore --subject n\(evil)",
      "forge ca ca\(evil)", "verdict key --output v\(evil)", "stats --store none\(evil)", "stats \(evil)",
      "\(evil)",
    ]
    var showing = 0
    for line in lines {
      let result = try folder.run(line)
      let said = result.output + result.messages
      #expect(!said.unicodeScalars.contains { Self.raw.contains($0) }, "\(visible(line)): \(visible(said))")
      if said.contains(#"\u{1b}[2J\u{9b}\u{202e}\u{ad}\u{200b}\u{200e}\u{2060}\u{feff}\u{e0041}"#) {
        showing += 1
      }
    }
    #expect(showing >= 30)
  }
}

@Test(
  arguments: [
    "\u{0}", "\u{1b}", "\u{7f}", "\u{85}", "\u{9b}", "\u{ad}", "\u{61c}", "\u{180e}", "\u{200b}", "\u{200e}",
    "\u{200f}",
    "\u{2028}", "\u{202a}", "\u{202e}", "\u{2060}", "\u{2064}", "\u{2066}", "\u{2069}", "\u{206f}",
    "\u{3164}", "\u{feff}",
    "\u{fffb}", "\u{e0001}", "\u{e0041}", "\u{e007f}",
  ] as [Unicode.Scalar])
func `what cannot be seen is spelled out`(_ scalar: Unicode.Scalar) {
  #expect(visible("a\(Character(scalar))b") == "a\\u{\(String(scalar.value, radix: 16))}b")
}

@Test(arguments: ["می\u{200c}خواهم", "क्\u{200d}ष", "👩\u{200d}💻", "❤\u{fe0f}", "e\u{301}", "日本", "ß ünal"])
func `what a script or a picture needs stays`(_ text: String) {
  #expect(visible(text) == text)
}
