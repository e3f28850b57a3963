import Foundation

/// Numbers that are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// A new seed at every run, or the one in `ENTSTORE_TEST_SEED`; printed, so that a failure can be had again.
func seed(of test: String) -> UInt64 {
  let named = ProcessInfo.processInfo.environment["ENTSTORE_TEST_SEED"].flatMap { UInt64($0) }
  let seed = named ?? .random(in: 0...UInt64.max)
  print("seed of \(test): ENTSTORE_TEST_SEED=\(seed)")
  return seed
}
