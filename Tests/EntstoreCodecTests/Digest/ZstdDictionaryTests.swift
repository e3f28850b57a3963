import EntstoreDigest
import Testing

@Suite struct ZstdDictionaryTests {
  static let common = #"{"notificationType":"DID_RENEW","environment":"Production","signedDate":"#
  static let dictionary = ZstdDictionary(Array(common.utf8), level: 3)

  @Test func `what was compressed with a dictionary comes back`() throws {
    let seed = seed(of: "dictionary")
    var random = RandomModel(seed: seed)
    for bytes in [[], [7], random.bytes(5_000), Array(repeating: 7, count: 100_000), Array(Self.common.utf8)]
    {
      let packed = try Self.dictionary.compress(bytes)
      #expect(try Self.dictionary.decompress(packed, limit: bytes.count) == bytes, "seed \(seed)")
    }
  }

  @Test func `what the dictionary knows takes almost no space`() throws {
    let bytes = Array((Self.common + "1}").utf8)
    #expect(try Self.dictionary.compress(bytes).count < Zstd.compress(bytes, level: 3).count / 2)
  }

  @Test func `nothing grows beyond the limit, and garbage is refused`() throws {
    let packed = try Self.dictionary.compress(Array(repeating: 7, count: 1_001))
    #expect(throws: DigestError.tooLarge(limit: 1_000)) {
      try Self.dictionary.decompress(packed, limit: 1_000)
    }
    for cut in 0..<packed.count {
      #expect(throws: DigestError.notDecompressible) {
        try Self.dictionary.decompress(Array(packed.prefix(cut)), limit: 2_000)
      }
    }
  }

  @Test func `many threads use one dictionary`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          let bytes = Array((Self.common + "\(number)}").utf8)
          return try (0..<50).allSatisfy { _ in
            try Self.dictionary.decompress(Self.dictionary.compress(bytes), limit: 1_000) == bytes
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
