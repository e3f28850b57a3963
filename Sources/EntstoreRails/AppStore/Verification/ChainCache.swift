/// The chains that were verified lately, by the SHA-256 of the header that carried them.
///
/// Only what passed every check is kept, so nobody without a trusted certificate can fill it.
struct ChainCache {
  /// The App Store uses one or two chains at a time, in as many spellings.
  static let capacity = 64

  private var entries: [[UInt8]: (chain: VerifiedChain, lastUse: UInt64)] = [:]
  private var clock: UInt64 = 0
  private(set) var hits = 0
  private(set) var misses = 0

  var count: Int { entries.count }

  mutating func chain(for digest: [UInt8]) -> VerifiedChain? {
    clock += 1
    guard let entry = entries[digest] else {
      misses += 1
      return nil
    }
    entries[digest]?.lastUse = clock
    hits += 1
    return entry.chain
  }

  mutating func keep(_ chain: VerifiedChain, for digest: [UInt8]) {
    if entries.count >= Self.capacity, entries[digest] == nil,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      entries[oldest] = nil
    }
    entries[digest] = (chain, clock)
  }
}
