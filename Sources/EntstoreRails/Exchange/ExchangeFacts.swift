import EntstoreModel

/// The facts of one lineage in an exchange line.
struct ExchangeFacts: Codable {
  var lineage: String
  var purchase: ExchangePurchase?
  var renewal: ExchangeRenewal?
  var status: String?
  var expiryReason: String?
  var ended: ExchangeEnding?
  var void: ExchangeVoid?

  init(_ facts: LineageFacts) {
    lineage = facts.lineage.text
    purchase = facts.purchase.map(ExchangePurchase.init)
    renewal = facts.renewal.map(ExchangeRenewal.init)
    status = facts.status.map { "\($0)" }
    expiryReason = facts.expiryReason.map { "\($0)" }
    ended = facts.ending.map(ExchangeEnding.init)
    void = facts.void.map { ExchangeVoid(purchase: $0.purchase.text, at: $0.at.epochMilliseconds) }
  }

  func facts() throws -> LineageFacts {
    LineageFacts(
      lineage: try Lineage(lineage), purchase: try purchase?.fact(), renewal: try renewal?.fact(),
      status: try status.map { try choice($0, "status") },
      expiryReason: try expiryReason.map { try choice($0, "expiryReason") }, ending: try ended?.fact(),
      void: try void.map { VoidFact(purchase: try PurchaseID($0.purchase), at: $0.at.instant) })
  }
}

struct ExchangePurchase: Codable {
  var purchase: String
  var transaction: String
  var product: String
  var kind: String
  var clock: Int64
  var purchasedAt: Int64
  var expiresAt: Int64?
  var revokedAt: Int64?
  var isUpgraded: Bool
  var isRenewal: Bool
  var ownership: String
  var isTrial: Bool
  var token: String?
  var appTransaction: String?
  var opensAt: Int64?

  init(_ fact: PurchaseFact) {
    purchase = fact.purchase.text
    transaction = fact.transaction.text
    product = fact.product.text
    kind = "\(fact.kind)"
    clock = fact.clock.epochMilliseconds
    purchasedAt = fact.purchasedAt.epochMilliseconds
    expiresAt = fact.expiresAt?.epochMilliseconds
    revokedAt = fact.revokedAt?.epochMilliseconds
    isUpgraded = fact.isUpgraded
    isRenewal = fact.isRenewal
    ownership = "\(fact.ownership)"
    isTrial = fact.isTrial
    token = fact.token?.text
    appTransaction = fact.appTransaction?.text
    opensAt = fact.opensAt?.epochMilliseconds
  }

  func fact() throws -> PurchaseFact {
    PurchaseFact(
      purchase: try PurchaseID(purchase), transaction: try TransactionID(transaction),
      product: try ProductID(product), kind: try choice(kind, "kind"), clock: clock.instant,
      purchasedAt: purchasedAt.instant, expiresAt: expiresAt?.instant, revokedAt: revokedAt?.instant,
      opensAt: opensAt?.instant, isUpgraded: isUpgraded, isRenewal: isRenewal,
      ownership: try choice(ownership, "ownership"), isTrial: isTrial,
      token: try token.map { try AccountToken($0) },
      appTransaction: try appTransaction.map { try AppTransactionID($0) })
  }
}

struct ExchangeRenewal: Codable {
  var product: String?
  var nextProduct: String?
  var willAutoRenew: Bool?
  var renewalDate: Int64?
  var graceUntil: Int64?
  var isRetrying: Bool

  init(_ fact: RenewalFact) {
    product = fact.product?.text
    nextProduct = fact.nextProduct?.text
    willAutoRenew = fact.willAutoRenew
    renewalDate = fact.renewalDate?.epochMilliseconds
    graceUntil = fact.graceUntil?.epochMilliseconds
    isRetrying = fact.isRetrying
  }

  func fact() throws -> RenewalFact {
    RenewalFact(
      product: try product.map { try ProductID($0) }, nextProduct: try nextProduct.map { try ProductID($0) },
      willAutoRenew: willAutoRenew, renewalDate: renewalDate?.instant, graceUntil: graceUntil?.instant,
      isRetrying: isRetrying)
  }
}

/// `at` and `reason`, or neither: then the ending is taken back.
struct ExchangeEnding: Codable {
  var at: Int64?
  var reason: String?

  init(_ fact: EndingFact) {
    if case .ended(let at, let reason) = fact {
      self.at = at.epochMilliseconds
      self.reason = "\(reason)"
    }
  }

  func fact() throws -> EndingFact {
    guard let at else { return .takenBack }
    return .ended(at: at.instant, reason: try reason.map { try choice($0, "ended.reason") } ?? .other)
  }
}

struct ExchangeVoid: Codable {
  var purchase: String
  var at: Int64
}
