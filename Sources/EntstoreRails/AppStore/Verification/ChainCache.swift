import EntstoreModel

/// The chains that were verified lately, by the header that carried them, as it is spelled.
///
/// Only what passed every check is kept, so nobody without a trusted certificate can fill it.
struct ChainCache {
  /// The App Store uses one or two chains at a time, in as many spellings.
  static let capacity = 64

  /// The one used last at the end.
  private var entries: [(header: [UInt8], chain: VerifiedChain)] = []
  private(set) var hits = 0
  private(set) var misses = 0

  var count: Int { entries.count }

  mutating func chain(for header: ArraySlice<UInt8>) -> VerifiedChain? {
    guard let index = index(of: header) else {
      misses += 1
      return nil
    }
    hits += 1
    let chain = entries[index].chain
    if index < entries.count - 1 { entries.append(entries.remove(at: index)) }
    return chain
  }

  mutating func keep(_ chain: VerifiedChain, for header: ArraySlice<UInt8>) {
    // Another thread may have verified it at the same time.
    if index(of: header) != nil { return }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append((Array(header), chain))
  }

  private func index(of header: ArraySlice<UInt8>) -> Int? {
    let bytes = unsafe header.span.bytes
    return entries.lastIndex { bytes.isEqual(to: $0.header.rawSpan) }
  }
}
