import EntstoreModel
import Testing

struct RandomHistoryTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the fold agrees with the rules on small random histories`(block: UInt64) {
    for seed in block * 400..<(block + 1) * 400 {
      let disagreement = HistoryMaker.small(seed: seed).disagreement(seed: seed)
      if let disagreement {
        Issue.record("seed \(seed): \(disagreement.smallest)")
        return
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the fold agrees with the rules on long random histories`(block: UInt64) {
    for seed in block * 20..<(block + 1) * 20 {
      let disagreement = HistoryMaker.long(seed: seed).disagreement(seed: seed, earlier: 1)
      if let disagreement {
        Issue.record("seed \(seed): \(disagreement.smallest)")
        return
      }
    }
  }
}
