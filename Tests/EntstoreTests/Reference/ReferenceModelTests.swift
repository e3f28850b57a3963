import Testing

struct ReferenceModelTests {
  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `whatever is done, the store answers as its events folded anew do`(seed: UInt64) throws {
    print("seed \(seed)")
    var compared = try ComparedStore(Choices(seed: seed))
    for round in 1...3 {
      for _ in 1...15 { try compared.step() }
      try compared.compareAll()
      #expect(compared.model.log.count > 0, "seed \(seed), round \(round)")
    }
  }
}
