import EntstoreModel

extension OracleState {
  /// §4.
  func answer(at instant: Instant) -> OracleAnswer {
    let known = purchases
    // Step 1: a stated period that matches no known purchase counts as one, the newest.
    let stated = statedPurchase(known)
    let all = known + (stated.map { [$0] } ?? [])
    let newest = stated ?? newest
    if status == .pending {  // §9: opens nothing, whether or not a purchase is known yet.
      return OracleAnswer(
        status: .pending, isEntitled: false, product: newest?.product, reason: .none)
    }
    guard let newest else { return .none }
    let ends = all.map { end(of: $0, among: all) }

    // Step 2: the product of the earliest-begun purchase that still runs.
    let running = all.indices.filter { instant < ends[$0] }
    if let first = running.min(by: { all[$0].begun < all[$1].begun }) {
      let reason: AccessReason = ends[first] == .greatest ? .lifetime : .paid
      return OracleAnswer(
        status: .active, isEntitled: true, product: all[first].product, reason: reason)
    }
    // Step 3: at once, no grace, no soak.
    if let revokedAt = newest.revokedAt, revokedAt <= instant {
      if newest.ownership == .familyShared { return closed(.revoked, newest, .familyRevoked) }
      return closed(.refunded, newest, .refunded)
    }
    // §9: no grace, no tail, no retry.
    if let ended { return closed(.expired, newest, AccessReason(ended.reason)) }
    if status == .paused { return closed(.paused, newest, .none) }  // §9: no grace, no tail.

    // Step 4: the grace date.
    let lastPaid = ends.max()!
    var last = lastPaid
    if let grace, grace > last {
      if instant < grace {
        return OracleAnswer(status: .grace, isEntitled: true, product: newest.product, reason: .grace)
      }
      last = grace
    }
    // Step 5: the tail.
    if let (until, reason) = tail(of: newest, after: last), instant < until {
      return OracleAnswer(status: .active, isEntitled: true, product: newest.product, reason: reason)
    }
    // Step 6: no access.
    let isRetrying = status == .billingRetry || status == .grace || over == nil && renewal?.isRetrying == true
    if isRetrying && instant < lastPaid.advanced(by: policy.retryWindow) {
      return closed(.billingRetry, newest, .billingRetry)
    }
    return closed(.expired, newest, reason.map { AccessReason($0) } ?? .lapsed)
  }

  private func closed(
    _ status: AccessStatus, _ newest: OraclePurchase, _ reason: AccessReason
  ) -> OracleAnswer {
    OracleAnswer(status: status, isEntitled: false, product: newest.product, reason: reason)
  }

  /// §4 step 1.
  private func statedPurchase(_ known: [OraclePurchase]) -> OraclePurchase? {
    guard let stated else { return nil }
    let isKnown = known.contains {
      $0.product == stated.product
        && ($0.expiresAt == stated.until || end(of: $0, among: known) == stated.until)
    }
    if isKnown { return nil }
    return OraclePurchase(
      id: PurchaseID(canonical: "stated"), begun: stated.begun, product: stated.product,
      kind: .autoRenewable, expiresAt: stated.until, isRenewal: false, ownership: .purchased,
      isUpgraded: false, isStated: true)
  }

  /// §4 step 5: until when the tail keeps access past `last`, and why.
  private func tail(of newest: OraclePurchase, after last: Instant) -> (until: Instant, AccessReason)? {
    if newest.kind != .autoRenewable || newest.isUpgraded { return nil }
    if let over {
      return over.isSoakDue ? (max(last, over.since).advanced(by: policy.soak), .soak) : nil
    }
    if renewal?.willAutoRenew == false { return nil }
    return (last.advanced(by: policy.renewalLeeway), .awaitingRenewal)
  }
}

extension AccessReason {
  /// The reader's word for why a lineage expired.
  init(_ reason: ExpiryReason) {
    switch reason {
    case .voluntary: self = .voluntary
    case .billing: self = .billing
    case .priceIncrease: self = .priceIncrease
    case .productUnavailable: self = .productUnavailable
    case .other: self = .other
    }
  }
}
