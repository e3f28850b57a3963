import EntstoreModel

extension EventRecord {
  /// The digests of all shared pieces of its payload.
  package var sharedDigests: [[UInt8]] { raw.flatMap(\.sharedDigests) }
}

extension EventRecord.Segment {
  fileprivate var sharedDigests: [[UInt8]] {
    switch self {
    case .inline: []
    case .shared(let digest): [digest]
    case .base64url(let parts): parts.flatMap(\.sharedDigests)
    }
  }
}

extension ByteWriter {
  mutating func segments(_ segments: [EventRecord.Segment]) {
    count(segments.count)
    for segment in segments {
      switch segment {
      case .inline(let bytes):
        byte(0)
        blob(bytes)
      case .shared(let digest):
        byte(1)
        raw(digest)
      case .base64url(let parts):
        byte(2)
        self.segments(parts)
      }
    }
  }
}

extension ByteReader {
  /// - Parameter depth: How many pieces of base64url these stand in.
  @_lifetime(self: copy self)
  mutating func segments(depth: Int) throws(CodecError) -> [EventRecord.Segment] {
    var segments: [EventRecord.Segment] = []
    for _ in 0..<(try length("raw count")) {
      switch try byte("raw kind") {
      case 0: segments.append(.inline(try blob("raw bytes")))
      case 1: segments.append(.shared(try bytes("raw digest", count: 32)))
      case 2:
        guard depth < RawSegment.maximumDepth else { throw .invalid(field: "raw kind") }
        segments.append(.base64url(try self.segments(depth: depth + 1)))
      default: throw .invalid(field: "raw kind")
      }
    }
    return segments
  }
}
