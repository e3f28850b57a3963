/// What one event says about one lineage. Any part may be missing; none is invented.
public struct LineageFacts: Hashable, Sendable {
  /// The lineage that this is about.
  public var lineage: Lineage
  /// A copy of one purchase of one product.
  public var purchase: PurchaseFact?
  /// What will happen at the end of the period, and which period that is.
  public var renewal: RenewalFact?
  /// What the store itself says of the lineage.
  public var status: StoreStatus?
  /// Why the lineage expired, where the event says so.
  public var expiryReason: ExpiryReason?
  /// The whole lineage is closed, or open again.
  public var ending: EndingFact?
  /// A purchase is taken back for good; later copies do not lift it.
  public var void: VoidFact?

  /// Facts about `lineage`; what is not named is not said.
  public init(
    lineage: Lineage, purchase: PurchaseFact? = nil, renewal: RenewalFact? = nil,
    status: StoreStatus? = nil, expiryReason: ExpiryReason? = nil, ending: EndingFact? = nil,
    void: VoidFact? = nil
  ) {
    self.lineage = lineage
    self.purchase = purchase
    self.renewal = renewal
    self.status = status
    self.expiryReason = expiryReason
    self.ending = ending
    self.void = void
  }
}

/// One copy of one purchase, as the store signed it at `clock`.
public struct PurchaseFact: Hashable, Sendable {
  /// The purchase that this is a copy of.
  public var purchase: PurchaseID
  /// The copy line; the newest signed copy of a line replaces the ones before it wholly.
  public var transaction: TransactionID
  public var product: ProductID
  public var kind: ProductKindOfSale
  /// When the store signed this copy.
  public var clock: Instant
  public var purchasedAt: Instant
  /// The end of the paid period; `nil` where the store states none.
  public var expiresAt: Instant?
  /// When the purchase was refunded or revoked; `nil` where it was not.
  public var revokedAt: Instant?
  /// The customer moved on to another plan before the end.
  public var isUpgraded: Bool
  /// The store made this purchase itself at the end of a period.
  public var isRenewal: Bool
  public var ownership: Ownership
  public var isTrial: Bool
  /// Whose purchase the app said this is.
  public var token: AccountToken?
  /// Of a family-shared purchase: the member's download of the app, the one name that the store has for the member.
  public var appTransaction: AppTransactionID?
  /// The first instant at which it opens anything, where that is later than what ``clock`` would allow.
  public var opensAt: Instant?

  /// A copy of a purchase.
  public init(
    purchase: PurchaseID, transaction: TransactionID, product: ProductID, kind: ProductKindOfSale,
    clock: Instant, purchasedAt: Instant, expiresAt: Instant? = nil, revokedAt: Instant? = nil,
    opensAt: Instant? = nil, isUpgraded: Bool = false, isRenewal: Bool = false,
    ownership: Ownership = .purchased, isTrial: Bool = false, token: AccountToken? = nil,
    appTransaction: AppTransactionID? = nil
  ) {
    self.purchase = purchase
    self.transaction = transaction
    self.product = product
    self.kind = kind
    self.clock = clock
    self.purchasedAt = purchasedAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
    self.isUpgraded = isUpgraded
    self.isRenewal = isRenewal
    self.ownership = ownership
    self.isTrial = isTrial
    self.token = token
    self.appTransaction = appTransaction
    self.opensAt = opensAt
  }
}

/// What will happen at the end of the period: App Store `signedRenewalInfo`.
public struct RenewalFact: Hashable, Sendable {
  /// The product of the current period.
  public var product: ProductID?
  /// The product of the next period.
  public var nextProduct: ProductID?
  /// Whether the period will renew; `nil` where the store does not say.
  public var willAutoRenew: Bool?
  /// The end of the current period.
  public var renewalDate: Instant?
  /// Until when the store asks to keep serving while it retries the charge.
  public var graceUntil: Instant?
  /// The store is trying to charge.
  public var isRetrying: Bool

  /// A renewal fact; what is not named is not said.
  public init(
    product: ProductID? = nil, nextProduct: ProductID? = nil, willAutoRenew: Bool? = nil,
    renewalDate: Instant? = nil, graceUntil: Instant? = nil, isRetrying: Bool = false
  ) {
    self.product = product
    self.nextProduct = nextProduct
    self.willAutoRenew = willAutoRenew
    self.renewalDate = renewalDate
    self.graceUntil = graceUntil
    self.isRetrying = isRetrying
  }
}

/// The whole lineage is closed from an instant on, or that is taken back.
public enum EndingFact: Hashable, Sendable {
  case ended(at: Instant, reason: ExpiryReason)
  case takenBack
}

/// A purchase is revoked by its id, and stays so.
public struct VoidFact: Hashable, Sendable {
  public var purchase: PurchaseID
  public var at: Instant

  /// `purchase` is revoked from `at` on.
  public init(purchase: PurchaseID, at: Instant) {
    self.purchase = purchase
    self.at = at
  }
}
