import EntstoreCodec
import EntstoreModel
import Testing

/// A key and the bytes that format 1 gives it.
struct GoldenKey: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let encoded: [UInt8]
  /// Reads any bytes as a key of this kind; `nil` where the program never reads one.
  let read: (@Sendable ([UInt8]) -> Reading)?

  init(_ name: String, _ encoded: [UInt8], _ digits: String, read: (@Sendable ([UInt8]) -> Reading)? = nil) {
    self.name = name
    self.encoded = encoded
    bytes = hex(digits)
    self.read = read
  }

  var testDescription: String { name }

  static let all = [
    GoldenKey("event key", Key.event(258), "00 00 00 00 00 00 01 02", read: readEvent),
    GoldenKey("the last event key", Key.event(.max), "ff ff ff ff ff ff ff ff", read: readEvent),
    GoldenKey(
      "date key", Key.date(Sample.position),
      "80 00 01 8b cf e5 68 00 02 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74", read: readDate),
    GoldenKey(
      "a date key before 1970",
      Key.date(
        EventPosition(signedAt: Sample.beforeTheEpoch, rank: 255, digest: EventDigest(high: 0, low: .max))),
      "7f ff ff ff ff ff ff ff ff 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff", read: readDate),
    GoldenKey(
      "timeline key", Key.timeline("2000", Sample.position),
      "32 30 30 30 00 80 00 01 8b cf e5 68 00 02 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74",
      read: readTimeline),
    GoldenKey(
      "the first timeline key",
      Key.timeline(
        "é", EventPosition(signedAt: Sample.least, rank: 0, digest: EventDigest(high: 0, low: 0))),
      "c3 a9 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
      read: readTimeline),
    GoldenKey("account key", Key.account("T"), "54"),
    GoldenKey("mention key", Key.mention("T", "2000"), "54 00 32 30 30 30"),
    GoldenKey("family member key", Key.familyMember("A", "2000"), "00 41 00 32 30 30 30"),
    GoldenKey("minted key", Key.minted("ann"), "00 00 61 6e 6e"),
    GoldenKey("timeline prefix", Key.timelinePrefix("2000"), "32 30 30 30 00"),
    GoldenKey("lineage key", Key.lineage("2000"), "32 30 30 30"),
    GoldenKey(
      "entitlement key", Key.entitlement("ann", "2000"), "61 6e 6e 00 32 30 30 30", read: readEntitlement),
    GoldenKey(
      "entitlement key of nobody", Key.entitlement(nil, "2000"), "00 32 30 30 30", read: readEntitlement),
    GoldenKey("entitlement prefix", Key.entitlementPrefix("ann"), "61 6e 6e 00"),
    GoldenKey("entitlement prefix of nobody", Key.entitlementPrefix(nil), "00"),
    GoldenKey(
      "deadline key", Key.deadline(Sample.expiresAt, "ann", "2000"),
      "80 00 01 8b d5 0b c4 00 61 6e 6e 00 32 30 30 30", read: readDeadline),
    GoldenKey(
      "deadline key of nobody before 1970", Key.deadline(Sample.beforeTheEpoch, nil, "2000"),
      "7f ff ff ff ff ff ff ff 00 32 30 30 30", read: readDeadline),
    GoldenKey(
      "the last deadline key", Key.deadline(Sample.greatest, nil, "2"), "ff ff ff ff ff ff ff ff 00 32",
      read: readDeadline),
  ]

  static let readable = all.filter { $0.read != nil }

  @Sendable static func readEvent(_ bytes: [UInt8]) -> Reading {
    Reading { () throws(CodecError) in Key.event(try Key.sequence(bytes.rawSpan)) }
  }
  @Sendable static func readDate(_ bytes: [UInt8]) -> Reading {
    Reading { () throws(CodecError) in Key.date(try Key.date(bytes.rawSpan)) }
  }
  @Sendable static func readTimeline(_ bytes: [UInt8]) -> Reading {
    Reading { () throws(CodecError) in
      let key = try Key.timeline(bytes.rawSpan)
      return Key.timeline(key.lineage, key.position)
    }
  }
  @Sendable static func readEntitlement(_ bytes: [UInt8]) -> Reading {
    Reading { () throws(CodecError) in
      let key = try Key.entitlement(bytes.rawSpan)
      return Key.entitlement(key.subject, key.lineage)
    }
  }
  @Sendable static func readDeadline(_ bytes: [UInt8]) -> Reading {
    Reading { () throws(CodecError) in
      let key = try Key.deadline(bytes.rawSpan)
      return Key.deadline(key.instant, key.subject, key.lineage)
    }
  }
}
