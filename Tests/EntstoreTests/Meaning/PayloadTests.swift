import Entstore
import EntstoreCodec
import EntstoreDigest
import Testing

@Suite struct PayloadTests {
  private static let certificate = Array(repeating: UInt8(ascii: "M"), count: 1_000)

  /// A signed payload as a rail cuts it.
  private static func signed(_ number: Int) -> [RawSegment] {
    let text = Array(#"{"notificationType":"DID_RENEW","number":\#(number)}"#.utf8)
    return [
      .base64url([.inline(Array("{".utf8)), .shared(certificate), .inline(Array("}".utf8))]),
      .inline([UInt8(ascii: ".")]),
      .base64url([.inline(text), .base64url([.shared(certificate)]), .inline([0, 0xff])]),
    ]
  }

  @Test func `a payload in pieces comes back in the same pieces`() throws {
    let bench = try Bench()
    try bench.append(.notice("a", day(1), raw: Self.signed(1)))
    let event = try #require(try bench.store.read { try $0.event(1) })
    #expect(event.draft.raw == Self.signed(1))
    #expect(event.draft.payload.prefix(4) == ArraySlice("e01N".utf8))
  }

  @Test func `a certificate of many events is stored once`() throws {
    let bench = try Bench()
    try bench.append(
      (1...50).map { .notice(try EventID("e\($0)"), day(Int64($0)), raw: Self.signed($0)) })
    #expect(try bench.file().entries("blobs").map(\.payload) == [Self.certificate])
    #expect(try bench.store.verify().isSound)
  }

  @Test func `pieces in too many layers come back as the bytes that they stand for`() throws {
    var raw: [RawSegment] = [.shared([1, 2, 3, 4])]
    for _ in 0..<9 { raw = [.base64url(raw), .inline([5])] }
    let bench = try Bench()
    try bench.append(.notice("a", day(1), raw: raw))
    let draft = try #require(try bench.store.read { try $0.event(1) }).draft
    #expect(draft.payload == EventDraft.notice("a", day(1), raw: raw).payload)
    #expect(try bench.store.verify().isSound)
  }

  @Test(arguments: [
    (100, 0), (5_000, 2), (200_000, 1),
  ])
  func `a payload of any size comes back`(count: Int, form: UInt8) throws {
    let bench = try Bench()
    let payload = Array(repeating: Array("abcdefghij".utf8), count: count / 10).flatMap(\.self)
    try bench.append(.notice("a", day(1), raw: [.inline(payload)]))
    #expect(try bench.store.read { try $0.event(1) }?.draft.payload == payload)
    #expect(try bench.file().entries("events")[0].payload[48] == form)
  }

  @Test func `a damaged or missing certificate is an error, not another payload`() throws {
    let bench = try Bench()
    try bench.append(.notice("a", day(1), raw: Self.signed(1)))
    let file = try bench.file()
    let blob = try file.entries("blobs")[0]
    for byte in [0, 5, 9, 500, blob.value.count - 1] {
      var value = blob.value
      value[byte] ^= 0x10
      try file.put(value, for: blob.key, in: "blobs")
      #expect(throws: StoreError.self) { try bench.store.read { _ = try $0.event(1) } }
    }
    try file.remove(blob.key, from: "blobs")
    #expect(throws: StoreError.self) { try bench.store.read { _ = try $0.event(1) } }
    #expect(try !bench.store.verify().isSound)
  }

  @Test func `a damaged event is an error, not another payload`() throws {
    let bench = try Bench()
    try bench.append(.notice("a", day(1), raw: Self.signed(1)))
    let file = try bench.file()
    let entry = try file.entries("events")[0]
    for byte in entry.value.indices {
      var value = entry.value
      value[byte] ^= 0x10
      try file.put(value, for: entry.key, in: "events")
      #expect(throws: StoreError.self) { try bench.store.read { _ = try $0.event(1) } }
    }
  }

  @Test func `the dictionary is the one that the format names`() {
    let digest = SHA256.digest(of: LogDictionary.bytes)
    let named = "9ada9db9684de99a0de02f35ed0c3f8becaf838d62c9d643b8cfaea3798e2eda"
    #expect(digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == named)
  }
}
