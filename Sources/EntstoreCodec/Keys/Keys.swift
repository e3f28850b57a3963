import EntstoreModel

/// The keys of every table: bytes whose order is the model's order. docs/format.md §2.
package enum Key {
  package static func event(_ sequence: UInt64) -> [UInt8] {
    var writer = ByteWriter(capacity: 8)
    writer.fixed(sequence)
    return writer.bytes
  }

  package static func sequence(_ key: RawSpan) throws(CodecError) -> UInt64 {
    var reader = ByteReader(key)
    let sequence = try reader.fixed("sequence")
    try reader.finish()
    return sequence
  }

  package static func date(_ position: EventPosition) -> [UInt8] {
    var writer = ByteWriter(capacity: 25)
    writer.position(position)
    return writer.bytes
  }

  package static func date(_ key: RawSpan) throws(CodecError) -> EventPosition {
    var reader = ByteReader(key)
    let position = try reader.position()
    try reader.finish()
    return position
  }

  package static func timeline(_ lineage: Lineage, _ position: EventPosition) -> [UInt8] {
    var writer = ByteWriter(capacity: lineage.text.utf8.count + 26)
    writer.terminated(lineage.text)
    writer.position(position)
    return writer.bytes
  }

  package static func timeline(_ key: RawSpan) throws(CodecError) -> (
    lineage: Lineage, position: EventPosition
  ) {
    var reader = ByteReader(key)
    let lineage = try Lineage(stored: try reader.terminatedText("lineage"), "lineage")
    let position = try reader.position()
    try reader.finish()
    return (lineage, position)
  }

  /// The rest of a key in `timeline` that begins with `prefix`.
  package static func position(in key: RawSpan, behind prefix: [UInt8]) throws(CodecError) -> EventPosition {
    var reader = ByteReader(key.extracting(prefix.count..<key.byteCount))
    let position = try reader.position()
    try reader.finish()
    return position
  }

  /// What every key of `lineage` in `timeline` begins with.
  package static func timelinePrefix(_ lineage: Lineage) -> [UInt8] {
    Array(lineage.text.utf8) + [0]
  }

  package static func lineage(_ lineage: Lineage) -> [UInt8] {
    Array(lineage.text.utf8)
  }

  /// Unbound lineages stand under the empty subject.
  package static func entitlement(_ subject: Subject?, _ lineage: Lineage) -> [UInt8] {
    var writer = ByteWriter(capacity: 64)
    writer.terminated(subject?.text ?? "")
    writer.raw(lineage.text.utf8)
    return writer.bytes
  }

  package static func entitlement(_ key: RawSpan) throws(CodecError) -> (subject: Subject?, lineage: Lineage)
  {
    var reader = ByteReader(key)
    return try reader.holder()
  }

  /// What every row of `subject` begins with.
  package static func entitlementPrefix(_ subject: Subject?) -> [UInt8] {
    Array((subject?.text ?? "").utf8) + [0]
  }

  package static func deadline(_ instant: Instant, _ subject: Subject?, _ lineage: Lineage) -> [UInt8] {
    var writer = ByteWriter(capacity: 72)
    writer.fixed(instant)
    writer.raw(entitlement(subject, lineage))
    return writer.bytes
  }

  package static func deadline(
    _ key: RawSpan
  ) throws(CodecError) -> (instant: Instant, subject: Subject?, lineage: Lineage) {
    var reader = ByteReader(key)
    let instant = try reader.fixedInstant("instant")
    let (subject, lineage) = try reader.holder()
    return (instant, subject, lineage)
  }
}

extension ByteWriter {
  mutating func terminated(_ text: String) {
    raw(text.utf8)
    byte(0)
  }

  package mutating func position(_ position: EventPosition) {
    fixed(position.signedAt)
    byte(position.rank)
    fixed(position.digest)
  }
}

extension ByteReader {
  /// A subject, or nobody, and up to the end a lineage.
  @_lifetime(self: copy self)
  mutating func holder() throws(CodecError) -> (subject: Subject?, lineage: Lineage) {
    let subject = try terminatedText("subject")
    let lineage = try text("lineage", count: remaining)
    return (
      subject.isEmpty ? nil : try Subject(stored: subject, "subject"),
      try Lineage(stored: lineage, "lineage")
    )
  }

  @_lifetime(self: copy self)
  package mutating func position() throws(CodecError) -> EventPosition {
    EventPosition(
      signedAt: try fixedInstant("signedAt"), rank: try byte("rank"), digest: try digest("event digest"))
  }
}
