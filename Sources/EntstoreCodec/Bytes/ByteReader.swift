import EntstoreModel

/// Why bytes are not what they should be. The bytes were checked against their checksum before, so this names a fault of the
/// program that wrote them, or a record of a newer version.
package enum CodecError: Error, Hashable, Sendable {
  /// The record ends inside `field`.
  case truncated(field: StaticName)
  /// `field` holds a value that means nothing here.
  case invalid(field: StaticName)
  /// There are bytes behind the last field.
  case trailingBytes(count: Int)

  /// The name of a field, as docs/format.md gives it.
  package typealias StaticName = String
}

/// Reads values from a run of bytes; the reverse of ``ByteWriter``.
package struct ByteReader: ~Escapable {
  private let bytes: RawSpan
  private(set) var offset = 0

  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) {
    self.bytes = bytes
  }

  package var remaining: Int { bytes.byteCount - offset }

  /// - Precondition: So many bytes remain.
  @_lifetime(self: copy self)
  mutating func skip(_ count: Int) {
    precondition(count <= remaining, "bytes that are passed over are there")
    offset += count
  }

  /// - Throws: ``CodecError/trailingBytes(count:)`` unless everything has been read.
  package func finish() throws(CodecError) {
    if remaining != 0 { throw .trailingBytes(count: remaining) }
  }

  @_lifetime(self: copy self)
  package mutating func byte(_ field: String) throws(CodecError) -> UInt8 {
    guard remaining >= 1 else { throw .truncated(field: field) }
    defer { offset += 1 }
    return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  @_lifetime(self: copy self)
  package mutating func fixed(_ field: String) throws(CodecError) -> UInt64 {
    guard remaining >= 8 else { throw .truncated(field: field) }
    defer { offset += 8 }
    return UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @_lifetime(self: copy self)
  package mutating func fixedInstant(_ field: String) throws(CodecError) -> Instant {
    Instant(epochMilliseconds: Int64(bitPattern: try fixed(field) ^ (1 << 63)))
  }

  @_lifetime(self: copy self)
  package mutating func digest(_ field: String) throws(CodecError) -> EventDigest {
    EventDigest(high: try fixed(field), low: try fixed(field))
  }

  @_lifetime(self: copy self)
  package mutating func count(_ field: String) throws(CodecError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte(field)
      // More than 64 bits, or a byte that adds nothing: a number has one form only.
      if (shift == 63 && next > 1) || (shift > 0 && next == 0) { throw .invalid(field: field) }
      value |= UInt64(next & 0x7f) << shift
      if next & 0x80 == 0 { return value }
      shift += 7
    }
  }

  /// A count of things that take at least one byte each, so a greater one than what remains cannot be right.
  @_lifetime(self: copy self)
  package mutating func length(_ field: String) throws(CodecError) -> Int {
    let value = try count(field)
    guard value <= UInt64(remaining) else { throw .truncated(field: field) }
    return Int(value)
  }

  @_lifetime(self: copy self)
  package mutating func signed(_ field: String) throws(CodecError) -> Int64 {
    let folded = try count(field)
    return Int64(bitPattern: (folded >> 1) ^ (0 &- (folded & 1)))
  }

  @_lifetime(self: copy self)
  package mutating func instant(_ field: String) throws(CodecError) -> Instant {
    Instant(epochMilliseconds: try signed(field))
  }

  @_lifetime(self: copy self)
  package mutating func bytes(_ field: String, count: Int) throws(CodecError) -> [UInt8] {
    guard remaining >= count else { throw .truncated(field: field) }
    defer { offset += count }
    return unsafe bytes.extracting(offset..<(offset + count)).withUnsafeBytes { unsafe Array($0) }
  }

  @_lifetime(self: copy self)
  package mutating func skip(_ field: String, count: Int) throws(CodecError) {
    guard remaining >= count else { throw .truncated(field: field) }
    offset += count
  }

  @_lifetime(self: copy self)
  package mutating func blob(_ field: String) throws(CodecError) -> [UInt8] {
    try bytes(field, count: try length(field))
  }

  @_lifetime(self: copy self)
  package mutating func text(_ field: String) throws(CodecError) -> String {
    let count = try length(field)
    return try text(field, count: count)
  }

  @_lifetime(self: copy self)
  package mutating func text(_ field: String, count: Int) throws(CodecError) -> String {
    guard count >= 0, remaining >= count else { throw .truncated(field: field) }
    let place = bytes.extracting(offset..<(offset + count))
    guard let text = place.hasOnlyLetters ? place.textOfASCII : place.validatedText else {
      throw .invalid(field: field)
    }
    offset += count
    return text
  }

  @_lifetime(self: copy self)
  package mutating func identifier<Kind>(_ field: String) throws(CodecError) -> Identifier<Kind> {
    try identifier(field, like: nil)
  }

  /// An identifier that is often the same as `known`: then no other text is made.
  @_lifetime(self: copy self)
  mutating func identifier<Kind>(
    _ field: String, like known: Identifier<Kind>?
  ) throws(CodecError) -> Identifier<Kind> {
    let count = try length(field)
    let place = bytes.extracting(offset..<(offset + count))
    if let known, unsafe known.text.utf8Span.span.bytes.isEqual(to: place) {
      offset += count
      return known
    }
    if (1...Identifier<Kind>.maximumByteCount).contains(count), place.hasOnlyLetters,
      let text = place.textOfASCII
    {
      offset += count
      return Identifier(canonical: text)
    }
    return try Identifier(stored: try text(field, count: count), field)
  }

  /// A text that a NUL ends, as keys hold it.
  @_lifetime(self: copy self)
  package mutating func terminatedText(_ field: String) throws(CodecError) -> String {
    var end = offset
    while end < bytes.byteCount, unsafe bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self) != 0 {
      end += 1
    }
    guard end < bytes.byteCount else { throw .truncated(field: field) }
    let value = try text(field, count: end - offset)
    offset += 1
    return value
  }

  /// One of an enum's raw values.
  @_lifetime(self: copy self)
  package mutating func choice<Choice: RawRepresentable>(_ field: String, of: Choice.Type) throws(CodecError)
    -> Choice
  where Choice.RawValue == UInt8 {
    guard let choice = Choice(rawValue: try byte(field)) else { throw .invalid(field: field) }
    return choice
  }
}

extension Identifier {
  /// A text that was stored as an identifier. A NUL inside would end it early in every key made of it.
  init(stored text: String, _ field: String) throws(CodecError) {
    self.init(canonical: text)
    let bytes = unsafe text.utf8Span.span.bytes
    guard (1...Self.maximumByteCount).contains(bytes.byteCount),
      bytes.hasOnlyLetters || !bytes.containsNUL
    else { throw .invalid(field: field) }
  }
}
