/// Numbers that only look random (SplitMix64): the same ones for the same seed, on every machine and for
/// good.
struct SeededNumbers {
  private var state: UInt64

  /// - Parameter stream: Which of the seed's independent sequences.
  init(seed: UInt64, stream: UInt64) {
    state = Self.mixed(seed ^ Self.mixed(stream &+ Self.step))
  }

  mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  /// One of `0..<bound`.
  mutating func below(_ bound: Int64) -> Int64 {
    Int64(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// One of `low..<high`.
  mutating func between(_ low: Int64, _ high: Int64) -> Int64 { low + below(high - low) }

  /// True `percent` times in a hundred.
  mutating func chance(_ percent: Int64) -> Bool { below(100) < percent }

  /// True at this rate, from 0 (never) to 1 (always).
  mutating func happens(atRate rate: Double) -> Bool { Double(next() >> 11) * 0x1p-53 < rate }

  /// One of `choices`, which is not empty.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[Int(below(Int64(choices.count)))] }

  /// Spreads every bit over all others; no two words become the same.
  static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
}
