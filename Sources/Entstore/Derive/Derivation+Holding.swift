import EntstoreCodec
import EntstoreLMDB

extension Derivation {
  /// Who holds `lineage` now, with the fold that tells; `nil` if nothing has been said of it.
  func holders(of lineage: Lineage, in reader: Reader) throws -> HoldingFold {
    var holders = HoldingFold()
    try reader.forEachTimelineEntry(of: lineage, in: tables.timeline) { _, record in holders.apply(record) }
    return holders
  }

  /// The tokens of `holders` that are known.
  func accounts(of holders: HoldingFold, in reader: Reader) throws -> [AccountToken: Account] {
    var accounts: [AccountToken: Account] = [:]
    for token in holders.tokens { accounts[token] = try reader.account(token, in: tables) }
    return accounts
  }

  func held(_ lineage: Lineage, by holders: HoldingFold, row: RowRecord?, in reader: Reader) throws -> Outcome
  {
    let accounts = try accounts(of: holders, in: reader)
    var outcome = Outcome(holding: holders.holding(accounts: accounts, policy: identity), row: row)
    if identity.knownTokensOnly {
      for token in holders.tokens { outcome.mentions[Key.mention(token, lineage)] = [] }
    }
    let pairing = holders.pairing(accounts: accounts)
    for id in holders.appTransactions {
      outcome.mentions[Key.familyMember(id, lineage)] = pairing?.encoded() ?? []
    }
    if outcome.holding.owner == nil, let member = try member(of: holders.appTransactions, in: reader) {
      (outcome.holding.owner, outcome.holding.evidence) = (member, .familyMember)
      outcome.holding.settle()
    }
    return outcome
  }

  /// The family member whose app transaction an act has paired elsewhere. Weak: any act about this lineage comes before it.
  private func member(of ids: [AppTransactionID], in reader: Reader) throws -> Subject? {
    for id in ids {
      var first: Account?
      var cursor = try reader.cursor(in: tables.accounts.engine)
      let prefix = Key.familyMemberPrefix(id)
      var isThere = try cursor.seek(to: prefix.rawSpan)
      while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
        let payload = try Seal.opened(cursor.value, key: cursor.key, in: tables.accounts)
        if payload.byteCount > 0 {
          let account = try Account(payload)
          if account.since < first?.since ?? .max { first = account }
        }
        isThere = try cursor.next()
      }
      if let first { return first.subject }
    }
    return nil
  }
}
