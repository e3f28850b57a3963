import EntstoreModel

/// Who holds a lineage and by what right, and whether it has a row. docs/format.md §3.5.
package struct LineageRecord: Hashable, Sendable {
  package var holding: Holding
  /// False where somebody has asked for a lineage that no event of a store has spoken of yet.
  package var hasRow: Bool

  package init(_ holding: Holding, hasRow: Bool = true) {
    self.holding = holding
    self.hasRow = hasRow
  }

  /// Set beside the evidence where members and conflicts follow; most lineages have neither.
  private static let moreFollows: UInt8 = 0x80
  /// Set beside the evidence where there is no row.
  private static let isRowless: UInt8 = 0x40

  package func encoded() -> [UInt8] {
    let more = !holding.members.isEmpty || !holding.conflicts.isEmpty
    var writer = ByteWriter(capacity: 48)
    writer.byte(holding.evidence.rawValue | (more ? Self.moreFollows : 0) | (hasRow ? 0 : Self.isRowless))
    if let owner = holding.owner { writer.identifier(owner) }
    writer.count(holding.otherTokens.count)
    for token in holding.otherTokens { writer.identifier(token) }
    guard more else { return writer.bytes }
    writer.count(holding.members.count)
    for member in holding.members { writer.identifier(member) }
    writer.count(holding.conflicts.count)
    for conflict in holding.conflicts {
      writer.byte(conflict.kind.rawValue)
      writer.identifier(conflict.subject)
      writer.count(conflict.sequence)
    }
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    let first = try reader.byte("evidence")
    guard let evidence = OwnerEvidence(rawValue: first & 0x3f) else { throw .invalid(field: "evidence") }
    var holding = Holding(evidence: evidence)
    if evidence != .none { holding.owner = try reader.identifier("owner") }
    for _ in 0..<(try reader.length("token count")) {
      holding.otherTokens.append(try reader.identifier("token"))
    }
    if first & Self.moreFollows != 0 {
      holding.members = try reader.members()
      holding.conflicts = try reader.conflicts()
      guard !holding.members.isEmpty || !holding.conflicts.isEmpty else { throw .invalid(field: "evidence") }
    }
    try reader.finish()
    self.init(holding, hasRow: first & Self.isRowless == 0)
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  fileprivate mutating func members() throws(CodecError) -> [Subject] {
    var members: [Subject] = []
    for _ in 0..<(try length("member count")) {
      let member: Subject = try identifier("member")
      if let last = members.last, last >= member { throw .invalid(field: "member") }
      members.append(member)
    }
    return members
  }

  @_lifetime(self: copy self)
  fileprivate mutating func conflicts() throws(CodecError) -> [CustodyConflict] {
    var conflicts: [CustodyConflict] = []
    for _ in 0..<(try length("conflict count")) {
      let kind = try choice("conflict", of: CustodyAct.Kind.self)
      conflicts.append(
        CustodyConflict(
          subject: try identifier("claimant"), kind: kind, sequence: try count("sequence")))
    }
    return conflicts
  }
}
