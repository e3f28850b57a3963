import EntstoreModel

/// Random values of the model, the ends of each range among them.
struct RandomModel {
  private var numbers: SeededNumbers
  private let names: [String]

  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    // Few names, many of them beginnings of each other: that is where orders go wrong.
    var names = ["a", "ab", "abc", "a\u{1}", "a b", "A", "é", "e\u{301}", "\u{ffff}", "😀", "\u{7f}", "\u{1}"]
    for _ in 0..<12 {
      let count = Int.random(in: 1...50, using: &numbers)
      let scalars = (0..<count).map { _ in
        Unicode.Scalar(UInt32.random(in: 1..<0xd800, using: &numbers)) ?? "x"
      }
      names.append(String(String.UnicodeScalarView(scalars)))
    }
    names.append(String(repeating: "x", count: 200))
    self.names = names + names.prefix(12).map { $0 + $0 }
    self.numbers = numbers
  }

  mutating func many<Value>(_ count: Int, _ make: (inout RandomModel) -> Value) -> [Value] {
    (0..<count).map { _ in make(&self) }
  }

  mutating func upTo<Value>(_ count: Int, _ make: (inout RandomModel) -> Value) -> [Value] {
    many(Int.random(in: 0...count, using: &numbers), make)
  }

  mutating func maybe<Value>(_ make: (inout RandomModel) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }

  mutating func flag() -> Bool { .random(using: &numbers) }

  mutating func choice<Choice: CaseIterable>() -> Choice {
    Choice.allCases.randomElement(using: &numbers)!
  }

  /// Of any size in bits, so that short ones are as likely as long ones.
  mutating func number() -> UInt64 {
    let bits = Int.random(in: 0...64, using: &numbers)
    let number: UInt64 = numbers.next()
    return bits == 0 ? 0 : number >> UInt64(64 - bits)
  }

  mutating func signed() -> Int64 {
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0: return [.min, .min + 1, -1, 0, 1, .max - 1].randomElement(using: &numbers)!
    case 1...3: return 1_700_000_000_000 + Int64.random(in: -3...3, using: &numbers)
    default:
      let number = Int64(bitPattern: number())
      return flag() ? number : 0 &- number
    }
  }

  mutating func instant() -> Instant { Instant(epochMilliseconds: signed()) }

  mutating func span() -> TimeSpan { TimeSpan(milliseconds: signed()) }

  mutating func text() -> String { names.randomElement(using: &numbers)! }

  mutating func name<Kind>() -> Identifier<Kind> { Identifier(canonical: text()) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...255, using: &numbers) }
  }

  mutating func byte() -> UInt8 { bytes(1)[0] }

  mutating func position() -> EventPosition {
    EventPosition(
      signedAt: instant(), rank: flag() ? byte() : 0,
      digest: EventDigest(high: flag() ? number() : 7, low: number()))
  }
}
