import EntstoreModel

/// Who owns a lineage, and by what evidence. docs/format.md §3.5.
package struct LineageRecord: Hashable, Sendable {
  /// `nil`: nobody yet; the lineage keeps its events and its row under the empty subject.
  package var owner: Subject?
  /// Tokens that disagree with the owner, in fold order of their first mention: recorded, never applied.
  package var otherTokens: [AccountToken]

  package init(owner: Subject?, otherTokens: [AccountToken]) {
    self.owner = owner
    self.otherTokens = otherTokens
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 48)
    writer.byte(owner == nil ? 0 : 1)
    if let owner { writer.identifier(owner) }
    writer.count(otherTokens.count)
    for token in otherTokens { writer.identifier(token) }
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    switch try reader.byte("evidence") {
    case 0: owner = nil
    case 1: owner = try reader.identifier("owner")
    default: throw .invalid(field: "evidence")
    }
    otherTokens = []
    for _ in 0..<(try reader.length("token count")) { otherTokens.append(try reader.identifier("token")) }
    try reader.finish()
  }
}
