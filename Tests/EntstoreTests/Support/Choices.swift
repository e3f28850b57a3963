/// What a test leaves to chance: the same for the same seed, on every machine, or what a fuzzer's bytes say.
struct Choices: RandomNumberGenerator {
  /// What to run again.
  let origin: String
  /// Those that are left, where bytes decide.
  private var bytes: ArraySlice<UInt8>?
  /// Of SplitMix64.
  private var state: UInt64 = 0

  init(seed: UInt64) {
    origin = "seed \(seed)"
    state = seed
  }

  /// When the bytes have ended, the first of all choices is taken.
  init(bytes: [UInt8]) {
    origin = "\(bytes.count) bytes"
    self.bytes = bytes[...]
  }

  /// Whether bytes have ended; chance does not.
  var isExhausted: Bool { bytes?.isEmpty == true }

  /// A word for those who ask until they like one: of bytes the next one decides about it, and it is never the same for ever.
  mutating func next() -> UInt64 {
    if let byte = bytes?.popFirst() { state ^= UInt64(byte) }
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    if bytes == nil { return Int.random(in: range, using: &self) }
    // One byte for one choice, as long as that reaches: a fuzzer learns what it does.
    let word = range.count <= 256 ? UInt64(bytes?.popFirst() ?? 0) : next()
    return range.lowerBound + Int(word % UInt64(range.count))
  }

  mutating func pick<Options: RandomAccessCollection>(_ options: Options) -> Options.Element {
    options[options.index(options.startIndex, offsetBy: number(in: 0...(options.count - 1)))]
  }
}
