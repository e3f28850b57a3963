import EntstoreModel

/// One event's facts about one lineage, at their place in its timeline. docs/format.md §3.2.
package struct TimelineRecord: Hashable, Sendable {
  package var sequence: UInt64
  package var rail: Rail
  package var facts: LineageFacts

  package init(sequence: UInt64, rail: Rail, facts: LineageFacts) {
    self.sequence = sequence
    self.rail = rail
    self.facts = facts
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.count(sequence)
    writer.byte(rail.rawValue)
    writer.facts(facts)
    return writer.bytes
  }

  /// - Parameter lineage: The one in the record's key.
  package init(_ bytes: RawSpan, lineage: Lineage) throws(CodecError) {
    var reader = ByteReader(bytes)
    sequence = try reader.count("sequence")
    rail = try reader.choice("rail", of: Rail.self)
    facts = try reader.facts(of: lineage)
    try reader.finish()
  }
}
