import EntstoreModel

/// What a timeline record says of a purchase, read where it lies: what a scan over all of them asks. docs/format.md §3.1.
package struct TimelinePurchase: ~Escapable {
  package let kind: ProductKindOfSale
  /// Whether the store stated an end of its own.
  package let statesEnd: Bool
  /// The bytes of the product's id.
  package let product: RawSpan

  /// `nil`: the record speaks of no purchase.
  ///
  /// - Throws: ``CodecError``; what lies behind the product is not looked at.
  @_lifetime(copy bytes)
  package init?(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    _ = try reader.count("sequence")
    _ = try reader.byte("rail")
    let parts = try reader.byte("facts")
    guard parts & 1 != 0 else { return nil }
    if parts & 64 != 0 {
      _ = try reader.byte("custody")
      try reader.skipText("subject")
    }
    statesEnd = try reader.byte("purchase flags") & 1 != 0
    kind = try reader.choice("kind", of: ProductKindOfSale.self)
    _ = try reader.byte("ownership")
    try reader.skipText("purchase")
    try reader.skipText("transaction")
    let count = try reader.length("product")
    product = bytes.extracting(reader.offset..<(reader.offset + count))
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  fileprivate mutating func skipText(_ field: String) throws(CodecError) {
    skip(try length(field))
  }
}
