import EntstoreDigest
import Testing

@Suite struct DigestTests {
  @Test func `SHA-256 gives the standard's digests`() {
    #expect(
      hex(SHA256.digest(of: Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex(SHA256.digest(of: []))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `a digest in pieces equals the digest of the whole`() {
    let whole = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for cut in [0, 1, 63, 64, 65, 999, 1_000] {
      var hasher = SHA256Hasher()
      hasher.update(Array(whole[..<cut]))
      hasher.update(Array(whole[cut...]))
      #expect(hasher.finish() == SHA256.digest(of: whole))
    }
  }

  @Test func `XXH3 gives the library's published values`() {
    let empty: [UInt8] = []
    #expect(Checksum.xxh3(unsafe empty.span.bytes) == 0x2d06_8005_38d3_94c2)
    let text = Array("a".utf8)
    #expect(Checksum.xxh3(unsafe text.span.bytes) == 0xe6c6_32b6_1e96_4e1f)
  }

  @Test func `a checksum depends on its seed`() {
    let bytes: [UInt8] = [1, 2, 3]
    let plain = Checksum.xxh3(unsafe bytes.span.bytes)
    #expect(Checksum.xxh3(unsafe bytes.span.bytes, seed: 1) != plain)
    #expect(Checksum.xxh3(unsafe bytes.span.bytes, seed: 0) == plain)
  }

  @Test func `random bytes are as many as asked for and never the same`() throws {
    #expect(try RandomBytes.fill(0) == [])
    let first = try RandomBytes.fill(16)
    #expect(first.count == 16)
    #expect(try RandomBytes.fill(16) != first)
  }

  @Test(arguments: [0, 1, 100, 100_000])
  func `what was compressed comes back`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 100) }
    let frame = Zstd.compress(bytes, level: 3)
    #expect(try Zstd.decompress(frame, limit: count) == bytes)
  }

  @Test func `a frame that holds more than the limit is refused`() {
    let frame = Zstd.compress([UInt8](repeating: 0, count: 1_000_000))
    #expect(throws: DigestError.exceedsLimit(limit: 999_999)) {
      try Zstd.decompress(frame, limit: 999_999)
    }
  }

  @Test func `a damaged frame is refused, whichever byte is missing`() {
    let frame = Zstd.compress(Array("the same thing again, the same thing again".utf8))
    for length in 0..<frame.count {
      #expect(throws: DigestError.self) {
        try Zstd.decompress(Array(frame[..<length]), limit: 1_000)
      }
    }
  }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
