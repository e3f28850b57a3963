import EntstoreModel
import Testing

struct PositionOrderTests {
  @Test func `positions order by signed date, then rank, then the digest's bytes`() {
    let digests = [(UInt64(0), UInt64(1)), (0, .max), (1, 0), (.max, 0)].map {
      EventDigest(high: $0.0, low: $0.1)
    }
    var positions: [EventPosition] = []
    for milliseconds in [Int64(0), 1, 1_000] {
      for rank in [UInt8(0), 1, 255] {
        for digest in digests {
          let signedAt = Instant(epochMilliseconds: milliseconds)
          positions.append(EventPosition(signedAt: signedAt, rank: rank, digest: digest))
        }
      }
    }
    for (a, b) in zip(positions, positions.dropFirst()) { #expect(a < b) }
    #expect(positions.reversed().sorted() == positions)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a digest's halves order as its sixteen bytes do`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let shared = Int.random(in: 0...15, using: &random)
    let facts = LineageFacts(lineage: Lineage(canonical: "lineage"))
    let a = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    let b = a[..<shared] + (shared..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    let events = [a, Array(b)].map { OracleEvent(signedAt: day(0), digest: $0, facts: facts) }
    let isBefore = EventPosition(events[0]) < EventPosition(events[1])
    #expect(isBefore == events[0].precedes(events[1]), "seed \(seed)")
  }
}
