import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct RowViewTests {
  @Test func `a row read in place says what the record says`() throws {
    let seed = seed(of: "row views")
    var random = RandomModel(seed: seed)
    for _ in 0..<500 { try expectAgreement(random.row(), "seed \(seed)") }
  }

  @Test func `a product with the longest name is found in place`() throws {
    let longest = try ProductID(String(repeating: "x", count: 200))
    let shorter = try ProductID(String(repeating: "x", count: 128))
    let row = RowRecord(
      rail: .stripe,
      schedule: Schedule(segments: [
        Segment(
          until: Sample.expiresAt, status: .active, isEntitled: true, product: longest, reason: .paid),
        Segment(until: nil, status: .active, isEntitled: true, product: shorter, reason: .lifetime),
      ]),
      summary: LineageSummary(
        product: "M", kind: nil, purchasedAt: nil, expiresAt: nil, willAutoRenew: nil,
        ownership: .purchased, isTrial: false, signedAt: Sample.signedAt))
    try expectAgreement(row, "names of 200 and 128 bytes")
    let bytes = row.encoded()
    let view = try RowView(bytes.rawSpan)
    #expect(try view.product(at: 2) { [UInt8](copying: $0) == Array("M".utf8) })
  }

  @Test(arguments: [
    ("01 00 00 00 00 00 00 00 00", CodecError.invalid(field: "segments")),
    ("01 00 00 00 01 00 00 00 00 80 00 00 00 00 00 00 00 00 00 ff ff ff ff", .invalid(field: "segments")),
    ("05 00 00 00 01 00 00 00 00", .invalid(field: "rail")),
    ("01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff", .truncated(field: "segments")),
    ("01 ff ff ff ff 00 00 00 00", .truncated(field: "segments")),
    ("01 00 00 00 00 ff ff ff ff", .truncated(field: "products")),
    ("01 00 00 00 01 00 00", .truncated(field: "product count")),
  ])
  func `a row without its segments is refused in place`(digits: String, error: CodecError) {
    let bytes = hex(digits)
    #expect(throws: error) { _ = try RowView(bytes.rawSpan).segmentCount }
  }

  @Test func `a place beyond the products is refused in place`() throws {
    let bytes = GoldenRecord.rows[0].bytes
    let view = try RowView(bytes.rawSpan)
    #expect(throws: CodecError.invalid(field: "product place")) { try view.product(at: 1) { _ in true } }
    #expect(try view.product(at: .max) { _ in true } == false)
  }

  @Test func `a row with one byte changed is read in place as the record is, or refused`() throws {
    for record in GoldenRecord.rows {
      for place in record.bytes.indices {
        var changed = record.bytes
        for value in UInt8.min...UInt8.max {
          changed[place] = value
          guard let row = try? RowRecord(changed.rawSpan) else {
            walk(changed)
            continue
          }
          if try differences(row).isEmpty { continue }
          Issue.record("byte \(place) as \(value): \(try differences(row))")
        }
      }
    }
  }

  /// Reads all that can be read; only that it comes back matters.
  private func walk(_ bytes: [UInt8]) {
    guard let view = try? RowView(bytes.rawSpan) else { return }
    _ = try? view.expiresAt()
    for index in 0..<view.segmentCount {
      guard let segment = try? view.segment(index) else { continue }
      _ = try? view.product(at: segment.product) { $0.byteCount > 0 }
    }
  }

  private func expectAgreement(_ row: RowRecord, _ comment: Comment) throws {
    #expect(try differences(row) == [], comment)
  }

  /// What a view of the row's bytes says otherwise than the row.
  private func differences(_ row: RowRecord) throws -> [String] {
    let bytes = row.encoded()
    let view = try RowView(bytes.rawSpan)
    let segments = row.schedule.segments
    guard view.rail == row.rail, view.segmentCount == segments.count else { return ["the header"] }
    var differences: [String] = []
    if try view.expiresAt() != row.summary.expiresAt?.epochMilliseconds ?? .max {
      differences.append("expiresAt")
    }
    for (index, segment) in segments.enumerated() {
      let compact = try view.segment(index)
      if compact.until != segment.until?.epochMilliseconds ?? .max { differences.append("until") }
      if compact.status != segment.status { differences.append("status") }
      if compact.reason != segment.reason { differences.append("reason") }
      if compact.isEntitled != segment.isEntitled { differences.append("isEntitled") }
      var seen: [UInt8]?
      let isMatched = try view.product(at: compact.product) {
        seen = [UInt8](copying: $0)
        return true
      }
      if isMatched != (segment.product != nil) { differences.append("whether there is a product") }
      if seen != segment.product.map({ Array($0.text.utf8) }) { differences.append("product") }
      if try view.product(at: compact.product, matches: { _ in false }) { differences.append("a match") }
    }
    return differences
  }
}

extension [UInt8] {
  fileprivate init(copying span: RawSpan) {
    self = unsafe span.withUnsafeBytes { unsafe Array($0) }
  }
}
