import Entstore
import Testing

struct HolderRandomTests {
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `whatever is done in whatever order, everybody holds what the rules say`(seed: UInt64) throws {
    print("seed \(seed)")
    let bench = try Bench(now: day(35))
    let check = try HolderCheck()
    var history = HolderHistory(seed: seed)
    for step in 1...70 {
      try history.step(in: bench.store)
      if step % 10 == 0 {
        try check.expectAgreement(bench.store, bench.file(), "seed \(seed), step \(step)")
      }
    }
    #expect(try bench.store.verify().faults == [], "seed \(seed)")
    let everything = try bench.everything()
    #expect(try bench.store.rebuild().faults == [], "seed \(seed)")
    #expect(try bench.everything() == everything, "seed \(seed)")
    try expectSameAfterExport(bench, seed)
    try expectSameAfterReopening(bench, everything, seed)
  }

  /// A store made of the lines of the export says the same, byte by byte, of everything that is derived.
  private func expectSameAfterExport(_ bench: Bench, _ seed: UInt64) throws {
    let copy = try Bench(now: day(36))
    try copy.take(bench.lines())
    let (original, rebuilt) = (try bench.file(), try copy.file())
    for table in ["by_date", "timeline", "lineages", "entitlements", "deadlines", "accounts"] {
      #expect(try rebuilt.entries(table) == original.entries(table), "\(table), seed \(seed)")
    }
    #expect(try copy.store.verify().faults == [], "seed \(seed)")
    // The same lines once more change nothing.
    let everything = try copy.everything()
    #expect(try copy.append(copy.log().map(\.draft)).allSatisfy { $0.outcome == .duplicate }, "seed \(seed)")
    #expect(try copy.everything() == everything, "seed \(seed)")
  }

  private func expectSameAfterReopening(
    _ bench: Bench, _ everything: [String: [StoreFile.Entry]], _ seed: UInt64
  ) throws {
    let path = bench.store.path
    bench.store.close()
    let again = try EntitlementStore(path: path, opening: .existing, clock: { day(35) })
    let check = try HolderCheck()
    try check.expectAgreement(again, StoreFile(path), "seed \(seed), opened again")
    #expect(try bench.everything() == everything, "seed \(seed), opened again")
  }
}
