import EntstoreModel

/// The derived row of one lineage: its schedule, and what a person wants to see. docs/format.md §3.6.
package struct RowRecord: Hashable, Sendable {
  package var rail: Rail
  package var schedule: Schedule
  package var summary: LineageSummary

  package init(rail: Rail, schedule: Schedule, summary: LineageSummary) {
    self.rail = rail
    self.schedule = schedule
    self.summary = summary
  }

  package func encoded() -> [UInt8] {
    var products: [ProductID] = []
    func place(of product: ProductID?) -> UInt32 {
      guard let product else { return RowView.noProduct }
      if let known = products.firstIndex(of: product) { return UInt32(known) }
      products.append(product)
      return UInt32(products.count - 1)
    }
    let places = schedule.segments.map { place(of: $0.product) }
    let newest = place(of: summary.product)

    var writer = ByteWriter(capacity: 160)
    writer.byte(rail.rawValue)
    writer.fixed32(UInt32(schedule.segments.count))
    writer.fixed32(UInt32(products.count))
    for (segment, product) in zip(schedule.segments, places) {
      writer.fixed(segment.until ?? RowView.forever)
      writer.byte(segment.status.rawValue)
      writer.byte(segment.reason.rawValue | (segment.isEntitled ? 0x80 : 0))
      writer.fixed32(product)
    }
    for product in products { writer.identifier(product) }
    writer.summary(summary, product: newest)
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    let view = try RowView(bytes)
    rail = view.rail
    var reader = ByteReader(bytes)
    _ = try reader.bytes("row", count: RowView.headerByteCount + view.segmentCount * RowView.segmentByteCount)
    var products: [ProductID] = []
    for _ in 0..<view.productCount { products.append(try reader.identifier("product")) }

    var segments: [Segment] = []
    var mentions = Mentions()
    for index in 0..<view.segmentCount {
      let compact = try view.segment(index)
      try mentions.note(compact.product)
      segments.append(
        Segment(
          until: compact.until == .max ? nil : Instant(epochMilliseconds: compact.until),
          status: compact.status,
          isEntitled: compact.isEntitled, product: try Self.product(compact.product, of: products),
          reason: compact.reason))
    }
    guard !segments.isEmpty, segments.firstIndex(where: { $0.until == nil }) == segments.count - 1 else {
      throw .invalid(field: "segments")
    }
    schedule = Schedule(segments: segments)
    let newest: UInt32
    (summary, newest) = try reader.summary(products: products)
    try mentions.note(newest)
    guard mentions.count == products.count, Set(products).count == products.count else {
      throw .invalid(field: "products")
    }
    try reader.finish()
  }

  /// Products stand in the order of their first mention, so that equal rows are equal bytes.
  private struct Mentions {
    var count: UInt32 = 0

    mutating func note(_ place: UInt32) throws(CodecError) {
      if place == RowView.noProduct || place < count { return }
      guard place == count else { throw .invalid(field: "product place") }
      count += 1
    }
  }

  fileprivate static func product(_ place: UInt32, of products: [ProductID]) throws(CodecError) -> ProductID?
  {
    if place == RowView.noProduct { return nil }
    guard place < products.count else { throw .invalid(field: "product place") }
    return products[Int(place)]
  }
}

extension ByteWriter {
  fileprivate mutating func summary(_ summary: LineageSummary, product: UInt32) {
    var flags: UInt8 = 0
    if summary.purchasedAt != nil { flags |= 1 }
    if summary.expiresAt != nil { flags |= 2 }
    if summary.willAutoRenew != nil { flags |= 4 }
    if summary.willAutoRenew == true { flags |= 8 }
    if summary.isTrial { flags |= 16 }
    byte(flags)
    byte(summary.kind?.rawValue ?? 0)
    byte(summary.ownership.rawValue)
    fixed32(product)
    instant(summary.signedAt)
    if let purchasedAt = summary.purchasedAt { instant(purchasedAt) }
    if let expiresAt = summary.expiresAt { instant(expiresAt) }
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  fileprivate mutating func summary(products: [ProductID]) throws(CodecError) -> (LineageSummary, UInt32) {
    let flags = try byte("summary flags")
    guard flags < 32, flags & 12 != 8 else { throw .invalid(field: "summary flags") }
    let kindCode = try byte("kind")
    let kind = ProductKindOfSale(rawValue: kindCode)
    if kind == nil && kindCode != 0 { throw .invalid(field: "kind") }
    let ownership = try choice("ownership", of: Ownership.self)
    let place = try fixed32("product")
    let signedAt = try instant("signedAt")
    let summary = LineageSummary(
      product: try RowRecord.product(place, of: products), kind: kind,
      purchasedAt: flags & 1 != 0 ? try instant("purchasedAt") : nil,
      expiresAt: flags & 2 != 0 ? try instant("expiresAt") : nil,
      willAutoRenew: flags & 4 != 0 ? flags & 8 != 0 : nil, ownership: ownership, isTrial: flags & 16 != 0,
      signedAt: signedAt)
    return (summary, place)
  }
}
