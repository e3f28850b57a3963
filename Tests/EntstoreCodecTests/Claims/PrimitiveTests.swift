import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct PrimitiveTests {
  @Test(arguments: [
    (0, "00"), (1, "01"), (127, "7f"), (128, "80 01"), (300, "ac 02"), (16_383, "ff 7f"),
    (16_384, "80 80 01"), (UInt64.max, "ff ff ff ff ff ff ff ff ff 01"),
  ])
  func `a count takes seven bits a byte`(value: UInt64, digits: String) throws {
    var writer = ByteWriter()
    writer.count(value)
    #expect(spelled(writer.bytes) == digits)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.rawSpan)
    #expect(try reader.count("value") == value)
    try reader.finish()
  }

  @Test(arguments: [
    (0, "00"), (-1, "01"), (1, "02"), (-64, "7f"), (64, "80 01"),
    (Int64.max, "fe ff ff ff ff ff ff ff ff 01"), (Int64.min, "ff ff ff ff ff ff ff ff ff 01"),
    (1_700_000_000_000, "80 a0 ab fe f9 62"),
  ])
  func `a signed number folds its sign into the lowest bit`(value: Int64, digits: String) throws {
    var writer = ByteWriter()
    writer.signed(value)
    #expect(spelled(writer.bytes) == digits)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.rawSpan)
    #expect(try reader.signed("value") == value)
    try reader.finish()
  }

  @Test(arguments: [
    (Int64.min, "00 00 00 00 00 00 00 00"), (-1, "7f ff ff ff ff ff ff ff"), (0, "80 00 00 00 00 00 00 00"),
    (1_700_000_000_000, "80 00 01 8b cf e5 68 00"), (.max, "ff ff ff ff ff ff ff ff"),
  ])
  func `a fixed instant turns its sign bit over`(value: Int64, digits: String) throws {
    var writer = ByteWriter()
    writer.fixed(Instant(epochMilliseconds: value))
    #expect(spelled(writer.bytes) == digits)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.rawSpan)
    #expect(try reader.fixedInstant("value").epochMilliseconds == value)
    try reader.finish()
  }

  @Test(arguments: ["80 00", "ff 00", "80 80 00", "ff ff ff ff ff ff ff ff ff 02"])
  func `a count has one form only, and 64 bits`(digits: String) {
    let bytes = hex(digits)
    var reader = ByteReader(bytes.rawSpan)
    #expect(throws: CodecError.invalid(field: "value")) { _ = try reader.count("value") }
  }

  @Test func `a length beyond what remains is refused before anything is made of it`() {
    let bytes = hex("ff ff ff ff ff ff ff ff ff 01 00")
    var reader = ByteReader(bytes.rawSpan)
    #expect(throws: CodecError.truncated(field: "value")) { _ = try reader.length("value") }
  }

  @Test func `a text keeps its very bytes`() throws {
    // The two are equal as strings, and are not the same name.
    for text in ["é", "e\u{301}", "", "\u{0}"] {
      var writer = ByteWriter()
      writer.text(text)
      let bytes = writer.bytes
      #expect(bytes == [UInt8(text.utf8.count)] + Array(text.utf8))
      var reader = ByteReader(bytes.rawSpan)
      let read = try reader.text("value")
      #expect(Array(read.utf8) == Array(text.utf8))
    }
  }
}
