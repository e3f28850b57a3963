import EntstoreModel

extension Oracle {
  /// §2: one event after the other, in order. Every purchase copy takes part; the rest
  /// only if signed by then.
  static func fold(
    _ events: [OracleEvent], asOf: Instant, policy: Policy, terms: [ProductID: TimeSpan]
  ) -> OracleState {
    var state = OracleState(asOf: asOf, policy: policy, terms: terms)
    for (place, event) in events.enumerated() { state.fold(event, place: place) }
    return state
  }
}

extension OracleState {
  fileprivate mutating func fold(_ event: OracleEvent, place: Int) {
    let facts = event.facts
    let counts = event.signedAt <= asOf
    let graceBefore = grace
    let wasKnownOff = renewal?.willAutoRenew == false

    if let copy = facts.purchase { take(copy, of: facts, place: place) }
    guard counts else { return }
    close(facts)
    if let fact = facts.renewal { replaceRenewal(by: fact, status: facts.status) }
    if let stated = facts.expiryReason { reason = stated }
    guard let status = facts.status else { return }
    self.status = status
    switch status {
    case .expired, .billingRetry:
      end(at: event.signedAt, graceBefore: graceBefore, wasKnownOff: wasKnownOff)
    case .active, .grace: resume(status, facts.renewal, at: event.signedAt)
    case .revoked: revokeNewest(at: event.signedAt)
    case .paused, .pending: break  // §9: says what the answer is, and forgets nothing.
    }
  }

  /// §2 step 1.
  private mutating func take(_ copy: PurchaseFact, of facts: LineageFacts, place: Int) {
    if copy.kind == .consumable { return }  // §1: recorded, and opens nothing.
    let newestBefore = newest?.id
    seen[copy.purchase, default: [:]][copy.transaction, default: []].append(Seen(copy: copy, place: place))
    let ofThisLine = seen[copy.purchase]?[copy.transaction] ?? []
    kept[copy.purchase, default: [:]][copy.transaction] = chosen(of: ofThisLine)
    liftRevocation(copy, status: facts.status)
    // "If this event's purchase has become the newest in place of another …"
    guard let newestBefore, let newestNow = newest?.id, newestNow != newestBefore,
      newestNow == copy.purchase
    else { return }
    renewal = nil
    status = nil
    grace = nil
    over = nil
    reason = nil
    stated = nil
  }

  /// §4: the newest signed by T, or, if none was, the oldest signed after it, of those that exist at T.
  private func chosen(of copies: [Seen]) -> Seen? {
    let existing = copies.filter { min($0.copy.purchasedAt, $0.copy.clock) <= asOf }
    let signed = existing.filter { $0.copy.clock <= asOf }
    if !signed.isEmpty { return signed.max { ($0.copy.clock, $0.place) < ($1.copy.clock, $1.place) } }
    return existing.min { ($0.copy.clock, $0.place) < ($1.copy.clock, $1.place) }
  }

  /// §2, status 5: "A later copy without revocation lifts that, unless its event says 2, 3 or 5."
  private mutating func liftRevocation(_ copy: PurchaseFact, status: StoreStatus?) {
    guard let since = revokedByStatus[copy.purchase], copy.revokedAt == nil else { return }
    guard copy.clock > since, copy.clock <= asOf else { return }
    if status == .expired || status == .billingRetry || status == .revoked { return }
    revokedByStatus[copy.purchase] = nil
  }

  /// §9: ended, taken back, void.
  private mutating func close(_ facts: LineageFacts) {
    switch facts.ending {
    case .ended(let at, let reason)?: ended = (at, reason)
    case .takenBack?: ended = nil
    case nil: break
    }
    if let void = facts.void {
      voided[void.purchase] = min(voided[void.purchase] ?? .greatest, void.at)
    }
  }

  /// §2 step 2.
  private mutating func replaceRenewal(by fact: RenewalFact, status stated: StoreStatus?) {
    renewal = fact
    if let date = fact.graceUntil {
      grace = date
    } else if (stated ?? status) != .grace {
      grace = nil
    }
  }

  /// §2 step 3, 2 or 3.
  private mutating func end(at signedAt: Instant, graceBefore: Instant?, wasKnownOff: Bool) {
    grace = nil
    stated = nil
    if over != nil { return }
    let leeway = wasKnownOff ? TimeSpan.seconds(0) : policy.renewalLeeway
    let last = [latestEnd, graceBefore].compactMap(\.self).max()
    let inTime = last.map { signedAt <= $0.advanced(by: leeway) } ?? false
    over = Over(since: signedAt, isSoakDue: inTime && reason != .voluntary)
  }

  /// §2 step 3, 1 or 4.
  private mutating func resume(_ status: StoreStatus, _ fact: RenewalFact?, at signedAt: Instant) {
    over = nil
    reason = nil
    stated = nil
    if status == .grace, grace == nil {
      let atLeast = signedAt.advanced(by: policy.renewalLeeway)
      grace = latestEnd.map { max($0.advanced(by: policy.graceFallback), atLeast) } ?? atLeast
    }
    if status == .active, let product = fact?.product, let date = fact?.renewalDate {
      stated = Stated(product: product, until: date, begun: signedAt)
    }
  }

  /// §2 step 3, 5.
  private mutating func revokeNewest(at signedAt: Instant) {
    stated = nil
    guard let newest, newest.revokedAt == nil else { return }
    revokedByStatus[newest.id] = signedAt
  }
}
