import EntstoreModel

/// What one event says about one lineage, at its place in its timeline. docs/format.md §3.2.
package struct TimelineRecord: Hashable, Sendable {
  package var sequence: UInt64
  package var rail: Rail
  /// Who comes to hold the lineage; only acts say that.
  package var custody: Custody?
  /// Empty where the event says only who holds the lineage.
  package var facts: LineageFacts

  /// What an act does to who holds the lineage.
  package struct Custody: Hashable, Sendable {
    package var kind: CustodyKind
    package var subject: Subject

    package init(kind: CustodyKind, subject: Subject) {
      self.kind = kind
      self.subject = subject
    }
  }

  package init(sequence: UInt64, rail: Rail, facts: LineageFacts, custody: Custody? = nil) {
    self.sequence = sequence
    self.rail = rail
    self.facts = facts
    self.custody = custody
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.count(sequence)
    writer.byte(rail.rawValue)
    writer.facts(facts, custody: custody)
    return writer.bytes
  }

  /// - Parameters:
  ///   - lineage: The one in the record's key.
  ///   - before: Another entry of the lineage, most often of the same product and owner, whose names are used again.
  package init(
    _ bytes: RawSpan, lineage: Lineage, like before: TimelineRecord? = nil
  ) throws(CodecError) {
    var reader = ByteReader(bytes)
    sequence = try reader.count("sequence")
    rail = try reader.choice("rail", of: Rail.self)
    (facts, custody) = try reader.factsAndCustody(of: lineage, like: before?.facts)
    try reader.finish()
  }
}
