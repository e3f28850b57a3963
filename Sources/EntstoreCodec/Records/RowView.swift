import EntstoreModel

/// A row read where it lies, without making anything: what answers "may they, now?".
package struct RowView: ~Escapable {
  private let bytes: RawSpan
  package let rail: Rail
  package let segmentCount: Int
  package let productCount: Int

  static let forever = Instant(epochMilliseconds: .max)
  static let noProduct = UInt32.max
  static let headerByteCount = 9
  static let segmentByteCount = 14

  /// One segment in numbers.
  package struct Compact: Sendable {
    /// `Int64.max`: it never ends.
    package let until: Int64
    package let status: AccessStatus
    package let reason: AccessReason
    package let isEntitled: Bool
    package let product: UInt32
  }

  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    rail = try reader.choice("rail", of: Rail.self)
    let segments = try reader.fixed32("segment count")
    let products = try reader.fixed32("product count")
    guard Int(segments) * Self.segmentByteCount <= reader.remaining else {
      throw .truncated(field: "segments")
    }
    guard products <= reader.remaining else { throw .truncated(field: "products") }
    self.bytes = bytes
    segmentCount = Int(segments)
    productCount = Int(products)
    // Without a last segment that holds forever, a question after the end would have no answer.
    guard segmentCount > 0,
      word(at: Self.headerByteCount + (segmentCount - 1) * Self.segmentByteCount) == .max
    else { throw .invalid(field: "segments") }
  }

  /// - Precondition: `index` is less than `segmentCount`.
  package func segment(_ index: Int) throws(CodecError) -> Compact {
    let start = Self.headerByteCount + index * Self.segmentByteCount
    let until = Int64(bitPattern: word(at: start) ^ (1 << 63))
    let reason = byte(at: start + 9)
    guard let status = AccessStatus(rawValue: byte(at: start + 8)),
      let why = AccessReason(rawValue: reason & 0x7f)
    else { throw .invalid(field: "segment") }
    return Compact(
      until: until, status: status, reason: why, isEntitled: reason & 0x80 != 0,
      product: UInt32(truncatingIfNeeded: word(at: start + 6)))
  }

  /// Whether the product at `place` is the one whose bytes `matches` accepts; not so where there is none.
  package func product(at place: UInt32, matches: (RawSpan) -> Bool) throws(CodecError) -> Bool {
    if place == Self.noProduct { return false }
    guard place < productCount else { throw .invalid(field: "product place") }
    var start = Self.headerByteCount + segmentCount * Self.segmentByteCount
    for index in 0...place {
      // A product id has at most 200 bytes, so its length takes one byte or two.
      guard start + 2 <= bytes.byteCount else { throw .truncated(field: "products") }
      var length = Int(byte(at: start))
      start += 1
      if length >= 0x80 {
        length = (length & 0x7f) | Int(byte(at: start)) << 7
        start += 1
      }
      guard (1...ProductID.maximumByteCount).contains(length) else { throw .invalid(field: "product") }
      guard start + length <= bytes.byteCount else { throw .truncated(field: "products") }
      if index == place { return matches(bytes.extracting(start..<(start + length))) }
      start += length
    }
    return false
  }

  /// The end of the newest purchase, as the summary has it; `Int64.max`: never.
  package func expiresAt() throws(CodecError) -> Int64 {
    var reader = ByteReader(bytes)
    try reader.skip("segments", count: Self.headerByteCount + segmentCount * Self.segmentByteCount)
    for _ in 0..<productCount {
      let length = try reader.length("product")
      try reader.skip("product", count: length)
    }
    let flags = try reader.byte("summary flags")
    guard flags & 2 != 0 else { return .max }
    // Kind, ownership and the product's place.
    try reader.skip("summary", count: 6)
    _ = try reader.signed("signedAt")
    if flags & 1 != 0 { _ = try reader.signed("purchasedAt") }
    return try reader.signed("expiresAt")
  }

  private func byte(at offset: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  private func word(at offset: Int) -> UInt64 {
    UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension ByteWriter {
  mutating func fixed32(_ value: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      byte(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
    }
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  mutating func fixed32(_ field: String) throws(CodecError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 { value = value << 8 | UInt32(try byte(field)) }
    return value
  }
}
