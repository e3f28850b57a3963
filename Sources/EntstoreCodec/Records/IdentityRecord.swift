import EntstoreModel

/// Acts about who a subject is and what they hold. docs/format.md §3.4.
extension ByteWriter {
  mutating func identity(_ policy: IdentityPolicy) {
    byte(policy.restore.rawValue)
    byte(policy.knownTokensOnly ? 1 : 0)
  }

  mutating func account(_ act: AccountAct) {
    byte(act.isMinted ? 1 : 0)
    identifier(act.token)
    identifier(act.subject)
  }

  mutating func custody(_ act: CustodyAct) {
    byte(act.from == nil ? 0 : 1)
    byte(act.kind.rawValue)
    identifier(act.lineage)
    identifier(act.subject)
    if let from = act.from { identifier(from) }
    text(act.reason ?? "")
  }

  mutating func grant(_ grant: Grant) {
    byte((grant.until == nil ? 0 : 1) | (grant.isTrial ? 2 : 0))
    identifier(grant.lineage)
    identifier(grant.subject)
    identifier(grant.key)
    instant(grant.from)
    if let until = grant.until { instant(until) }
    text(grant.reason ?? "")
  }

  mutating func grantRevocation(_ revocation: GrantRevocation) {
    identifier(revocation.lineage)
    instant(revocation.at)
    text(revocation.reason ?? "")
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  mutating func identity() throws(CodecError) -> IdentityPolicy {
    IdentityPolicy(
      restore: try choice("restore", of: RestorePolicy.self), knownTokensOnly: try bool("knownTokensOnly"))
  }

  @_lifetime(self: copy self)
  mutating func account() throws(CodecError) -> AccountAct {
    let isMinted = try bool("isMinted")
    return AccountAct(
      token: try identifier("token"), subject: try identifier("subject"), isMinted: isMinted)
  }

  @_lifetime(self: copy self)
  mutating func custody() throws(CodecError) -> CustodyAct {
    let flags = try byte("custody flags")
    guard flags < 2 else { throw .invalid(field: "custody flags") }
    let kind = try choice("custody", of: CustodyAct.Kind.self)
    return CustodyAct(
      lineage: try identifier("lineage"), subject: try identifier("subject"), kind: kind,
      from: flags & 1 != 0 ? try identifier("from") : nil, reason: try reason())
  }

  @_lifetime(self: copy self)
  mutating func grant() throws(CodecError) -> Grant {
    let flags = try byte("grant flags")
    guard flags < 4 else { throw .invalid(field: "grant flags") }
    return Grant(
      lineage: try identifier("lineage"), subject: try identifier("subject"), key: try identifier("key"),
      from: try instant("from"), until: flags & 1 != 0 ? try instant("until") : nil,
      isTrial: flags & 2 != 0, reason: try reason())
  }

  @_lifetime(self: copy self)
  mutating func grantRevocation() throws(CodecError) -> GrantRevocation {
    GrantRevocation(lineage: try identifier("lineage"), at: try instant("at"), reason: try reason())
  }

  /// Nobody gives an empty reason; it stands for none.
  @_lifetime(self: copy self)
  mutating func reason() throws(CodecError) -> String? {
    let text = try text("reason")
    return text.isEmpty ? nil : text
  }

  @_lifetime(self: copy self)
  private mutating func bool(_ field: String) throws(CodecError) -> Bool {
    switch try byte(field) {
    case 0: false
    case 1: true
    default: throw .invalid(field: field)
    }
  }
}

extension IdentityPolicy {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 2)
    writer.identity(self)
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    self = try reader.identity()
    try reader.finish()
  }
}
