import EntstoreModel

/// Whom a known token stands for, and since when. docs/format.md §3.7.
extension Account {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 48)
    writer.identifier(subject)
    writer.count(since)
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    self.init(subject: try reader.identifier("subject"), since: try reader.count("sequence"))
    try reader.finish()
  }
}

/// The token that was last minted for a subject. docs/format.md §3.7.
package enum MintedRecord {
  package static func encoded(_ token: AccountToken) -> [UInt8] {
    var writer = ByteWriter(capacity: 48)
    writer.identifier(token)
    return writer.bytes
  }

  package static func token(_ bytes: RawSpan) throws(CodecError) -> AccountToken {
    var reader = ByteReader(bytes)
    let token: AccountToken = try reader.identifier("token")
    try reader.finish()
    return token
  }
}

/// The keys of `accounts`. docs/format.md §2.
///
/// No name contains a NUL, so the four kinds never meet: a token, a token with a lineage behind it, an app transaction with a
/// lineage behind it, and a subject.
extension Key {
  /// Whom `token` stands for.
  package static func account(_ token: AccountToken) -> [UInt8] {
    Array(token.text.utf8)
  }

  /// `lineage` names `token` in a purchase.
  package static func mention(_ token: AccountToken, _ lineage: Lineage) -> [UInt8] {
    mentionPrefix(token) + lineage.text.utf8
  }

  package static func mentionPrefix(_ token: AccountToken) -> [UInt8] {
    Array(token.text.utf8) + [0]
  }

  /// `lineage` is shared with the family member whose app transaction this is.
  package static func familyMember(_ id: AppTransactionID, _ lineage: Lineage) -> [UInt8] {
    familyMemberPrefix(id) + lineage.text.utf8
  }

  package static func familyMemberPrefix(_ id: AppTransactionID) -> [UInt8] {
    [0] + Array(id.text.utf8) + [0]
  }

  /// What all of a family member's keys begin with, where `key` is one of them.
  package static func familyPrefix(in key: [UInt8]) -> [UInt8]? {
    guard key.first == 0, let end = key.dropFirst().firstIndex(of: 0), end > 1 else { return nil }
    return Array(key[...end])
  }

  /// The token last minted for `subject`.
  package static func minted(_ subject: Subject) -> [UInt8] {
    [0, 0] + Array(subject.text.utf8)
  }

  /// The lineage that stands behind a prefix of ``mentionPrefix(_:)`` or ``familyMemberPrefix(_:)``.
  package static func lineage(in key: RawSpan, behind prefix: [UInt8]) throws(CodecError) -> Lineage {
    var reader = ByteReader(key)
    _ = try reader.bytes("prefix", count: prefix.count)
    return try Lineage(stored: try reader.text("lineage", count: reader.remaining), "lineage")
  }
}
