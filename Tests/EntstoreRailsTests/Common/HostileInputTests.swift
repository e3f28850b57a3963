import EntstoreModel
import EntstoreRails
import Foundation
import Testing

@Suite struct HostileInputTests {
  private func refusal(of bytes: [UInt8]) -> Refusal? {
    let found = AppStoreRail(environment: .production)
      .events(in: UnverifiedPayload(bytes), vouched: true)
    guard found.count == 1, case .failure(let refusal) = found[0] else { return nil }
    return refusal
  }

  @Test(arguments: [513, 10_000, 1_000_000])
  func `deep nesting is refused and crashes nothing`(depth: Int) {
    let open = String(repeating: "[", count: depth)
    let objects = String(repeating: "{\"a\":", count: depth)
    let closed = open + String(repeating: "]", count: depth)
    for text in [open, closed, objects, "{\"notificationType\": \(closed)}"] {
      #expect(EntstoreRailsTests.refusal(text) == .nestedTooDeeply(field: "", limit: 512))
    }
    let signed = jws("{\"notificationType\": \(closed)}")
    #expect(
      EntstoreRailsTests.refusal("{\"signedPayload\": \"\(signed)\"}")
        == .nestedTooDeeply(field: "signedPayload", limit: 512))
  }

  @Test func `nesting up to the limit is read, and wrappers have a limit of their own`() throws {
    let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    #expect(try facts(Sample.transaction.with("brandNew", deep)).lineage.text == "70")
    #expect(outcomes("[[\(Sample.transaction.text)]]").count == 1)
    let lists = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    guard case .nestedTooDeeply(_, 8) = EntstoreRailsTests.refusal(lists) else {
      Issue.record("\(outcomes(lists))")
      return
    }
  }

  @Test(arguments: [
    #"{"signedTransactions":[#]}"#, "[#]", "[[#],[#]]", #"{"data":[{"lastTransactions":[#]}]}"#,
  ])
  func `more events than any store sends at once are refused, and those before them are not`(_ text: String) {
    let some = Array(repeating: Sample.transaction.text, count: 10).joined(separator: ",")
    let many = some + String(repeating: ",{}", count: 20_000)
    let found = outcomes(text.replacing("#", with: many))
    #expect(found.count == 16_385)
    guard case .failure(.tooManyEvents(_, 16_384)) = found.last else {
      Issue.record("\(String(describing: found.last))")
      return
    }
    if text.contains("lastTransactions") { return }
    #expect(found.prefix(10).allSatisfy { if case .success = $0 { true } else { false } })
  }

  @Test func `what is no UTF-8 text is refused by what it is`() {
    let text = Array(Sample.transaction.text.utf8)
    #expect(refusal(of: []) == .empty)
    #expect(refusal(of: Array(" \r\n\t".utf8)) == .empty)
    #expect(refusal(of: [0xEF, 0xBB, 0xBF]) == .empty)
    #expect(refusal(of: [0xFF, 0xFE] + text.flatMap { [$0, 0] }) == .utf16)
    #expect(refusal(of: [0xFE, 0xFF] + text.flatMap { [0, $0] }) == .utf16)
    #expect(refusal(of: text.flatMap { [$0, 0] }) == .utf16)
    #expect(refusal(of: text.flatMap { [0, $0] }) == .utf16)
    #expect(refusal(of: [0xFF, 0xFE, 0, 0] + text.flatMap { [$0, 0, 0, 0] }) == .utf32)
    #expect(refusal(of: [0, 0, 0xFE, 0xFF] + text.flatMap { [0, 0, 0, $0] }) == .utf32)
    #expect(refusal(of: text.flatMap { [$0, 0, 0, 0] }) == .utf32)
    #expect(refusal(of: text.flatMap { [0, 0, 0, $0] }) == .utf32)
    #expect(refusal(of: [0x1F, 0x8B, 8, 0, 0]) == .binary(offset: 0))
    #expect(refusal(of: text + [0] + text) == .containsNUL(offset: text.count))
    #expect(refusal(of: Array("{\"a\": \"".utf8) + [0xC3, 0x28]) == .notUTF8(offset: 7))
    #expect(refusal(of: Array("{\"a\": \"".utf8) + [0xED, 0xA0, 0x80]) == .notUTF8(offset: 7))
  }

  @Test func `a byte order mark of UTF-8 is passed over`() {
    #expect(refusal(of: [0xEF, 0xBB, 0xBF] + Array(Sample.transaction.text.utf8)) == nil)
  }

  @Test func `a payload cut off anywhere is refused`() {
    let text = Array(Sample.notification.text.utf8)
    for length in 0..<text.count {
      #expect(refusal(of: Array(text[..<length])) != nil)
    }
  }

  @Test func `whatever JSON is to the standard library of the platform, it is here`() throws {
    // The value is a member's that nobody reads, so that only the grammar decides. Left out is where the
    // other is not RFC 8259: it takes a comma before a closing bracket, and refuses numbers beyond its own.
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0 ..< .max, using: &random)
    var generator = SplitMix(state: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"\\u00e9\"", "\"\\ud83d\\ude00\"", "\\", "\\u12", "0",
      "1", "-", "-0",
      "01", "1.5", "1.", ".5", "1e5", "1e", "1E+2", "true", "fals", "null", " ", "\n", "\t", "é",
      "\"\\n\"", "\"\\x\"", "\"\\ud800\"", "[1,2]", "{\"a\":1}", "[],", "{\"a\":}", "+1",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...5, using: &generator)
      let value = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let text = "{\"notificationType\": \"TEST\", \"signedDate\": \(Sample.bought), \"x\": \(value)}"
      if text.contains(/,\s*[\]}]/) || text.contains(/[eE]\+?\d{3}/) { continue }
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
      let isTaken = if case .malformedJSON = EntstoreRailsTests.refusal(text) { false } else { true }
      #expect(isTaken == isJSON, "seed \(seed): \(value)")
    }
  }

  @Test func `escapes mean what they mean anywhere`() throws {
    let sample = Sample.transaction.with("productId", #""a\/b\\\"\u00e9\ud83d\ude00\t""#)
      .without("originalTransactionId").with(#"original\u0054ransactionId"#, "\"70\"")
    #expect(try facts(sample).purchase?.product.text == "a/b\\\"é😀\t")
  }
}

/// A generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
