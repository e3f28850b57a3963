import EntstoreModel
import EntstoreRails
import Testing

@Suite struct LabelTests {
  static let types: [String: [String]] = [
    "SUBSCRIBED": ["INITIAL_BUY", "RESUBSCRIBE"], "DID_RENEW": ["BILLING_RECOVERY"],
    "DID_CHANGE_RENEWAL_PREF": ["UPGRADE", "DOWNGRADE"],
    "DID_CHANGE_RENEWAL_STATUS": ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED"],
    "DID_FAIL_TO_RENEW": ["GRACE_PERIOD"], "GRACE_PERIOD_EXPIRED": [],
    "EXPIRED": ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE"],
    "OFFER_REDEEMED": ["UPGRADE", "DOWNGRADE"], "PRICE_INCREASE": ["PENDING", "ACCEPTED"],
    "REFUND": [], "REFUND_REVERSED": [], "REFUND_DECLINED": [], "CONSUMPTION_REQUEST": [],
    "RENEWAL_EXTENDED": [], "RENEWAL_EXTENSION": ["SUMMARY", "FAILURE"], "REVOKE": [],
    "ONE_TIME_CHARGE": [],
    "EXTERNAL_PURCHASE_TOKEN": ["CREATED", "ACTIVE_TOKEN_REMINDER", "UNREPORTED"],
    "RESCIND_CONSENT": [], "METADATA_UPDATE": [], "MIGRATION": [], "PRICE_CHANGE": [], "TEST": [],
  ]

  @Test func `every type and subtype of the store has words of its own`() {
    #expect(Self.types.count == 23)
    var phrases: Set<String> = []
    for (type, subtypes) in Self.types {
      for subtype in subtypes.map(Optional.some) + [nil] {
        let phrase = AppStoreRail.phrase(for: EventLabel(type: type, subtype: subtype))
        #expect(!phrase.contains(type) && !phrase.contains("_"))
        #expect(phrase.first?.isLowercase == true)
        phrases.insert(phrase)
      }
    }
    // Only a first purchase is called the same with and without its subtype.
    #expect(phrases.count == Self.types.values.map { $0.count + 1 }.reduce(0, +) - 1)
  }

  @Test(
    arguments: [
      ("SUBSCRIBED", "RESUBSCRIBE", "bought again"),
      ("DID_CHANGE_RENEWAL_PREF", nil, "plan change taken back"),
      ("EXPIRED", "BILLING_RETRY", "expired: charge failed"), ("REVOKE", nil, "family access lost"),
      ("SOMETHING_NEW", "SO_NEW", "SOMETHING_NEW SO_NEW"), ("SOMETHING_NEW", nil, "SOMETHING_NEW"),
      ("REFUND", "PARTIAL", "refunded (PARTIAL)"),
    ] as [(String, String?, String)])
  func `words are for people, and unknown names stay as they are`(
    type: String, subtype: String?, phrase: String
  ) {
    #expect(AppStoreRail.phrase(for: EventLabel(type: type, subtype: subtype)) == phrase)
  }
}
