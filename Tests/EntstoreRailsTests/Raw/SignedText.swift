/// Texts in the form of what Apple signs, with random bytes for certificates and signatures.
struct SignedText {
  private var dice: Dice
  /// Leaf, intermediate and root, in the base64 of a header.
  let chain: [String]

  init(seed: UInt64) {
    var dice = Dice(seed: seed)
    chain = [1_077, 795, 583].map { count in
      let text = base64URL(dice.bytes(count)).replacing("-", with: "+").replacing("_", with: "/")
      return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }
    self.dice = dice
  }

  mutating func signed(_ payload: String) -> String {
    let header = #"{"alg":"ES256","x5c":["# + chain.map(quoted).joined(separator: ",") + "]}"
    return [Array(header.utf8), Array(payload.utf8), dice.bytes(64)].map(base64URL).joined(separator: ".")
  }

  /// A signed notification with two signed parts.
  mutating func notification() -> String {
    let data = Sample.data.with("signedTransactionInfo", quoted(signed(Sample.transaction.text)))
      .with("signedRenewalInfo", quoted(signed(Sample.renewal.text)))
    return signed(Sample.notification.with("data", data.text).text)
  }
}

/// The same numbers for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
