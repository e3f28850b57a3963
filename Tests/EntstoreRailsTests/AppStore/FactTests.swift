import EntstoreModel
import EntstoreRails
import Testing

@Suite struct FactTests {
  @Test func `a notification becomes purchase, renewal and status of one lineage`() throws {
    let event = try draft(Sample.notification.text)
    #expect(event.rail == .appStore && event.rank == 0 && event.environment == .production)
    #expect(event.app == "org.example.notes")
    #expect(event.label == EventLabel(type: "SUBSCRIBED", subtype: "INITIAL_BUY"))
    #expect(event.signedAt.epochMilliseconds == Sample.bought + 7_000)
    let end = Instant(epochMilliseconds: Sample.bought + Sample.month)
    #expect(
      event.facts == [
        LineageFacts(
          lineage: Lineage("70"),
          purchase: PurchaseFact(
            purchase: PurchaseID("9001"), transaction: TransactionID("71"),
            product: ProductID("notes.monthly"), kind: .autoRenewable,
            clock: Instant(epochMilliseconds: Sample.bought + 5_000),
            purchasedAt: Instant(epochMilliseconds: Sample.bought), expiresAt: end,
            token: AccountToken("3f2504e0-4f89-41d3-9a0c-0305e82c3301")),
          renewal: RenewalFact(
            product: ProductID("notes.monthly"), nextProduct: ProductID("notes.yearly"),
            willAutoRenew: true, renewalDate: end),
          status: .active)
      ])
  }

  @Test(arguments: [
    ("\"Auto-Renewable Subscription\"", ProductKindOfSale.autoRenewable, "9001"),
    ("\"Non-Consumable\"", .nonConsumable, "70"), ("\"Consumable\"", .consumable, "71"),
    ("\"Non-Renewing Subscription\"", .nonRenewing, "71"), ("\"Rental\"", .unknown, "71"),
    ("null", .autoRenewable, "9001"),
  ])
  func `the kind of sale decides what identifies a purchase`(
    type: String, kind: ProductKindOfSale, purchase: String
  ) throws {
    let fact = try facts(Sample.transaction.with("type", type)).purchase
    #expect(fact?.kind == kind)
    #expect(fact?.purchase.text == purchase)
    #expect(fact?.transaction.text == "71")
  }

  @Test(arguments: ["\"0\"", "0", "\"\"", "null"])
  func `a line item id that is zero or absent gives way to the transaction id`(value: String) throws {
    let sample = Sample.transaction.with("webOrderLineItemId", value)
    #expect(try facts(sample).purchase?.purchase.text == "71")
    #expect(try facts(sample.without("transactionId")).purchase?.purchase.text == "70")
    #expect(try facts(sample.without("transactionId")).purchase?.transaction.text == "70")
  }

  @Test func `without a type, dates or a line item make a subscription`() throws {
    let bare = Sample.transaction.without("type").without("webOrderLineItemId")
    #expect(try facts(bare).purchase?.kind == .autoRenewable)
    #expect(try facts(bare.without("expiresDate")).purchase?.kind == .unknown)
  }

  @Test func `revoked is a revocation date that is there, whatever the reason`() throws {
    let revoked = Sample.transaction.with("revocationReason", "0")
    #expect(try facts(revoked).purchase?.revokedAt == nil)
    #expect(try facts(revoked.with("revocationDate", "null")).purchase?.revokedAt == nil)
    let date = Sample.bought + 60_000
    #expect(
      try facts(revoked.with("revocationDate", "\(date)")).purchase?.revokedAt?.epochMilliseconds == date)
  }

  @Test func `ownership, trial, renewal and upgrade are read from the transaction`() throws {
    let sample = Sample.transaction.with("inAppOwnershipType", "\"FAMILY_SHARED\"")
      .with("offerDiscountType", "\"FREE_TRIAL\"").with("transactionReason", "\"RENEWAL\"")
      .with("isUpgraded", "\"true\"").with("appAccountToken", "\"\"")
    let fact = try facts(sample).purchase
    #expect(fact?.ownership == .familyShared)
    #expect(fact?.isTrial == true && fact?.isRenewal == true && fact?.isUpgraded == true)
    #expect(fact?.token == nil)
  }

  @Test func `a transaction without a clock has the notification's`() throws {
    let sample = Sample.notification(transaction: Sample.transaction.without("signedDate"))
    #expect(try facts(sample).purchase?.clock.epochMilliseconds == Sample.bought + 7_000)
  }

  @Test(
    arguments: [
      ("EXPIRED", nil, StoreStatus.expired), ("GRACE_PERIOD_EXPIRED", nil, .billingRetry),
      ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", .grace), ("DID_FAIL_TO_RENEW", nil, .billingRetry),
      ("REVOKE", nil, .revoked), ("DID_RENEW", nil, nil),
    ] as [(String, String?, StoreStatus?)])
  func `where the status is absent the type implies it`(
    type: String, subtype: String?, status: StoreStatus?
  ) throws {
    var sample = Sample.notification { $0.without("status") }.with("notificationType", quoted(type))
    sample = sample.with("subtype", subtype.map(quoted) ?? "null")
    #expect(try facts(sample).status == status)
    let stated = Sample.notification.with("notificationType", quoted(type))
    #expect(try facts(stated).status == .active)
  }

  @Test(arguments: ["0", "6", "7", "99", "-1", "\"ACTIVE\"", "{}"])
  func `a status never heard of says nothing`(value: String) throws {
    let sample = Sample.notification { $0.with("status", value) }
    #expect(try facts(sample.with("notificationType", "\"EXPIRED\"")).status == nil)
  }

  @Test(
    arguments: [
      ("1", ExpiryReason.voluntary), ("2", .billing), ("3", .priceIncrease), ("4", .productUnavailable),
      ("5", .other), ("6", .other), ("300", .other), ("\"2\"", .billing), ("null", nil),
    ] as [(String, ExpiryReason?)])
  func `the expiration intent says why`(value: String, reason: ExpiryReason?) throws {
    let renewal = Sample.renewal.with("expirationIntent", value)
    #expect(try facts(Sample.notification(renewal: renewal)).expiryReason == reason)
  }

  @Test(arguments: [
    ("VOLUNTARY", ExpiryReason.voluntary), ("BILLING_RETRY", .billing),
    ("PRICE_INCREASE", .priceIncrease), ("PRODUCT_NOT_FOR_SALE", .productUnavailable),
  ])
  func `without an intent the subtype of EXPIRED says why`(subtype: String, reason: ExpiryReason) throws {
    let sample = Sample.notification.with("subtype", quoted(subtype))
    #expect(try facts(sample.with("notificationType", "\"EXPIRED\"")).expiryReason == reason)
    #expect(try facts(sample.with("notificationType", "\"DID_RENEW\"")).expiryReason == nil)
    let silent = Sample.notification.without("subtype").with("notificationType", "\"EXPIRED\"")
    #expect(try facts(silent).expiryReason == nil)
  }

  @Test func `a renewal info without a transaction carries facts too`() throws {
    let found = try facts(Sample.notification(transaction: nil))
    #expect(found.lineage.text == "70")
    #expect(found.purchase == nil && found.renewal?.willAutoRenew == true && found.status == .active)
  }

  @Test func `a notification's renewal info of another lineage is a fact about that one`() throws {
    let renewal = Sample.renewal.with("originalTransactionId", "\"44\"").with("autoRenewStatus", "0")
      .with("expirationIntent", "1")
    let found = try draft(Sample.notification(renewal: renewal).text).facts
    #expect(found.map(\.lineage.text) == ["70", "44"])
    #expect(found[0].renewal == nil && found[0].status == .active && found[0].expiryReason == nil)
    #expect(found[1].purchase == nil && found[1].status == nil && found[1].expiryReason == .voluntary)
  }

  @Test(arguments: ["TEST", "SUMMARY", "EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT", "NEVER_HEARD_OF"])
  func `what carries no transaction is an event without facts`(type: String) throws {
    for data in ["{\"bundleId\": \"org.example.notes\"}", "{}", "null"] {
      let event = try draft(
        Sample.notification.with("notificationType", quoted(type)).with("data", data).text)
      #expect(event.facts.isEmpty)
      #expect(event.label.type == type)
    }
  }
}
