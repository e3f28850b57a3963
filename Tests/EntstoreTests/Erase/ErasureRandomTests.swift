import Entstore
import EntstoreCodec
import Testing

struct ErasureRandomTests {
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `whatever was done, an erasure changes nobody else's answer`(seed: UInt64) throws {
    print("seed \(seed)")
    let bench = try Bench(now: day(35))
    let check = try HolderCheck()
    var history = HolderHistory(seed: seed)
    for subject in HolderHistory.subjects {
      for _ in 1...40 { try history.step(in: bench.store) }
      try endShares(of: subject, in: bench.store)
      let before = try answers(bench, but: subject)
      try bench.store.erase(subject: subject)
      try #require(try answers(bench, but: nil) == before, "\(subject), seed \(seed)")
      let faults = try bench.store.verify().faults
      try #require(faults == [], "\(subject), seed \(seed)")
      try check.expectAgreement(bench.store, bench.file(), "\(subject), seed \(seed)")
    }
    let everything = try bench.everything()
    try #require(try bench.store.rebuild().faults == [], "seed \(seed)")
    try Self.expectRebuildFromNothing(bench, everything, seed)
    try expectSameAfterExport(bench, seed)
  }

  /// Others would lose what they share.
  private func endShares(of subject: Subject, in store: EntitlementStore) throws {
    try store.write { transaction in
      for lineage in try transaction.erasureSummary(of: subject).sharedLineages {
        for member in try transaction.read({ try $0.holder(of: lineage)?.members ?? [] }) {
          try transaction.unshare(lineage, with: member)
        }
      }
    }
  }

  /// Every row and every deadline, by key.
  private func answers(_ bench: Bench, but subject: Subject?) throws -> [[StoreFile.Entry]] {
    let file = try bench.file()
    return [
      try file.entries("entitlements").filter { entry in
        let key = entry.key
        return try subject == nil || Key.entitlement(key.rawSpan).subject != subject
      },
      try file.entries("deadlines").filter { entry in
        let key = entry.key
        return try subject == nil || Key.deadline(key.rawSpan).subject != subject
      },
    ]
  }

  /// All that is derived, thrown away, comes back byte by byte from what the erasures have left of the log.
  private static func expectRebuildFromNothing(
    _ bench: Bench, _ everything: [String: [StoreFile.Entry]], _ seed: UInt64
  ) throws {
    let file = try bench.file()
    try file.engine.write { transaction in
      for table in ["by_date", "timeline", "lineages", "entitlements", "deadlines", "accounts"] {
        try transaction.clear(file.engine.table(table))
      }
    }
    try #require(try !bench.store.rebuild().isSound, "seed \(seed)")
    try #require(try bench.everything() == everything, "seed \(seed)")
  }

  private func expectSameAfterExport(_ bench: Bench, _ seed: UInt64) throws {
    let copy = try Bench(now: day(36))
    let lines = try bench.lines()
    try copy.take(lines)
    #expect(try copy.lines() == lines, "seed \(seed)")
    let (original, other) = (try bench.file(), try copy.file())
    for table in ["by_date", "timeline", "lineages", "entitlements", "deadlines", "accounts"] {
      #expect(try other.entries(table) == original.entries(table), "\(table), seed \(seed)")
    }
    #expect(try copy.store.verify().faults == [], "seed \(seed)")
    #expect(try copy.store.rebuild().faults == [], "seed \(seed)")
  }
}
