import EntstoreModel
import EntstoreRails
import Foundation
import Testing

/// The reader of payloads against the platform's own: the same texts are JSON to both, and say the same.
@Suite struct PlatformReaderTests {
  private let seed = UInt64.random(in: 0 ..< .max)

  @Test func `what a document says is what the platform reads in it`() throws {
    var dice = SplitMix(state: seed)
    for _ in 0..<2_000 {
      let product = text(&dice)
      let names = ["productId", #"product\u0049d"#, #"\u0070roductId"#]
      var members = Sample.transaction.without("productId").members
      members.append((names.randomElement(using: &dice)!, quoted(product)))
      members.append((quotable(&dice) + "-", quoted(text(&dice))))
      members.shuffle(using: &dice)
      let payload = spaced(members, &dice)
      let expected = try #require(object(payload)?["productId"] as? String)
      // An identifier has 1 to 200 bytes without NUL.
      guard 1...200 ~= expected.utf8.count, !expected.utf8.contains(0) else { continue }
      let found = try draft(payload).facts.first?.purchase?.product.text
      #expect(found.map { Array($0.utf8) } == Array(expected.utf8), "seed \(seed): \(payload)")
    }
  }

  @Test func `a number is the one that the platform reads`() throws {
    var dice = SplitMix(state: seed)
    for _ in 0..<2_000 {
      let digits = Int.random(in: 12...13, using: &dice)
      var number = (0..<digits).map { "\($0 == 0 ? 1 : Int.random(in: 0...9, using: &dice))" }.joined()
      if Bool.random(using: &dice) { number += ".\(Int.random(in: 0...9, using: &dice))" }
      let payload = Sample.transaction.with("purchaseDate", number).text
      let read = try #require(object(payload)?["purchaseDate"] as? NSNumber)
      let expected = Int64(read.doubleValue.rounded(.towardZero))
      let found = try draft(payload).facts.first?.purchase?.purchasedAt.epochMilliseconds
      #expect(found == expected, "seed \(seed): \(number)")
    }
  }

  @Test func `a document changed anywhere is JSON to both or to neither`() {
    var dice = SplitMix(state: seed)
    let whole = Array(Sample.notification.text.utf8)
    let others = Array("{}[],:\"\\ue0-+.1tfn \n\t\u{1}\u{7f}é".utf8)
    var taken = 0
    for _ in 0..<10_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        let place = Int.random(in: 1..<bytes.count, using: &dice)
        switch Int.random(in: 0...2, using: &dice) {
        case 0: bytes[place] = others.randomElement(using: &dice)!
        case 1: bytes.insert(others.randomElement(using: &dice)!, at: place)
        default: bytes.remove(at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      // The platform takes a comma before a closing bracket, and refuses numbers beyond its own.
      if text.contains(/,\s*[\]}]/) || text.contains(/[eE]\+?\d{3}/) { continue }
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
      #expect(isTaken(bytes) == isJSON, "seed \(seed): \(text)")
      if isJSON { taken += 1 }
    }
    #expect(1_000..<9_000 ~= taken, "seed \(seed)")
  }

  /// Whether `bytes` are read as JSON, whatever becomes of what they say.
  private func isTaken(_ bytes: [UInt8]) -> Bool {
    let found = AppStoreRail(environment: .production).events(in: UnverifiedPayload(bytes), vouched: true)
    for case .failure(let refusal) in found {
      switch refusal {
      case .malformedJSON(_, let reason): return !reason.contains(", at byte ")
      case .notUTF8, .containsNUL, .utf16, .utf32: return false
      default: return true
      }
    }
    return true
  }

  private func object(_ text: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }

  /// A string of any length around the eight bytes that the reader takes at a time, as it is written in JSON.
  private func text(_ dice: inout SplitMix) -> String {
    let pieces = [
      "a", "Zz", "0123456", "01234567", "é", "😀", "\u{7f}", "\u{80}", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9",
      "\\ud83d\\ude00", "\\u0041", "{", "}", "[", ":", ",", " ",
    ]
    return (0...Int.random(in: 0...9, using: &dice)).map { _ in pieces.randomElement(using: &dice)! }.joined()
  }

  private func quotable(_ dice: inout SplitMix) -> String {
    String(repeating: "n", count: Int.random(in: 1...20, using: &dice))
  }

  /// The object of `members` with white space wherever it may stand.
  private func spaced(_ members: [(name: String, value: String)], _ dice: inout SplitMix) -> String {
    func space() -> String {
      ["", "", " ", "\t", "\r\n", "          "].randomElement(using: &dice)!
    }
    let parts = members.map { space() + quoted($0.name) + space() + ":" + space() + $0.value + space() }
    return space() + "{" + parts.joined(separator: ",") + "}" + space()
  }
}
