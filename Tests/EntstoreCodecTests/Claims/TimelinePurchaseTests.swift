import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct TimelinePurchaseTests {
  @Test func `a purchase read in place is the one in the record`() throws {
    let seed = seed(of: "timeline purchases")
    var random = RandomModel(seed: seed)
    var found = 0
    for _ in 0..<1_000 {
      let record = random.timeline()
      let bytes = record.encoded()
      let expected = record.record.facts.purchase
      guard let purchase = try TimelinePurchase(bytes.rawSpan) else {
        #expect(expected == nil, "seed \(seed)")
        continue
      }
      found += 1
      #expect(purchase.kind == expected?.kind, "seed \(seed)")
      #expect(purchase.statesEnd == (expected?.expiresAt != nil), "seed \(seed)")
      let name = unsafe purchase.product.withUnsafeBytes { unsafe Array($0) }
      #expect(name == expected.map { Array($0.product.text.utf8) }, "seed \(seed)")
    }
    #expect(found > 100)
  }

  @Test func `a record that ends early or means nothing is refused, not misread`() throws {
    let whole = GoldenRecord.timelines[0].bytes
    let last = whole.lastIndex(of: 0x4d)!
    for end in 0...last {
      let cut = Array(whole[..<end])
      #expect(throws: CodecError.self, "\(end) bytes") { _ = try TimelinePurchase(cut.rawSpan)?.statesEnd }
    }
    #expect(throws: CodecError.invalid(field: "kind")) {
      let bytes = hex("01 01 01 00 06 01")
      _ = try TimelinePurchase(bytes.rawSpan)?.statesEnd
    }
  }
}
