import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct SegmentTests {
  @Test func `pieces in more layers of base64url than the format has are refused`() throws {
    let deepest = Self.event(in: RawSegment.maximumDepth).encoded()
    #expect(try EventRecord(deepest.rawSpan) == Self.event(in: RawSegment.maximumDepth))
    let deeper = Self.event(in: RawSegment.maximumDepth + 1).encoded()
    #expect(throws: CodecError.invalid(field: "raw kind")) { try EventRecord(deeper.rawSpan) }
  }

  @Test func `shared pieces are found in every layer`() {
    #expect(Self.event(in: 3).sharedDigests == [[UInt8](repeating: 7, count: 32)])
  }

  private static func event(in layers: Int) -> EventRecord {
    var raw: [EventRecord.Segment] = [.shared([UInt8](repeating: 7, count: 32))]
    for _ in 0..<layers { raw = [.base64url(raw)] }
    return EventRecord(
      rail: .appStore, provenance: .verified, environment: .production, rank: 0, signedAt: Sample.signedAt,
      receivedAt: Sample.signedAt, id: "N", app: nil, label: EventLabel(type: "T"), body: .facts([]), raw: raw
    )
  }
}
