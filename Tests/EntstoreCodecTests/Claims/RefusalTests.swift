import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let record: GoldenRecord
    let digits: String
    let error: CodecError

    init(_ record: GoldenRecord, _ digits: String, _ error: CodecError) {
      self.record = record
      self.digits = digits
      self.error = error
    }

    var testDescription: String { "\(digits): \(error)" }
  }

  @Test(arguments: timelines + lineages + acts)
  func `the error names the field`(refused: Case) {
    #expect(refused.record.read(hex(refused.digits)) == .refused(refused.error))
  }

  static let timelines = [
    Case(timeline, "", .truncated(field: "sequence")),
    Case(timeline, "80", .truncated(field: "sequence")),
    Case(timeline, "80 00 01 00", .invalid(field: "sequence")),
    Case(timeline, "ff ff ff ff ff ff ff ff ff 02 01 00", .invalid(field: "sequence")),
    Case(timeline, "ff ff ff ff ff ff ff ff ff 81 00 01 00", .invalid(field: "sequence")),
    Case(timeline, "01 05 00", .invalid(field: "rail")),
    Case(timeline, "01 01 80", .invalid(field: "facts")),
    Case(timeline, "01 00 40 00", .invalid(field: "custody")),
    Case(timeline, "01 00 40 08", .invalid(field: "custody")),
    Case(timeline, "01 00 40 02 00", .invalid(field: "subject")),
    Case(timeline, "01 01 01 00 00 01", .invalid(field: "kind")),
    Case(timeline, "01 01 01 00 06 01", .invalid(field: "kind")),
    Case(timeline, "01 01 01 00 01 04", .invalid(field: "ownership")),
    Case(timeline, "01 01 01 00 01 01 00", .invalid(field: "purchase")),
    Case(timeline, "01 01 01 00 01 01 01 00 01 54", .invalid(field: "purchase")),
    Case(timeline, "01 01 01 00 01 01 01 ff 01 54", .invalid(field: "purchase")),
    Case(timeline, "01 01 01 00 01 01 05 50", .truncated(field: "purchase")),
    Case(timeline, "01 01 02 80", .invalid(field: "renewal flags")),
    Case(timeline, "01 01 02 08", .invalid(field: "renewal flags")),
    Case(timeline, "01 01 04 00", .invalid(field: "status")),
    Case(timeline, "01 01 04 08", .invalid(field: "status")),
    Case(timeline, "01 01 08 06", .invalid(field: "expiryReason")),
    Case(timeline, "01 01 10 06", .invalid(field: "ending")),
  ]

  static let lineages = [
    Case(lineage, "05", .invalid(field: "evidence")),
    Case(lineage, "80 00 00 00", .invalid(field: "evidence")),
    Case(lineage, "80 00 02 01 62 01 61 00", .invalid(field: "member")),
    Case(lineage, "80 00 02 01 61 01 61 00", .invalid(field: "member")),
    Case(lineage, "80 00 00 01 00 01 61 01", .invalid(field: "conflict")),
    Case(lineage, "02 00", .invalid(field: "owner")),
    Case(lineage, "00 05", .truncated(field: "token count")),
    Case(lineage, "00 ff ff ff ff ff ff ff ff ff 01", .truncated(field: "token count")),
  ]

  static let acts = [
    Case(catalog, "02 01 62 00 00 01 61 00 00 00", .invalid(field: "key")),
    Case(catalog, "02 01 61 00 00 01 61 00 00 00", .invalid(field: "key")),
    Case(catalog, "01 01 61 02 01 00 00 00 00 00", .invalid(field: "rail")),
    Case(catalog, "01 01 61 01 05 00 00 00", .invalid(field: "rail")),
    Case(catalog, "00 02 01 62 00 01 61 00", .invalid(field: "term product")),
    Case(catalog, "00 00 00", .invalid(field: "stacking count")),
    Case(catalog, "00 00 02 01 62 01 61", .invalid(field: "stacking product")),
    Case(catalog, "00 00 02 01 61 01 61", .invalid(field: "stacking product")),
    Case(catalog, "00 00 01 01 61 00", .trailingBytes(count: 1)),
    Case(
      event, "00 03 02 00 7f ff ff ff ff ff ff ff 80 00 00 00 00 00 00 00 01 4c 00 00 03 00 00 00 00",
      .invalid(field: "stacking count")),
    Case(policy, "00 00 00 00", .truncated(field: "retryWindow")),
    Case(identity, "00 00", .invalid(field: "restore")),
    Case(identity, "04 00", .invalid(field: "restore")),
    Case(identity, "01 02", .invalid(field: "knownTokensOnly")),
    Case(refused, "01", .truncated(field: "refusal kinds")),
    Case(refused, "01 00 01", .invalid(field: "refusal kind")),
    Case(refused, "01 08 01", .invalid(field: "refusal kind")),
    Case(refused, "01 01 00", .invalid(field: "refused")),
    Case(refused, "02 02 01 01 01", .invalid(field: "refusal kind")),
    Case(refused, "02 01 01 01 01", .invalid(field: "refusal kind")),
  ]

  @Test func `an identifier of 200 bytes is read, and one of 201 is not`() {
    let head = hex("01 01 20")
    let date = hex("00")
    let longest = [0xc8, 0x01] + Array(repeating: UInt8(ascii: "x"), count: 200)
    let tooLong = [0xc9, 0x01] + Array(repeating: UInt8(ascii: "x"), count: 201)
    #expect(Self.timeline.read(head + longest + date) == .decoded(head + longest + date))
    #expect(Self.timeline.read(head + tooLong + date) == .refused(.invalid(field: "void")))
  }

  @Test(arguments: [(0, 5, "rail"), (1, 4, "provenance"), (2, 0, "environment"), (2, 3, "environment")])
  func `an event of a kind that is not known is refused`(place: Int, value: UInt8, field: String) {
    var bytes = GoldenRecord.events[0].bytes
    bytes[place] = value
    #expect(GoldenRecord.events[0].read(bytes) == .refused(.invalid(field: field)))
  }

  @Test func `an event of a body or a payload that is not known is refused`() {
    let head = hex("00 03 02 00 7f ff ff ff ff ff ff ff 80 00 00 00 00 00 00 00 01 4c")
    let event = GoldenRecord.events[0]
    #expect(event.read(head + hex("04 00 00 00 00")) == .refused(.invalid(field: "event flags")))
    #expect(event.read(head + hex("00 00 ff 00 00")) == .refused(.invalid(field: "act kind")))
    #expect(event.read(head + hex("00 00 05 02")) == .refused(.invalid(field: "isMinted")))
    #expect(event.read(head + hex("00 00 06 02")) == .refused(.invalid(field: "custody flags")))
    #expect(event.read(head + hex("00 00 06 00 00")) == .refused(.invalid(field: "custody")))
    #expect(event.read(head + hex("00 00 07 04")) == .refused(.invalid(field: "grant flags")))
    #expect(event.read(head + hex("00 00 00 00 01 03 00")) == .refused(.invalid(field: "raw kind")))
  }

  @Test func `an event of a store cannot say who holds a lineage`() {
    let head = hex("00 03 02 00 7f ff ff ff ff ff ff ff 80 00 00 00 00 00 00 00 01 4c")
    let facts = hex("00 00 00 01 01 4c 40 02 01 61 00")
    #expect(GoldenRecord.events[0].read(head + facts) == .refused(.invalid(field: "facts")))
  }

  private static let timeline = GoldenRecord.timelines[0]
  private static let lineage = GoldenRecord.lineages[0]
  private static let event = GoldenRecord.events[0]
  private static let catalog = GoldenRecord.acts[0]
  private static let policy = GoldenRecord.acts[3]
  private static let identity = GoldenRecord.identities[0]
  private static let refused = GoldenRecord.identities[3]
}
