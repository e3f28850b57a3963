/// Writes the JSON of a verdict in its one spelling: members in a fixed order, keys in the order of their bytes, no white
/// space, and only those escapes without which it would be no JSON.
struct VerdictWriter {
  private(set) var bytes: [UInt8] = []

  static func header(keyID: VerdictKeyID) -> [UInt8] {
    var writer = VerdictWriter()
    writer.put(#"{"alg":"EdDSA","kid":"#)
    writer.put(text: keyID.text)
    writer.put(#","typ":"#)
    writer.put(text: VerdictForm.name)
    writer.put("}")
    return writer.bytes
  }

  static func content(_ verdict: Verdict) -> [UInt8] {
    var writer = VerdictWriter()
    writer.put(#"{"subject":"#)
    writer.put(text: verdict.subject.text)
    writer.put(#","environment":"#)
    writer.put(text: VerdictForm.word(verdict.environment))
    writer.put(#","issuedAt":"#)
    writer.put(verdict.issuedAt)
    writer.put(#","askAgainAt":"#)
    writer.put(verdict.askAgainAt)
    writer.put(#","hasEverPaid":"#)
    writer.put("\(verdict.hasEverPaid)")
    writer.put(#","offline":{"extendsBy":"#)
    writer.put("\(verdict.offline.extendsBy.milliseconds)")
    writer.put(#","asksWithin":"#)
    writer.put("\(verdict.offline.asksWithin.milliseconds)")
    writer.put(#"},"keys":{"#)
    for (place, key) in verdict.keys.keys.sorted().enumerated() {
      if place > 0 { writer.put(",") }
      writer.put(text: key.text)
      writer.put(":[")
      for (place, stretch) in (verdict.keys[key]?.stretches ?? []).enumerated() {
        writer.put(place > 0 ? ",{" : "{")
        writer.put(stretch)
        writer.put("}")
      }
      writer.put("]")
    }
    writer.put("}}")
    return writer.bytes
  }

  private mutating func put(_ stretch: KeySchedule.Stretch) {
    if let until = stretch.until {
      put(#""until":"#)
      put(until)
      put(",")
    }
    put(#""isEntitled":"#)
    put("\(stretch.isEntitled)")
    put(#","status":"#)
    put(text: VerdictForm.word(stretch.status))
    put(#","reason":"#)
    put(text: VerdictForm.word(stretch.reason))
  }

  private mutating func put(_ instant: Instant) { put("\(instant.epochMilliseconds)") }

  private mutating func put(_ text: String) { bytes += text.utf8 }

  private mutating func put(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        bytes += Array("\\u00".utf8) + [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
