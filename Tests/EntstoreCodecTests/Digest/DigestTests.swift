import EntstoreCodec
import EntstoreDigest
import Testing

@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `SHA-256 agrees with the published vectors`(text: String, digest: String) {
    let bytes = Array(text.utf8)
    #expect(SHA256.digest(of: bytes) == hex(digest))
    #expect(SHA256.digest(of: bytes.rawSpan) == hex(digest))
    #expect(SHA256.byteCount == hex(digest).count)
  }

  @Test(
    arguments: [
      ("", 0, 0x2d06_8005_38d3_94c2), ("abc", 0, 0x78af_5f94_892f_3950),
      ("abc", 1, 0x6b44_67b4_43c7_6228),
    ] as [(String, UInt64, UInt64)])
  func `XXH3 is what it was`(text: String, seed: UInt64, checksum: UInt64) {
    let bytes = Array(text.utf8)
    #expect(Checksum.xxh3(bytes.rawSpan, seed: seed) == checksum)
  }

  @Test func `XXH3 of a long run is what it was, and its seed matters`() {
    let bytes = Array(UInt8.min...UInt8.max) + Array(UInt8.min...UInt8.max)
    #expect(Checksum.xxh3(bytes.rawSpan) == 0x1059_105a_d19b_fa09)
    #expect(Checksum.xxh3(bytes.rawSpan, seed: 1) != Checksum.xxh3(bytes.rawSpan, seed: 0))
  }

  @Test(arguments: [0, 1, 16, 4_096])
  func `as many random bytes come as were asked for`(count: Int) throws {
    #expect(try RandomBytes.make(count: count).count == count)
  }

  @Test func `random bytes do not come twice`() throws {
    #expect(try RandomBytes.make(count: 32) != RandomBytes.make(count: 32))
  }
}
