import EntstoreCodec
import EntstoreDigest

/// Keys that follow each other in a table.
struct KeyRange: Sendable {
  /// Empty: from the first key on.
  let first: [UInt8]
  /// Before this; `nil`: to the last key.
  let end: [UInt8]?

  /// All keys, cut at `bounds`.
  static func cut(at bounds: [[UInt8]]) -> [KeyRange] {
    let bounds = Set(bounds).sorted { $0.rawSpan.precedes($1.rawSpan) }
    var ranges: [KeyRange] = []
    var first: [UInt8] = []
    for bound in bounds {
      ranges.append(KeyRange(first: first, end: bound))
      first = bound
    }
    ranges.append(KeyRange(first: first, end: nil))
    return ranges
  }

  func contains(_ key: RawSpan) -> Bool {
    guard let end else { return true }
    return key.precedes(end.rawSpan)
  }
}

/// How many entries a table has, and a sum over all of them that no other entries have but by a chance of 1 in 2^64.
struct EntrySum: Equatable, Sendable {
  /// Another one in every run: what escapes once does not escape again.
  private let seed: UInt64
  private(set) var count = 0
  private var sum: UInt64 = 0

  init(seed: UInt64) {
    self.seed = seed
  }

  mutating func add(_ payload: RawSpan, at key: RawSpan) {
    count += 1
    sum &+= Checksum.xxh3(payload, seed: Checksum.xxh3(key, seed: seed))
  }

  /// That of several parts; `nil` if one of them is not known, or there is none.
  init?(_ parts: [EntrySum?]) {
    guard let first = parts.first ?? nil else { return nil }
    self = first
    for part in parts.dropFirst() {
      guard let part else { return nil }
      count += part.count
      sum &+= part.sum
    }
  }
}
