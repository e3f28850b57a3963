import EntstoreDigest
import Testing

@Suite struct ZstdTests {
  @Test(arguments: [1, 3, 19] as [Int32])
  func `what was compressed comes back`(level: Int32) throws {
    let seed = seed(of: "zstd")
    var random = RandomModel(seed: seed)
    for bytes in [[], [7], random.bytes(5_000), Array(repeating: 7, count: 100_000)] {
      let packed = try Zstd.compress(bytes, level: level)
      #expect(try Zstd.decompress(packed, limit: bytes.count) == bytes, "seed \(seed)")
    }
  }

  @Test func `what repeats itself becomes smaller`() throws {
    let bytes = Array(repeating: UInt8(7), count: 100_000)
    #expect(try Zstd.compress(bytes, level: 1).count < 100)
  }

  @Test func `nothing grows beyond the limit`() throws {
    let packed = try Zstd.compress(Array(repeating: 7, count: 1_001), level: 1)
    #expect(throws: DigestError.tooLarge(limit: 1_000)) { try Zstd.decompress(packed, limit: 1_000) }
  }

  @Test func `what is not compressed is refused`() {
    let seed = seed(of: "garbage")
    var random = RandomModel(seed: seed)
    #expect(throws: DigestError.notDecompressible) { try Zstd.decompress([], limit: 1_000) }
    for count in 1...64 {
      // Its first bytes would say that it is compressed.
      let garbage = [0] + random.bytes(count)
      #expect(throws: DigestError.notDecompressible, "seed \(seed)") {
        try Zstd.decompress(garbage, limit: 1_000)
      }
    }
  }

  @Test func `what was cut off is refused`() throws {
    let packed = try Zstd.compress(Array("a text, and a text, and a text again".utf8), level: 1)
    for count in 0..<packed.count {
      #expect(throws: DigestError.notDecompressible) {
        try Zstd.decompress(Array(packed.prefix(count)), limit: 1_000)
      }
    }
  }

  @Test func `one byte changed is refused or within the limit`() throws {
    let bytes = Array("a text, and a text, and a text again".utf8)
    let packed = try Zstd.compress(bytes, level: 1)
    for place in packed.indices {
      var changed = packed
      for value in UInt8.min...UInt8.max {
        changed[place] = value
        if let grown = try? Zstd.decompress(changed, limit: 1_000) { #expect(grown.count <= 1_000) }
      }
    }
  }
}
