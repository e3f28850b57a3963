import EntstoreModel
import Testing

/// The text of a verdict: one spelling, and nothing else is read.
struct VerdictTextTests {
  private static let content =
    #"{"subject":"ann","environment":"production","issuedAt":1768089600000,"askAgainAt":1768176000000,"#
    + #""hasEverPaid":true,"offline":{"extendsBy":604800000,"asksWithin":86400000},"keys":{"pro":["#
    + #"{"until":1769817600000,"isEntitled":true,"status":"active","reason":"paid"},"#
    + #"{"isEntitled":false,"status":"expired","reason":"lapsed"}]}}"#

  private func read(_ text: String) throws -> Verdict {
    try Verdict(text, for: nil, isSigned: ToySignature.isSigned)
  }

  private func read(content: String) throws -> Verdict {
    try read(ToySignature.text(header: ToySignature.header, content: content))
  }

  @Test func `a verdict is written so, and read back as it was`() throws {
    let text = try Verdict.sample().signedText
    #expect(text == ToySignature.text(header: ToySignature.header, content: Self.content))
    #expect(try read(text) == .sample())
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `any verdict is read back as it was`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let verdict = Self.random(using: &random)
    let text = try verdict.signedText
    #expect(
      try Verdict(
        text, for: verdict.subject, in: verdict.environment, isSigned: ToySignature.isSigned) == verdict,
      "seed \(seed)")
  }

  @Test func `the closures see the same bytes, and those are the text up to its last point`() throws {
    var signed: [UInt8] = []
    let text = try Verdict.sample().signed(keyID: "k1") { message in
      signed = message
      return ToySignature.of(message)
    }
    var checked: [UInt8] = []
    _ = try Verdict(text, for: "ann") { message, signature in
      checked = message
      return signature == ToySignature.of(message)
    }
    #expect(signed == checked)
    #expect(Array(text.utf8).starts(with: signed + [UInt8(ascii: ".")]))
    #expect(text.utf8.count == signed.count + 1 + 86)
  }

  @Test func `what is not signed is not looked into`() throws {
    let texts = [
      try Verdict.sample().signedText, ToySignature.text(header: "", content: ""),
      "a.b." + String(repeating: "A", count: 86),
    ]
    for text in texts {
      #expect(throws: VerdictError.notSigned) {
        try Verdict(text, for: "bob", in: .sandbox) { _, _ in false }
      }
    }
  }

  @Test func `a genuine verdict of somebody else, or of the other world, is refused`() throws {
    let text = try Verdict.sample().signedText
    #expect(throws: VerdictError.otherSubject("ann")) {
      try Verdict(text, for: "bob", isSigned: ToySignature.isSigned)
    }
    #expect(throws: VerdictError.otherEnvironment(.production)) {
      try Verdict(text, for: "ann", in: .sandbox, isSigned: ToySignature.isSigned)
    }
    let sandbox = try Verdict.sample(environment: .sandbox).signedText
    #expect(throws: VerdictError.otherEnvironment(.sandbox)) { try read(sandbox) }
  }

  @Test(arguments: [
    ("", VerdictError.malformed), ("..", .malformed), ("a.b", .malformed), ("a.b.c", .malformed),
    (String(repeating: ".", count: 100), .malformed),
    (String(repeating: "A", count: 1_048_577), .tooLong(byteCount: 1_048_577)),
  ])
  func `what has not the form of a verdict is named`(_ text: String, _ error: VerdictError) {
    #expect(throws: error) { try Verdict(text, for: nil) { _, _ in true } }
  }

  @Test func `a text that is too long is neither written nor read`() throws {
    let keys = (0..<6_000).map {
      (EntitlementKey(canonical: "key-\($0)"), [KeySchedule.Stretch.open(day(30)), .closed()])
    }
    let verdict = Verdict.sample(Dictionary(uniqueKeysWithValues: keys))
    #expect(throws: VerdictError.self) { try verdict.signedText }
    let fewer = Verdict.sample(Dictionary(uniqueKeysWithValues: keys.prefix(5_000)))
    #expect(try read(fewer.signedText) == fewer)
  }

  @Test func `what the same key signs as something else is no verdict`() {
    for name in ["entstore-verdict-2", "JWT", ""] {
      let header = ToySignature.header.replacing("entstore-verdict-1", with: name)
      #expect(throws: VerdictError.unknownForm(name: name)) {
        try read(ToySignature.text(header: header, content: Self.content))
      }
    }
    for header in [
      "", "{}", #"{"alg":"none","kid":"k1","typ":"entstore-verdict-1"}"#,
      #"{"alg":"EdDSA","typ":"entstore-verdict-1"}"#, #"{"alg":"EdDSA","kid":"","typ":"entstore-verdict-1"}"#,
      ToySignature.header + " ", " " + ToySignature.header,
    ] {
      #expect(throws: VerdictError.self, "\(header)") {
        try read(ToySignature.text(header: header, content: Self.content))
      }
    }
  }

  @Test func `no byte of the content may be missing, added or doubled`() throws {
    let bytes = Array(Self.content.utf8)
    // Words that a newer version may know stay readable; a letter more in one of them is such a word.
    let words = ["active", "paid", "expired", "lapsed", "ann", "pro"]
    for place in bytes.indices {
      for change in [[], [bytes[place], bytes[place]], [bytes[place], UInt8(ascii: " ")]] {
        let changed = String(
          decoding: Array(bytes[..<place]) + change + bytes[(place + 1)...], as: UTF8.self)
        guard let verdict = try? read(content: changed) else { continue }
        // What is read is its own one spelling, or differs in a word only.
        let isNumberOrName =
          try verdict.signedText == ToySignature.text(header: ToySignature.header, content: changed)
        let isWord = words.contains { word in
          Self.content.ranges(of: "\"\(word)\"").contains { range in
            let start = Self.content.utf8.distance(from: Self.content.startIndex, to: range.lowerBound)
            return (start + 1..<start + 1 + word.utf8.count).contains(place)
          }
        }
        #expect(isNumberOrName || isWord, "\(changed)")
      }
    }
  }

  @Test(arguments: [
    (#""issuedAt":1768089600000"#, #""issuedAt":01768089600000"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":1768089600000.0"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":1.7680896e12"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":99999999999999999999"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":-0"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":+1"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":"#),
    (#""issuedAt":1768089600000"#, #""issuedAt":1768176000000"#),
    (#""extendsBy":604800000"#, #""extendsBy":-1"#), (#""asksWithin":86400000"#, #""asksWithin":0"#),
    (#""ann""#, #""\u0061nn""#), (#""ann""#, #""""#), (#""ann""#, #""a\/n""#), (#""ann""#, #""a\u0000n""#),
    (#""ann""#, #""a\u001Fn""#), (#""ann""#, #""a\nn""#), (#""ann""#, "\"a\nn\""),
    (#""ann""#, #""0A9D4A51-7C1B-4A0E-8F43-52B8D8B6A111""#),
    (#""production""#, #""test""#), ("true", "True"), (#""paid""#, #""pa-id""#), (#""paid""#, #""""#),
    (#""until":1769817600000"#, #""until":1768089600000"#), (#""until":1769817600000,"#, ""),
    (#"{"isEntitled":false"#, #"{"until":1769817600000,"isEntitled":false"#),
    (#"{"isEntitled":false"#, #"{"until":1769817600001,"isEntitled":false"#),
    (#""keys":{"pro":["#, #""keys":{"pro":[],"pro":["#), (#"]}}"#, #"]},"x":1}"#),
    (#"]}}"#, #"],"basic":[]}}"#),
    (#"]}}"#, #"],"pro":[{"isEntitled":true,"status":"active","reason":"lifetime"}]}}"#),
    (#"]}}"#, #"],"basic":[{"isEntitled":true,"status":"active","reason":"lifetime"}]}}"#),
    (#"]}}"#, #"],}}"#), (#"]}}"#, #"]}}}"#), ("{\"subject\"", "{\"more\":1,\"subject\""),
  ])
  func `another spelling of the same, or a schedule out of order, is refused`(_ old: String, _ new: String)
    throws
  {
    let changed = Self.content.replacing(old, with: new, maxReplacements: 1)
    #expect(changed != Self.content)
    #expect {
      try read(content: changed)
    } throws: { error in
      if case VerdictError.notCanonical(part: .content, offset: _) = error { true } else { false }
    }
  }

  @Test func `another base64 of the same bytes is refused`() throws {
    let text = try Verdict.sample().signedText
    #expect(text.utf8.last.map { "AQgw".utf8.contains($0) } == true)
    for change in ["=", "==", "\n", " "] {
      #expect(throws: VerdictError.malformed) { try read(text + change) }
    }
    // Of the last digit only two bits count.
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(digits.firstIndex(of: text.last!))
    for spare in 1..<16 {
      #expect(throws: VerdictError.malformed) { try read(text.dropLast() + String(digits[last + spare])) }
    }
  }

  @Test func `invalid UTF-8 is refused`() {
    var content = Array(Self.content.utf8)
    content[12] = 0xFF
    let message =
      ToySignature.base64URL(Array(ToySignature.header.utf8)) + "." + ToySignature.base64URL(content)
    let text = message + "." + ToySignature.base64URL(ToySignature.of(Array(message.utf8)))
    #expect(throws: VerdictError.self) { try read(text) }
  }

  @Test func `a status or reason that a newer store has is read by whether it is open`() throws {
    let newer = Self.content.replacing(#""active""#, with: #""gifted""#)
      .replacing(#""paid""#, with: #""courtesy""#).replacing(#""expired""#, with: #""vanished""#)
    let verdict = try read(content: newer)
    let open = verdict.access(to: "pro", at: day(20))
    #expect(open.isEntitled && open.status == .active && open.reason == .other)
    let closed = verdict.access(to: "pro", at: day(30))
    #expect(!closed.isEntitled && closed.status == .none)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `bytes at random are refused, signed or not, and nothing traps`(block: UInt64) {
    let pieces = [
      Self.content, ToySignature.header, "{", "}", "\"", "[", "]", ",", ":", "\\", "\\u00",
      "9223372036854775807", "-",
      #""until":"#, #""isEntitled":"#, "true", "\u{0}", "é", "\u{1F600}",
    ]
    for seed in block * 50..<(block + 1) * 50 {
      var random = SplitMix(seed: seed)
      var bytes = Array(Self.content.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
        let piece =
          random.chance(70) ? Array(random.pick(pieces).utf8) : [UInt8.random(in: 0...255, using: &random)]
        bytes.replaceSubrange(start..<end, with: piece)
        if bytes.isEmpty { bytes = [0] }
      }
      let message =
        ToySignature.base64URL(Array(ToySignature.header.utf8)) + "." + ToySignature.base64URL(bytes)
      let text = message + "." + ToySignature.base64URL(ToySignature.of(Array(message.utf8)))
      if let verdict = try? read(text) {
        for key in verdict.keys.keys {
          for instant in [Instant.least, day(40), .greatest] { _ = verdict.access(to: key, at: instant) }
        }
      }
      let noise = String(decoding: bytes, as: UTF8.self)
      #expect(throws: VerdictError.self, "seed \(seed)") { try Verdict(noise, for: nil) { _, _ in true } }
    }
  }

  private static func random(using random: inout SplitMix) -> Verdict {
    let names = ["pro", "basic", "é\"\\", "e\u{301}", "\u{1}\u{1f}\u{7f}", "com.example.pro", "日本", "a b"]
    var keys: [EntitlementKey: [KeySchedule.Stretch]] = [:]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      var ends: [Instant?] = []
      var end = day(10)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        end = end + TimeSpan(milliseconds: Int64.random(in: 1...10_000_000_000, using: &random))
        ends.append(end)
      }
      keys[EntitlementKey(canonical: random.pick(names))] = (ends + [nil]).map { end in
        KeySchedule.Stretch(
          until: end, isEntitled: random.chance(50), status: random.pick(AccessStatus.allCases),
          reason: random.pick(AccessReason.allCases))
      }
    }
    return .sample(
      issuedAt: day(10) - TimeSpan(milliseconds: Int64.random(in: 0...1_000, using: &random)),
      hasEverPaid: random.chance(50),
      offline: OfflinePolicy(
        extendsBy: .seconds(Int64.random(in: 0...9_999_999, using: &random)),
        asksWithin: .seconds(Int64.random(in: 1...9_999_999, using: &random))),
      environment: random.pick(StoreEnvironment.allCases), subject: Subject(canonical: random.pick(names)),
      keys)
  }
}
