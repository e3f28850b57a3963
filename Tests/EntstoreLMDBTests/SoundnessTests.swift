import EntstoreLMDB
import Foundation
import Testing

/// A sound file is never taken for a truncated one, however it came about.
struct SoundnessTests {
  let scratch = Scratch()
  struct Refusal: Error {}

  /// Opens a copy of the file as it is now, while the original is in use.
  private func expectSound(_ comment: Comment) throws {
    let copy = scratch["copy"]
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: scratch.path, toPath: copy)
    #expect(throws: Never.self, comment) {
      let store = try LMDBEnvironment.opened(copy, .existing, tables: [])
      let faults = try store.read { _ in try store.pageFaults() }
      #expect(faults == [], comment)
      store.close()
    }
  }

  @Test func `right after it was made`() throws {
    let store = try LMDBEnvironment.opened(scratch.path, tables: [])
    try expectSound("no table")
    store.close()
    _ = try LMDBEnvironment.opened(scratch.path)
    try expectSound("empty tables")
  }

  @Test func `after pages at its end were taken and given back in one transaction`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    let big = [UInt8](repeating: 7, count: 200_000)
    var shorter = 0
    for round in 0..<20 {
      try store.write { transaction in
        try transaction.put([UInt8(round)], [1], in: store.one)
        try transaction.put([255], big, in: store.one)
        _ = try transaction.delete([255], in: store.one)
      }
      if store.info.fileBytes < store.info.usedBytes { shorter += 1 }
      try expectSound("round \(round)")
    }
    // Otherwise this test shows nothing.
    #expect(shorter > 0)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `after any mix of puts, deletes, commits and aborts`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let store = try LMDBEnvironment.opened(scratch.path)
    for round in 0..<60 {
      try? store.write { transaction in
        for _ in 0..<Int.random(in: 1...30, using: &random) {
          let key = [UInt8.random(in: 0..<60, using: &random)]
          let byteCount = [10, 900, 5000, 60_000].randomElement(using: &random)!
          let table = Bool.random(using: &random) ? store.one : store.two
          if Int.random(in: 0..<3, using: &random) == 0 {
            _ = try transaction.delete(key, in: table)
          } else {
            try transaction.put(key, [UInt8](repeating: 1, count: byteCount), in: table)
          }
        }
        if Int.random(in: 0..<10, using: &random) == 0 { try transaction.clear(store.two) }
        if Int.random(in: 0..<4, using: &random) == 0 { throw Refusal() }
      }
      try expectSound("seed \(seed), round \(round)")
    }
  }

  private func hasTrace(_ path: String) throws -> Bool {
    let store = try LMDBEnvironment.opened(path, .readOnly, tables: [])
    defer { store.close() }
    return try store.hasTraceBeyondLastCommit()
  }

  @Test func `a header that another number makes the last one is not taken for it`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    for round in 1...8 as ClosedRange<UInt8> {
      try store.write { try $0.put([round], [round], in: store.one) }
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path)))
      try expectSound("commit \(round)")
      #expect(try !hasTrace(scratch.path))
      // The very first commit has freed nothing, and does not tell.
      if round == 1 { continue }
      let last = whole[144] > whole[4_240] ? 144 : 4_240
      // Where the number stands in each header.
      for (offset, bit) in [144, 4_240].flatMap({ offset in (0..<4).map { (offset, $0) } }) {
        var bytes = whole
        bytes[offset] ^= 1 << bit
        let copy = scratch["flipped"]
        try Data(bytes).write(to: URL(fileURLWithPath: copy))
        // As after a commit that could not write its header: the one before it is the last.
        if offset == last, bytes[offset] == whole[offset] - 2 {
          #expect(try hasTrace(copy))
          continue
        }
        #expect(throws: LMDBError.self, "commit \(round), byte \(offset), bit \(bit)") {
          try LMDBEnvironment.opened(copy, .existing, tables: []).close()
        }
      }
    }
  }

  @Test func `a copy compacted from one that is shorter than its last page`() throws {
    let store = try LMDBEnvironment.opened(scratch.path)
    try store.write { transaction in
      try transaction.put([1], [UInt8](repeating: 7, count: 200_000), in: store.one)
      try transaction.put([2], [2], in: store.one)
    }
    try store.write { transaction in
      _ = try transaction.delete([1], in: store.one)
    }
    try store.copyCompacted(to: scratch["compact"])
    let copy = try LMDBEnvironment.opened(scratch["compact"], .existing)
    #expect(copy.info.fileBytes < store.info.fileBytes)
    #expect(try copy.read { try $0.count(of: copy.one) } == 1)
  }
}

/// A seeded sequence, so that a failure can be run again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
