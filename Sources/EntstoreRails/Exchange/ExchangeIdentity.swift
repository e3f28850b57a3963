import EntstoreModel

/// How a store finds out whose a purchase is, in an exchange line.
struct ExchangeIdentity: Codable {
  var restore: String
  var knownTokensOnly: Bool

  init(_ policy: IdentityPolicy) {
    restore = "\(policy.restore)"
    knownTokensOnly = policy.knownTokensOnly
  }

  func policy() throws -> IdentityPolicy {
    IdentityPolicy(
      restore: try choice(restore, "act.identity.restore"), knownTokensOnly: knownTokensOnly)
  }
}

/// A token made known, in an exchange line.
struct ExchangeAccount: Codable {
  var token: String
  var subject: String
  var isMinted: Bool

  init(_ act: AccountAct) {
    token = act.token.text
    subject = act.subject.text
    isMinted = act.isMinted
  }

  func act() throws -> AccountAct {
    AccountAct(token: try AccountToken(token), subject: try Subject(subject), isMinted: isMinted)
  }
}

/// Who holds a lineage, in an exchange line.
struct ExchangeCustody: Codable {
  var kind: String
  var lineage: String
  var subject: String
  var from: String?
  var reason: String?

  init(_ act: CustodyAct) {
    kind = "\(act.kind)"
    lineage = act.lineage.text
    subject = act.subject.text
    from = act.from?.text
    reason = act.reason
  }

  func act() throws -> CustodyAct {
    CustodyAct(
      lineage: try Lineage(lineage), subject: try Subject(subject),
      kind: try choice(kind, "act.custody.kind"), from: try from.map { try Subject($0) }, reason: reason.given
    )
  }
}

/// Access that no store sold, in an exchange line.
struct ExchangeGrant: Codable {
  var lineage: String
  var subject: String
  var key: String
  var from: Int64
  var until: Int64?
  var isTrial: Bool
  var reason: String?

  init(_ grant: Grant) {
    lineage = grant.lineage.text
    subject = grant.subject.text
    key = grant.key.text
    from = grant.from.epochMilliseconds
    until = grant.until?.epochMilliseconds
    isTrial = grant.isTrial
    reason = grant.reason
  }

  func grant() throws -> Grant {
    Grant(
      lineage: try Lineage(lineage), subject: try Subject(subject), key: try EntitlementKey(key),
      from: from.instant, until: until?.instant, isTrial: isTrial, reason: reason.given)
  }
}

/// The end of a grant, in an exchange line.
struct ExchangeGrantRevocation: Codable {
  var lineage: String
  var at: Int64
  var reason: String?

  init(_ revocation: GrantRevocation) {
    lineage = revocation.lineage.text
    at = revocation.at.epochMilliseconds
    reason = revocation.reason
  }

  func revocation() throws -> GrantRevocation {
    GrantRevocation(lineage: try Lineage(lineage), at: at.instant, reason: reason.given)
  }
}

extension String? {
  /// An empty reason stands for none, as in the store.
  var given: String? { self == "" ? nil : self }
}
