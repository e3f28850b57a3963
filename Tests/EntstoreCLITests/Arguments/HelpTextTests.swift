import EntstoreCLI
import Testing

@Test func `the tool's help lists its subcommands`() {
  #expect(
    HelpText(root: sampleTool).text() == """
      OVERVIEW: Keep and ask who is entitled to what.

      USAGE: entstore <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        import                  Take in what stores have sent.
        catalog                 Say what products open.
        claim                   Say whose a lineage is.

        See 'entstore help <subcommand>' for detailed information.

      """)
}

@Test func `a command's help tells all that it takes`() {
  #expect(
    HelpText(root: sampleTool, path: ["import"]).text() == """
      OVERVIEW: Take in what stores have sent.

      Reads signed payloads and decoded notifications and finds out by their shape
      which they are. Running it again is harmless.

        entstore import --store ./pro.entstore notifications.ndjson

      USAGE: entstore import [--store <path>] [--app <id> ...] [--format <format>]
                             [--subject <subject>] [--unsigned] [--json] <file> ...

      ARGUMENTS:
        <file>                  Files to read; '-' is standard input.

      OPTIONS:
        --store <path>          The store's file. (default: $ENTSTORE_PATH, else
                                ./entitlements.entstore)
        --app <id>              Take only what is meant for this app.
        -f, --format <format>   How the input is written. (values: auto, ndjson, json,
                                jws; default: auto)
        -s, --subject <subject> Whose the purchases are: [id].
        -u, --unsigned          Vouch for input that doesn't carry a signature.
        -j, --json              Print one JSON document.
        --version               Show the version.
        -h, --help              Show help information.

      """)
}

@Test func `a group's help shows the way to its subcommands`() {
  let text = HelpText(root: sampleTool, path: ["catalog"]).text()
  #expect(text.contains("USAGE: entstore catalog <subcommand>\n"))
  #expect(text.hasSuffix("  See 'entstore help catalog <subcommand>' for detailed information.\n"))
}

@Test func `optional and required arguments and options look different in the usage`() {
  let text = HelpText(root: sampleTool, path: ["claim"]).text()
  #expect(text.contains("USAGE: entstore claim --subject <subject> [--skew <ms>] <lineage> [<note>]\n"))
}

@Test(arguments: [[], ["import"], ["catalog"], ["catalog", "set"], ["catalog", "show"], ["claim"]])
func `no line of any help is wider than asked for`(_ path: [String]) {
  for width in 20...100 {
    for line in HelpText(root: sampleTool, path: path).text(width: width).split(separator: "\n") {
      #expect(line.count <= width, "\(width): \(line)")
    }
  }
}

@Test func `a word wider than a line is cut, and a wide character counts for two`() {
  let tool = CommandSpecification(name: "t", abstract: String(repeating: "長", count: 25))
  let lines = HelpText(root: tool).text(width: 20).split(separator: "\n")
  #expect(lines.prefix(4).map(\.count) == [9, 10, 10, 5])
}
