extension LineageFold {
  /// The answer at `instant`, without its end.
  ///
  /// Meaningful from ``horizon`` on or, in a fold made `asOf` an instant, at that instant.
  package func segment(at instant: Instant) -> Segment {
    Evaluation(self, from: instant).segment(at: instant)
  }
}

/// The state of a lineage with everything worked out that does not depend on the instant.
struct Evaluation {
  let fold: LineageFold
  /// Those that matter, with the stated period where that stands for a purchase never heard of.
  let periods: [Period]
  let newest: Period?
  let latestEnd: Instant

  /// - Parameter instant: The first one that will be asked for.
  init(_ fold: LineageFold, from instant: Instant) {
    self.fold = fold
    // A period that ends where the stated one does is the same, however long that is over.
    let instant = min(instant, fold.stated?.until ?? .greatest)
    var periods = fold.periods(from: instant)
    var newest = periods.first { $0.place == fold.newestPlace }
    if let stated = fold.stated, !periods.contains(where: { $0.matches(stated) }) {
      periods = fold.periods(from: instant, with: stated)
      newest = periods.last
    }
    self.periods = periods
    self.newest = newest
    latestEnd = periods.map(\.end).max() ?? .least
  }

  func segment(at instant: Instant) -> Segment {
    if fold.status == .pending { return closed(.pending, .none) }
    guard let newest else {
      return Segment(until: nil, status: .none, isEntitled: false, product: nil, reason: .none)
    }
    if let running = running(at: instant) {
      return open(.active, running.end == .greatest ? .lifetime : .paid, running.product)
    }
    if let revokedAt = newest.revokedAt, revokedAt <= instant { return takenBack(newest.ownership) }
    if let ending = fold.ending { return closed(.expired, AccessReason(ending.reason)) }
    if fold.status == .paused { return closed(.paused, .none) }
    if let opensAt = newest.opensAt, instant < opensAt, instant < newest.end {
      return closed(.pending, .none)
    }

    var end = latestEnd
    if let grace = fold.graceUntil, grace > end {
      if instant < grace { return open(.grace, .grace, newest.product) }
      end = grace
    }
    if let tail = tail(of: newest, after: end), instant < tail.until {
      return open(.active, tail.reason, newest.product)
    }
    if isRetrying, instant < latestEnd.advanced(by: fold.context.policy.retryWindow) {
      return closed(.billingRetry, .billingRetry)
    }
    return closed(.expired, fold.expiryReason.map(AccessReason.init) ?? .lapsed)
  }

  /// The earliest-begun purchase that is open: its product is what the customer has now.
  private func running(at instant: Instant) -> Period? {
    periods.filter { $0.opensAt ?? .least <= instant && instant < $0.end }.min { $0.begunAt < $1.begunAt }
  }

  private func takenBack(_ ownership: Ownership) -> Segment {
    switch ownership {
    case .purchased: closed(.refunded, .refunded)
    case .familyShared: closed(.revoked, .familyRevoked)
    case .granted: closed(.revoked, .other)
    }
  }

  /// The named bounds within which access stays open past the end of what was paid.
  func tail(of newest: Period, after end: Instant) -> (until: Instant, reason: AccessReason)? {
    guard newest.kind == .autoRenewable, !newest.isUpgraded else { return nil }
    if let over = fold.over {
      // Lets through: who may have renewed seconds after EXPIRED was signed. Until: the soak, 90 s.
      guard over.isSoakDue else { return nil }
      return (max(end, over.since).advanced(by: fold.context.policy.soak), .soak)
    }
    guard fold.renewal?.willAutoRenew != false else { return nil }
    // Lets through: who has paid, with auto-renew on or unknown, and nothing heard since. Until: the leeway, 2 h.
    return (end.advanced(by: fold.context.policy.renewalLeeway), .awaitingRenewal)
  }

  private var isRetrying: Bool {
    switch fold.status {
    case .billingRetry, .grace: true
    case .active, .expired, .revoked, .paused, .pending, nil:
      fold.over == nil && fold.renewal?.isRetrying == true
    }
  }

  private func open(_ status: AccessStatus, _ reason: AccessReason, _ product: ProductID) -> Segment {
    Segment(until: nil, status: status, isEntitled: true, product: product, reason: reason)
  }

  private func closed(_ status: AccessStatus, _ reason: AccessReason) -> Segment {
    Segment(until: nil, status: status, isEntitled: false, product: newest?.product, reason: reason)
  }
}

extension Period {
  /// A renewal fact names the end that the store granted, so a period that was cut short is still this one: a refunded period
  /// must not rise again by its own renewal date.
  fileprivate func matches(_ stated: StatedPeriod) -> Bool {
    product == stated.product && (statedEnd == stated.until || end == stated.until)
  }
}

extension AccessReason {
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
