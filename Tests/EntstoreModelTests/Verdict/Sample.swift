import EntstoreModel

extension KeySchedule.Stretch {
  static func open(_ until: Instant?, _ status: AccessStatus = .active, _ reason: AccessReason = .paid)
    -> Self
  {
    .init(until: until, isEntitled: true, status: status, reason: reason)
  }

  static func closed(
    _ status: AccessStatus = .expired, _ reason: AccessReason = .lapsed, until: Instant? = nil
  )
    -> Self
  {
    .init(until: until, isEntitled: false, status: status, reason: reason)
  }
}

extension Verdict {
  /// What was known of Ann on `issuedAt`, with the default bounds unless named.
  static func sample(
    issuedAt: Instant = day(10), hasEverPaid: Bool = true, offline: OfflinePolicy = .standard,
    environment: StoreEnvironment = .production, subject: Subject = "ann",
    _ keys: [EntitlementKey: [KeySchedule.Stretch]] = ["pro": [.open(day(30)), .closed()]]
  ) -> Verdict {
    Verdict(
      subject: subject, environment: environment, issuedAt: issuedAt, hasEverPaid: hasEverPaid,
      offline: offline, keys: keys.mapValues(KeySchedule.init))
  }
}

/// Signs without a curve: 64 bytes that depend on every bit of the message. Tests of the curve are those of the rails.
enum ToySignature {
  static func of(_ message: [UInt8]) -> [UInt8] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in message { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var random = SplitMix(seed: state)
    return (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  static func isSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool { signature == of(message) }

  /// A text of any header and content, signed as it stands.
  static func text(header: String, content: String) -> String {
    let message = base64URL(Array(header.utf8)) + "." + base64URL(Array(content.utf8))
    return message + "." + base64URL(of(Array(message.utf8)))
  }

  static let header = #"{"alg":"EdDSA","kid":"k1","typ":"entstore-verdict-1"}"#

  /// Base64 in the alphabet of URLs, without padding.
  static func base64URL(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (held, bits): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      (held, bits) = (held << 8 | UInt32(byte), bits + 8)
      while bits >= 6 {
        bits -= 6
        text.append(letters[Int(held >> bits & 63)])
      }
    }
    if bits > 0 { text.append(letters[Int(held << (6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

extension Verdict {
  var signedText: String {
    get throws { try signed(keyID: "k1", by: ToySignature.of) }
  }
}
