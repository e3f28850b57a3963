import EntstoreModel

/// The values that golden records and the examples in docs/format.md are made of.
enum Sample {
  /// 2023-11-14T22:13:20Z.
  static let signedAt = Instant(epochMilliseconds: 1_700_000_000_000)
  static let purchasedAt = Instant(epochMilliseconds: 1_699_999_999_000)
  /// A day after `signedAt`.
  static let expiresAt = signedAt.advanced(by: .days(1))
  static let least = Instant(epochMilliseconds: .min)
  static let greatest = Instant(epochMilliseconds: .max)
  static let beforeTheEpoch = Instant(epochMilliseconds: -1)

  /// The first 16 bytes of SHA-256 of the byte 01 and "N1".
  static let digest = EventDigest(high: 0x3330_df80_1677_a72f, low: 0x1aae_e26a_5c0f_b074)
  static let position = EventPosition(signedAt: signedAt, rank: 2, digest: digest)

  /// A purchase in which nothing optional is said.
  static let purchase = PurchaseFact(
    purchase: "P", transaction: "T", product: "M", kind: .autoRenewable, clock: signedAt,
    purchasedAt: purchasedAt)

  static func purchase(_ change: (inout PurchaseFact) -> Void) -> LineageFacts {
    var purchase = purchase
    change(&purchase)
    return LineageFacts(lineage: Timeline.lineage, purchase: purchase)
  }

  static func renewal(_ renewal: RenewalFact) -> LineageFacts {
    LineageFacts(lineage: Timeline.lineage, renewal: renewal)
  }

  /// A renewal, as a notification about it says it.
  static var renewed: LineageFacts {
    var facts = purchase {
      $0.expiresAt = expiresAt
      $0.isRenewal = true
      $0.token = "ann"
    }
    facts.renewal = RenewalFact(
      product: "M", nextProduct: "Y", willAutoRenew: true, renewalDate: expiresAt)
    facts.status = .active
    return facts
  }

  static let catalog = Catalog(
    entitlements: [
      "pro": Catalog.Offer(products: [.playStore: ["m"], .appStore: ["M", "Y"]], includes: ["basic"]),
      "basic": Catalog.Offer(products: [.appStore: ["B"]]),
    ],
    terms: ["season": .days(90)])
}
