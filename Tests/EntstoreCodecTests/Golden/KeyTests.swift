import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct KeyTests {
  @Test(arguments: GoldenKey.all)
  func `a key is these bytes`(key: GoldenKey) {
    #expect(spelled(key.encoded) == spelled(key.bytes))
  }

  @Test(arguments: GoldenKey.readable)
  func `a key reads back as itself`(key: GoldenKey) {
    #expect(key.read?(key.bytes) == .decoded(key.bytes))
  }

  @Test func `a key gives back what it was made of`() throws {
    let timeline = Key.timeline("2000", Sample.position)
    #expect(try Key.timeline(timeline.rawSpan).lineage == "2000")
    #expect(try Key.timeline(timeline.rawSpan).position == Sample.position)
    let owned = Key.deadline(Sample.expiresAt, "ann", "2000")
    #expect(try Key.deadline(owned.rawSpan).instant == Sample.expiresAt)
    #expect(try Key.deadline(owned.rawSpan).subject == "ann")
    #expect(try Key.deadline(owned.rawSpan).lineage == "2000")
    let unowned = Key.entitlement(nil, "2000")
    #expect(try Key.entitlement(unowned.rawSpan).subject == nil)
    #expect(try Key.entitlement(unowned.rawSpan).lineage == "2000")
  }

  @Test func `the longest key fits the engine's 511 bytes`() throws {
    let longest = String(repeating: "x", count: Subject.maximumByteCount)
    let subject = try Subject(longest)
    let lineage = try Lineage(longest)
    #expect(Key.timeline(lineage, Sample.position).count == 226)
    #expect(Key.lineage(lineage).count == 200)
    #expect(Key.entitlement(subject, lineage).count == 401)
    #expect(Key.deadline(Sample.expiresAt, subject, lineage).count == 409)
  }

  @Test(arguments: [
    ("61 6e 6e", "no end of the subject"), ("61 6e 6e 00", "no lineage"), ("00", "neither"),
    ("61 00 62 00", "a NUL in the lineage"), ("ff 00 32", "no UTF-8 in the subject"),
    ("00 ff", "no UTF-8 in the lineage"), ("", "nothing"),
  ])
  func `a key of a subject and a lineage that no writer made is refused`(digits: String, why: String) {
    for (read, prefix) in [
      (GoldenKey.readEntitlement, ""), (GoldenKey.readDeadline, "80 00 00 00 00 00 00 00"),
    ] {
      guard case .refused = read(hex(prefix + digits)) else {
        Issue.record("was read: \(why)")
        return
      }
    }
  }

  @Test func `a key with a name of more than 200 bytes is refused`() {
    let long = Array(repeating: UInt8(ascii: "x"), count: 201)
    #expect(GoldenKey.readEntitlement(long + [0, 0x32]) == .refused(.invalid(field: "subject")))
    #expect(GoldenKey.readEntitlement([0] + long) == .refused(.invalid(field: "lineage")))
    let position = Key.date(Sample.position)
    #expect(GoldenKey.readTimeline(long + [0] + position) == .refused(.invalid(field: "lineage")))
    #expect(GoldenKey.readTimeline([0] + position) == .refused(.invalid(field: "lineage")))
  }
}
