import EntstoreCodec
import EntstoreLMDB

/// Who holds a lineage, as far as the log says.
public struct LineageHolder: Hashable, Sendable {
  public let lineage: Lineage
  /// `nil`: nobody yet.
  public let owner: Subject?
  public let evidence: OwnerEvidence
  /// For whom it opens besides the owner.
  public let members: [Subject]
}

/// Somebody or something that disagrees with who holds a lineage: recorded, never applied.
public struct HolderConflict: Hashable, Sendable {
  public let lineage: Lineage
  /// Who holds it.
  public let owner: Subject?
  public let evidence: OwnerEvidence
  public let cause: Cause

  /// What disagrees.
  public enum Cause: Hashable, Sendable {
    /// `subject` submitted or claimed it. The act says when and why.
    case asked(Subject, LoggedEvent)
    /// A purchase names a token that stands for `subject`.
    case token(AccountToken, Subject)
  }
}

extension Snapshot {
  /// Who holds `lineage`; `nil` for one never seen.
  public func holder(of lineage: Lineage) throws -> LineageHolder? {
    guard let holding = try lineageRecord(lineage)?.holding else { return nil }
    return LineageHolder(
      lineage: lineage, owner: holding.owner, evidence: holding.evidence, members: holding.members)
  }

  /// Whom `token` stands for; `nil` where nobody made it known.
  public func subject(of token: AccountToken) throws -> Subject? {
    try reader.account(token, in: tables)?.subject
  }

  /// Every lineage that nobody holds, in the order of their bytes; lapsed ones too.
  ///
  /// - Complexity: O(log *n*) plus one step for each of them.
  public func forEachUnbound(_ body: (Entitlement) throws -> Void) throws {
    let prefix = Key.entitlementPrefix(nil)
    var cursor = try reader.cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      let lineage = try Key.entitlement(cursor.key).lineage
      let row = try RowRecord(Seal.opened(cursor.value, key: cursor.key, in: tables.entitlements))
      try body(
        Entitlement(
          subject: nil, lineage: lineage, rail: row.rail, schedule: row.schedule, summary: row.summary,
          at: now, catalog: settings.index))
      isThere = try cursor.next()
    }
  }

  /// Every conflict in the store, by lineage.
  ///
  /// - Complexity: O(*n*) for *n* lineages.
  public func forEachConflict(_ body: (HolderConflict) throws -> Void) throws {
    try reader.forEachEntry(of: tables.lineages) { key, payload in
      let record = try LineageRecord(payload)
      if !record.holding.conflicts.isEmpty || !record.holding.otherTokens.isEmpty {
        try conflicts(of: record.holding, of: Key.lineage(in: key, behind: []), body)
      }
    }
  }

  /// What disagrees with who holds `lineage`.
  public func conflicts(of lineage: Lineage) throws -> [HolderConflict] {
    guard let holding = try lineageRecord(lineage)?.holding else { return [] }
    var found: [HolderConflict] = []
    try conflicts(of: holding, of: lineage) { found.append($0) }
    return found
  }

  /// The place in the log of each submit or claim of `lineage` that came to nothing, and who kept it then: what each act came to
  /// when it was made, whoever holds the lineage now.
  ///
  /// - Complexity: O(log *n*) plus O(*k*) for the *k* events of the lineage.
  public func refusals(of lineage: Lineage) throws -> [UInt64: Subject] {
    let derivation = Derivation(tables: tables, settings: settings)
    let holders = try derivation.holders(of: lineage, in: reader)
    guard holders.hasActs else { return [:] }
    return holders.refusals(accounts: try derivation.accounts(of: holders, in: reader))
  }

  private func conflicts(
    of holding: Holding, of lineage: Lineage, _ body: (HolderConflict) throws -> Void
  ) throws {
    func conflict(_ cause: HolderConflict.Cause) -> HolderConflict {
      HolderConflict(lineage: lineage, owner: holding.owner, evidence: holding.evidence, cause: cause)
    }
    for asked in holding.conflicts {
      guard let event = try event(asked.sequence) else {
        throw StoreError.damaged(table: "events", reason: .missing(what: "event \(asked.sequence)"))
      }
      try body(conflict(.asked(asked.subject, event)))
    }
    for token in holding.otherTokens {
      if let known = try subject(of: token) {
        if known != holding.owner { try body(conflict(.token(token, known))) }
      } else if holding.evidence == .knownToken || holding.evidence == .unknownToken {
        // Beside another token an unknown one is a doubt; beside somebody who has signed in it says nothing.
        let itself = Subject(canonical: token.text)
        if itself != holding.owner { try body(conflict(.token(token, itself))) }
      }
    }
  }
}

extension Snapshot {
  /// How many tokens are known, and how many lineages nobody holds.
  ///
  /// - Complexity: O(*n*) for *n* tokens, what waits for one, and unbound lineages, whose rows are not read.
  public func holderCounts() throws -> (tokens: UInt64, unbound: UInt64) {
    var (tokens, unbound): (UInt64, UInt64) = (0, 0)
    try reader.forEachKey(under: [], in: tables.accounts) { key in
      if !key.copied().contains(0) { tokens += 1 }
    }
    try reader.forEachKey(under: Key.entitlementPrefix(nil), in: tables.entitlements) { _ in unbound += 1 }
    return (tokens, unbound)
  }
}
