import Foundation
import Testing

/// Verdicts from the store to their holder, by the tool alone.
struct VerdictCommandTests {
  private let folder: TestFolder
  private let publicKey: String

  init() throws {
    folder = try TestFolder()
    try folder.makeStore()
    let made = try folder.run("verdict key -o a.key --json")
    let document = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: String]
    publicKey = try #require(document?["publicKey"])
    try folder.write(try #require(document?["publicKeyPEM"]), to: "a.pub")
  }

  /// A verdict of Bob, who has paid for 30 days from January 11 and has turned auto-renew off.
  private func issue(_ subject: String = "bob", _ options: String = "--at 2026-02-01") throws -> String {
    let result = try folder.run(
      "verdict issue --store s.entstore --subject \(subject) --key-file a.key \(options)")
    #expect(result.code == 0 && result.messages == "", "\(result.messages)")
    return result.output
  }

  private func check(_ text: String, _ options: String) throws -> ToolResult {
    try folder.run("verdict check --public-key a.pub - \(options)", input: text)
  }

  @Test func `a verdict is checked and answered without the store`() throws {
    let text = try issue()
    try FileManager.default.removeItem(atPath: folder["s.entstore"])
    #expect(
      try check(text, "--key basic --at 2026-02-09")
        == ToolResult(
          code: 0, output: "yes: active (paid), access until 2026-02-10T00:00:00.000Z\n", messages: ""))
    #expect(
      try check(text, "--key basic --at 2026-02-10")
        == ToolResult(
          code: 0,
          output:
            "yes: active (awaitingRenewal), access until 2026-02-17T00:00:00.000Z, extended: the schedule has ended\n",
          messages: ""))
    #expect(
      try check(text, "--key basic --at 2026-02-17")
        == ToolResult(code: 1, output: "no: expired (lapsed)\n", messages: ""))
    #expect(
      try check(text, "--key pro --at 2026-02-09")
        == ToolResult(code: 1, output: "no: the verdict does not name 'pro'\n", messages: ""))
    #expect(
      try check(text, "--at 2026-02-01")
        == ToolResult(
          code: 0,
          output: """
            bob has paid; issued 2026-02-01T00:00:00.000Z, ask again 2026-02-02T00:00:00.000Z
            KEY    ACCESS  STATUS  WHY   UNTIL
            basic  yes     active  paid  2026-02-10T00:00:00.000Z

            """, messages: ""))
  }

  @Test
  func `what was refunded stays closed for somebody who has paid for another month`()
    throws
  {
    let text = try issue("ann", "--at 2026-02-20")
    #expect(
      try check(text, "--at 2026-02-20")
        == ToolResult(
          code: 0,
          output: """
            ann has paid; issued 2026-02-20T00:00:00.000Z, ask again 2026-02-21T00:00:00.000Z
            KEY    ACCESS  STATUS    WHY       UNTIL
            basic  no      refunded  refunded  -
            pro    no      refunded  refunded  -

            """, messages: ""))
  }

  @Test func `the bounds are those that were asked for`() throws {
    let text = try issue("bob", "--at 2026-02-01 --extension PT12H --ask-within P2D")
    #expect(try check(text, "--key basic --at 2026-02-10T11:59:59Z").code == 0)
    #expect(try check(text, "--key basic --at 2026-02-10T12:00:00Z").code == 1)
    #expect(try check(text, "").output.contains("ask again 2026-02-03T00:00:00.000Z"))
  }

  @Test func `an extension of no time opens nothing past the end`() throws {
    let text = try issue("bob", "--at 2026-02-01 --extension P0D")
    #expect(try check(text, "--key basic --at 2026-02-09").code == 0)
    #expect(try check(text, "--key basic --at 2026-02-10").code == 1)
  }

  @Test func `what a subject is called moves no cursor`() throws {
    let text = try issue("\u{1b}[2J")
    #expect(try check(text, "").output.hasPrefix(#"\u{1b}[2J has never paid"#))
    #expect(
      try check(text, "--subject bob").messages == #"Error: the verdict of another subject, \u{1b}[2J"# + "\n"
    )
  }

  @Test func `a clock before the issue counts as the issue`() throws {
    #expect(try check(issue("bob", "--at 2026-02-20"), "--key basic --at 2026-02-01").code == 1)
  }

  @Test func `as JSON each command prints one document`() throws {
    let issued = try issue("bob", "--at 2026-02-01 --json")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(issued.utf8)) as? [String: Any])
    let text = try #require(document["text"] as? String)
    let keyID = try #require(document["keyID"] as? String)
    #expect(
      issued
        == #"{"subject": "bob", "issuedAt": "2026-02-01T00:00:00.000Z", "askAgainAt": "2026-02-02T00:00:00.000Z", "#
        + #""hasEverPaid": true, "keyID": "\#(keyID)", "text": "\#(text)"}"# + "\n")
    let answer =
      #""isEntitled": true, "status": "active", "reason": "paid", "until": "2026-02-10T00:00:00.000Z", "#
      + #""entitledUntil": "2026-02-10T00:00:00.000Z", "isExtended": false}"#
    #expect(
      try check(text, "--key basic --at 2026-02-09 --json").output
        == #"{"subject": "bob", "key": "basic", "at": "2026-02-09T00:00:00.000Z", "# + answer + "\n")
    #expect(
      try check(text, "--at 2026-02-09 --json").output
        == #"{"subject": "bob", "issuedAt": "2026-02-01T00:00:00.000Z", "askAgainAt": "2026-02-02T00:00:00.000Z", "#
        + #""hasEverPaid": true, "at": "2026-02-09T00:00:00.000Z", "keys": [{"key": "basic", "# + answer
        + "]}\n")
  }

  @Test func `what is not a genuine verdict is refused with the reason`() throws {
    let text = try issue().trimmingCharacters(in: .newlines)
    try folder.run("verdict key -o b.key")
    let forged = try folder.run(
      "verdict issue --store s.entstore --subject bob --key-file b.key --at 2026-02-01"
    ).output
    let middle = text.index(text.startIndex, offsetBy: 200)
    let changed = text.replacingCharacters(
      in: middle...middle, with: text[middle] == "A" ? "B" : "A")
    for (text, reason) in [
      (forged, "not signed by the key that is trusted, or changed since"),
      (changed, "not signed by the key that is trusted, or changed since"),
      (String(text.dropLast()), "not the text of a verdict"), ("", "not the text of a verdict"),
      (text + " ", "not the text of a verdict"), ("a.b.c", "not the text of a verdict"),
    ] {
      #expect(
        try check(text, "--key basic --at 2026-02-09")
          == ToolResult(code: 65, output: "", messages: "Error: \(reason)\n"))
    }
    #expect(
      try check(text, "--subject ann")
        == ToolResult(code: 65, output: "", messages: "Error: the verdict of another subject, bob\n"))
    #expect(
      try check(text, "--environment sandbox")
        == ToolResult(
          code: 65, output: "",
          messages: "Error: a verdict of production; to check it, give '--environment production'\n"))
  }

  @Test func `several keys can be trusted, in PEM or base64, and the text may be an argument`() throws {
    try folder.run("verdict key -o b.key")
    let text = try issue().trimmingCharacters(in: .newlines)
    let other = try folder.run("verdict key -o c.key --json").output
    let otherKey = try #require(
      (JSONSerialization.jsonObject(with: Data(other.utf8)) as? [String: String])?["publicKey"])
    let line = "--public-key \(otherKey) --public-key \(publicKey) --key basic --at 2026-02-09"
    #expect(try folder.run("verdict check \(text) \(line)").code == 0)
    #expect(try folder.run("verdict check \(text) --public-key \(otherKey)").code == 65)
    try folder.write(text, to: "bob.jws")
    #expect(
      try folder.run("verdict check bob.jws \(line)").messages
        == "Error: not the text of a verdict; 'bob.jws' is a file: give - and redirect it (- < FILE)\n")
  }

  @Test(arguments: [
    ("issue --subject bob --key-file nowhere", 66, "Error: nowhere: "),
    (
      "issue --subject bob --key-file a.pub", 66,
      "Error: a.pub: no Ed25519 private key in PEM without a password"
    ),
    ("issue --subject bob", 64, "Error: Missing expected option '--key-file <file>'."),
    (
      "issue --subject bob --key-file a.key --extension 7d", 64,
      "Error: The value '7d' for '--extension' is no duration; write P7D, PT12H or PT90M."
    ),
    ("issue --subject bob --key-file a.key --store none.entstore", 66, "Error: "),
    ("check x --public-key a.key", 66, "Error: a.key: no Ed25519 public key, neither in PEM nor as 32 bytes"),
    ("check x --public-key nowhere", 66, "Error: nowhere: "),
    ("check --public-key a.pub", 64, "Error: Missing expected argument '<text>'."),
  ])
  func `a mistake is named`(_ line: String, code: Int32, message: String) throws {
    let store = line.hasPrefix("issue") && !line.contains("--store") ? " --store s.entstore" : ""
    let result = try folder.run("verdict \(line)\(store)")
    #expect(result.code == code && result.output == "", "\(result.messages)")
    #expect(result.messages.hasPrefix(message), "\(result.messages)")
  }

  @Test func `openssl takes the signature for genuine, and no other`() throws {
    let openssl = "/usr/bin/openssl"
    guard FileManager.default.isExecutableFile(atPath: openssl) else { return }
    let parts = try issue().trimmingCharacters(in: .newlines).split(separator: ".").map(String.init)
    try folder.write("\(parts[0]).\(parts[1])", to: "message")
    try folder.write("\(parts[0]).\(parts[1])x", to: "other")
    let base64 = parts[2].replacing("-", with: "+").replacing("_", with: "/") + "=="
    try folder.write(try #require(Data(base64Encoded: base64)), to: "signature")
    func verify(_ file: String) throws -> Int32 {
      try ChildTool(
        ["pkeyutl", "-verify", "-pubin", "-inkey", "a.pub", "-rawin", "-in", file, "-sigfile", "signature"],
        in: folder, program: openssl
      ).finish().code
    }
    #expect(try verify("message") == 0)
    #expect(try verify("other") == 1)
  }
}
