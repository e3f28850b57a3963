/// Access that no store sold: a trial with a fixed end, a gesture of support, a promotion. A lineage of its own.
public struct Grant: Hashable, Sendable {
  /// Names this grant, for revoking it.
  public var lineage: Lineage
  public var subject: Subject
  /// What it opens, with all that the key includes.
  public var key: EntitlementKey
  public var from: Instant
  /// `nil`: without an end.
  public var until: Instant?
  /// A trial: of several in one lineage the first counts, so that it cannot be restarted.
  public var isTrial: Bool
  /// Why, for a reader of the history.
  public var reason: String?

  /// Opens `key` for `subject` from `from` to `until`.
  public init(
    lineage: Lineage, subject: Subject, key: EntitlementKey, from: Instant, until: Instant?,
    isTrial: Bool = false, reason: String? = nil
  ) {
    self.lineage = lineage
    self.subject = subject
    self.key = key
    self.from = from
    self.until = until
    self.isTrial = isTrial
    self.reason = reason
  }
}

/// A grant is taken back, at once and for good.
public struct GrantRevocation: Hashable, Sendable {
  public var lineage: Lineage
  public var at: Instant
  /// Why, for a reader of the history.
  public var reason: String?

  /// The grant `lineage` ends at `at`.
  public init(lineage: Lineage, at: Instant, reason: String? = nil) {
    self.lineage = lineage
    self.at = at
    self.reason = reason
  }
}

extension Grant {
  /// What the grant says of its lineage: one purchase that nobody paid for.
  ///
  /// - Parameter clock: When it was given.
  package func facts(clock: Instant) -> LineageFacts {
    LineageFacts(
      lineage: lineage,
      purchase: PurchaseFact(
        purchase: PurchaseID(canonical: lineage.text), transaction: TransactionID(canonical: lineage.text),
        product: ProductID(canonical: key.text), kind: .nonConsumable, clock: clock, purchasedAt: from,
        expiresAt: until, opensAt: from > clock ? from : nil, ownership: .granted, isTrial: isTrial))
  }
}

extension GrantRevocation {
  /// What the revocation says of its lineage.
  package var facts: LineageFacts {
    LineageFacts(
      lineage: lineage, void: VoidFact(purchase: PurchaseID(canonical: lineage.text), at: at))
  }
}
