import EntstoreModel

extension ProductID {
  static let monthly: ProductID = "com.example.pro.monthly"
  static let yearly: ProductID = "com.example.pro.yearly"
  static let max: ProductID = "com.example.max.monthly"
  static let lifetime: ProductID = "com.example.lifetime"
  static let season: ProductID = "com.example.season"
}

/// One purchase, of which events carry signed copies.
struct Sale: Sendable {
  var number: Int
  var product: ProductID
  var from: Instant
  var to: Instant?
  var kind: ProductKindOfSale
  var isRenewal: Bool
  var token: AccountToken?
  var transaction: Int
  var ownership = Ownership.purchased
  var isUpgraded = false
  var isTrial = false
  var revokedAt: Instant?
  var appTransaction: AppTransactionID?

  init(
    _ number: Int, _ product: ProductID = .monthly, from: Instant, to: Instant?,
    kind: ProductKindOfSale = .autoRenewable, isRenewal: Bool = false, token: AccountToken? = nil
  ) {
    self.number = number
    self.product = product
    self.from = from
    self.to = to
    self.kind = kind
    self.isRenewal = isRenewal
    self.token = token
    transaction = number
  }

  /// Thirty days.
  static func month(
    _ number: Int, _ product: ProductID = .monthly, from: Instant, token: AccountToken? = nil
  ) -> Sale {
    Sale(number, product, from: from, to: from + .days(30), token: token)
  }

  /// The thirty days after this, charged by the store: no trial.
  var renewed: Sale {
    with {
      $0.number += 1
      $0.transaction += 1
      $0.from = to ?? from
      $0.to = $0.from + .days(30)
      $0.isRenewal = true
      $0.isTrial = false
    }
  }

  var trial: Sale { with { $0.isTrial = true } }
  var upgraded: Sale { with { $0.isUpgraded = true } }
  var familyShared: Sale { with { $0.ownership = .familyShared } }
  func familyShared(with member: AppTransactionID) -> Sale {
    familyShared.with { $0.appTransaction = member }
  }
  func refunded(_ at: Instant) -> Sale { with { $0.revokedAt = at } }
  func restored(as transaction: Int) -> Sale { with { $0.transaction = transaction } }
  func by(_ token: AccountToken?) -> Sale { with { $0.token = token } }

  private func with(_ change: (inout Sale) -> Void) -> Sale {
    var copy = self
    change(&copy)
    return copy
  }

  var purchase: PurchaseID { PurchaseID(canonical: "purchase-\(number)") }

  func copy(signedAt clock: Instant) -> PurchaseFact {
    PurchaseFact(
      purchase: purchase, transaction: TransactionID(canonical: "transaction-\(transaction)"),
      product: product, kind: kind, clock: clock, purchasedAt: from, expiresAt: to, revokedAt: revokedAt,
      isUpgraded: isUpgraded, isRenewal: isRenewal, ownership: ownership, isTrial: isTrial, token: token,
      appTransaction: appTransaction)
  }
}

extension RenewalFact {
  static let on = RenewalFact(willAutoRenew: true)
  static let off = RenewalFact(willAutoRenew: false)
  static let retrying = RenewalFact(willAutoRenew: true, isRetrying: true)

  static func grace(until date: Instant) -> RenewalFact {
    RenewalFact(willAutoRenew: true, graceUntil: date, isRetrying: true)
  }

  static func period(_ product: ProductID, until date: Instant) -> RenewalFact {
    RenewalFact(product: product, willAutoRenew: true, renewalDate: date)
  }
}
