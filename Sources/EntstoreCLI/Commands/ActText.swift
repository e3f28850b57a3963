import Entstore

/// An act of the log in words for people and in parts for programs. What a submit or claim came to follows from the acts before
/// it, and is told by who reads it.
struct ActText {
  /// What kind of act: "claim".
  let name: String
  /// "claimed by ben".
  let phrase: String
  let subject: Subject?
  let reason: String?
  let lineage: Lineage?
  let token: AccountToken?
  let key: EntitlementKey?
  let from: Instant?
  let until: Instant?
  /// From whom a transfer or restore moved the lineage.
  let movedFrom: Subject?
  /// What a submit or claim came to: "bound" or "conflict".
  let outcome: String?
  /// What stands behind the lineage or the token where the act is told: dates, values.
  private let more: String?

  /// The act of an event; `nil` for an event of a store.
  ///
  /// - Parameter keeper: Who kept the lineage from whoever asked for it by this act.
  init?(_ draft: EventDraft, keeper: Subject? = nil) {
    guard let act = draft.act else { return nil }
    switch act {
    case .catalog(let catalog):
      let keys = catalog.entitlements.count
      self.init("catalog", "catalog set: \(counted(keys, "key"))")
    case .policy(let policy):
      let values = [
        ("renewalLeeway", policy.renewalLeeway), ("soak", policy.soak),
        ("graceFallback", policy.graceFallback),
        ("earlyCharge", policy.earlyCharge), ("retryWindow", policy.retryWindow),
      ].map { "\($0) \(Term.text($1))" }
      self.init("policy", "policy set", more: values.joined(separator: ", "))
    case .identity(let policy):
      self.init(
        "identity", "identity policy set",
        more: "restore \(policy.restore), knownTokensOnly \(policy.knownTokensOnly ? "yes" : "no")")
    case .account(let act):
      self.init(
        "token", "token \(act.isMinted ? "minted" : "mapped") for \(act.subject)", subject: act.subject,
        token: act.token)
    case .custody(let act):
      self.init(
        "\(act.kind)", Self.phrase(act, keeper), subject: act.subject, reason: act.reason,
        lineage: act.lineage,
        movedFrom: act.from, outcome: act.isAsking ? (keeper == nil ? "bound" : "conflict") : nil)
    case .grant(let grant):
      self.init(
        grant.isTrial ? "trial" : "grant",
        grant.isTrial ? "trial for \(grant.subject)" : "granted to \(grant.subject)", subject: grant.subject,
        reason: grant.reason, lineage: grant.lineage, grant: grant)
    case .grantRevoked(let revocation):
      self.init(
        "grantRevoked", "grant taken back", reason: revocation.reason, lineage: revocation.lineage)
    case .erasure(let erasure):
      self.init(
        "erasure", "a person erased", reason: erasure.reason,
        more: "\(counted(erasure.erased.count, "event")) gone, \(erasure.redacted.count) under a pseudonym")
    }
  }

  private init(
    _ name: String, _ phrase: String, subject: Subject? = nil, reason: String? = nil, lineage: Lineage? = nil,
    token: AccountToken? = nil, grant: Grant? = nil, movedFrom: Subject? = nil, outcome: String? = nil,
    more: String? = nil
  ) {
    self.name = name
    self.phrase = phrase
    self.subject = subject
    self.reason = reason
    self.lineage = lineage
    self.token = token
    key = grant?.key
    from = grant?.from
    until = grant?.until
    self.movedFrom = movedFrom
    self.outcome = outcome
    let dates = grant.map { grant in
      "from \(TimeText.text(grant.from)), "
        + (grant.until.map { "until \(TimeText.text($0))" } ?? "without an end")
    }
    self.more = more ?? dates
  }

  private static func phrase(_ act: CustodyAct, _ keeper: Subject?) -> String {
    if act.isAsking, let keeper { return "\(act.kind) by \(act.subject) refused: \(keeper) keeps it" }
    // Who held it by a token and holds it by the act now has it from nobody.
    let from = act.from.flatMap { $0 == act.subject ? nil : " from \($0)" } ?? ""
    return switch act.kind {
    case .submit: "submitted by \(act.subject)"
    case .claim: "claimed by \(act.subject)"
    case .transfer: "transferred to \(act.subject)\(from)"
    case .restore: "restored to \(act.subject)\(from)"
    case .share: "shared with \(act.subject)"
    case .unshare: "no longer shared with \(act.subject)"
    }
  }

  /// What it was about and why, on a line of its own.
  var detail: String? {
    // The name of a grant says what it is.
    let isGrant = key != nil || name == "grantRevoked"
    let object = lineage.map { isGrant ? $0.text : "lineage \($0)" } ?? token.map { "token \($0)" }
    let about = [object, more].compactMap { $0 }.joined(separator: ", ")
    let parts = [about.isEmpty ? nil : about, reason].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}

extension CustodyAct {
  /// Whether somebody asks by it, and may be refused.
  fileprivate var isAsking: Bool { kind == .submit || kind == .claim }
}
