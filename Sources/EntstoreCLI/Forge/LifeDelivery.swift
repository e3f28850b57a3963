/// How the lines of many lives reach their reader: some not at all, some twice, and out of order.
///
/// Whatever is chosen here, the lives stay the same. Memory does not grow with them: shuffling holds back a
/// bounded number of lines and lets one of them go, whichever it is, for every line that comes.
package struct LifeDelivery {
  private let duplicateRate: Double
  private let lossRate: Double
  private let isShuffled: Bool
  private var numbers: SeededNumbers
  private var waiting: [[UInt8]] = []

  /// Lines that shuffling holds back.
  package static let window = 65_536

  /// - Parameters:
  ///   - duplicateRate: Which part of the lines comes twice, the second time at the end of the life.
  ///   - lossRate: Which part never comes.
  package init(seed: UInt64, duplicateRate: Double = 0, lossRate: Double = 0, isShuffled: Bool = false) {
    self.duplicateRate = duplicateRate
    self.lossRate = lossRate
    self.isShuffled = isShuffled
    numbers = SeededNumbers(seed: seed, stream: .max)
    if isShuffled { waiting.reserveCapacity(Self.window) }
  }

  /// Sends out one life.
  ///
  /// - Parameters:
  ///   - seal: Makes of a line what is sent; only for lines that are.
  ///   - body: Gets each line with its newline.
  package mutating func deliver(
    _ life: SubjectLife, seal: ((ArraySlice<UInt8>) throws -> [UInt8])? = nil,
    to body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var again: [ArraySlice<UInt8>] = []
    try life.forEachLine { line in
      if lossRate > 0, numbers.happens(atRate: lossRate) { return }
      let sent = try seal.map { try $0(line)[...] } ?? line
      if duplicateRate > 0, numbers.happens(atRate: duplicateRate) { again.append(sent) }
      try send(sent, to: body)
    }
    for line in again { try send(line, to: body) }
  }

  /// Sends out what was held back.
  package mutating func finish(to body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    while !waiting.isEmpty { try body(takeAny()[...]) }
  }

  private mutating func send(_ line: ArraySlice<UInt8>, to body: (ArraySlice<UInt8>) throws -> Void) rethrows
  {
    guard isShuffled else { return try body(line) }
    if waiting.count == Self.window { try body(takeAny()[...]) }
    waiting.append(Array(line))
  }

  private mutating func takeAny() -> [UInt8] {
    waiting.swapAt(Int(numbers.below(Int64(waiting.count))), waiting.count - 1)
    return waiting.removeLast()
  }
}
