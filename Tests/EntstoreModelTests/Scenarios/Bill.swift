import EntstoreModel

extension ProductID {
  static let monthly = ProductID(canonical: "com.example.pro.monthly")
  static let max = ProductID(canonical: "com.example.max.monthly")
  static let ultra = ProductID(canonical: "com.example.ultra")
  static let lifetime = ProductID(canonical: "com.example.lifetime")
  static let season = ProductID(canonical: "com.example.season")
}

/// One purchase of a life, from which notices take signed copies.
struct Bill: Sendable {
  var number: Int
  var product: ProductID
  var kind: ProductKindOfSale = .autoRenewable
  var from: Instant
  var to: Instant?
  var isRenewal = false
  var isFamilyShare = false

  private(set) var transaction: Int
  private var clock: Instant?
  private var revokedAt: Instant?
  private var isUpgraded = false

  init(
    _ number: Int, _ product: ProductID, from: Instant, to: Instant? = nil,
    kind: ProductKindOfSale = .autoRenewable, isRenewal: Bool = false, isFamilyShare: Bool = false
  ) {
    self.number = number
    self.transaction = number
    self.product = product
    self.from = from
    self.to = to
    self.kind = kind
    self.isRenewal = isRenewal
    self.isFamilyShare = isFamilyShare
  }

  /// A month of thirty days, bought.
  static func month(_ number: Int, _ product: ProductID = .monthly, from: Instant) -> Bill {
    Bill(number, product, from: from, to: from + .days(30))
  }

  /// The month after this one, made by the store itself; at the end of this one unless `from` says otherwise.
  func renewal(from: Instant? = nil, product: ProductID? = nil) -> Bill {
    let start = from ?? to ?? self.from
    return Bill(
      number + 1, product ?? self.product, from: start, to: start + .days(30), isRenewal: true,
      isFamilyShare: isFamilyShare)
  }

  func refunded(_ at: Instant) -> Bill { with { $0.revokedAt = at } }
  var upgraded: Bill { with { $0.isUpgraded = true } }
  func extended(to end: Instant) -> Bill { with { $0.to = end } }
  /// The same purchase under another transaction id: a restore, or another device.
  func restored(as transaction: Int, at: Instant? = nil) -> Bill {
    with {
      $0.transaction = transaction
      $0.from = at ?? $0.from
    }
  }
  /// A copy that was signed at another time than the notice that carries it.
  func signed(_ clock: Instant) -> Bill { with { $0.clock = clock } }

  private func with(_ change: (inout Bill) -> Void) -> Bill {
    var copy = self
    change(&copy)
    return copy
  }

  var id: PurchaseID { PurchaseID(canonical: "purchase-\(number)") }

  /// The copy that a notice of `signedAt` carries.
  func fact(signedAt: Instant) -> PurchaseFact {
    PurchaseFact(
      purchase: id, transaction: TransactionID(canonical: "transaction-\(transaction)"),
      product: product, kind: kind, clock: clock ?? signedAt, purchasedAt: from, expiresAt: to,
      revokedAt: revokedAt, isUpgraded: isUpgraded, isRenewal: isRenewal,
      ownership: isFamilyShare ? .familyShared : .purchased)
  }
}
