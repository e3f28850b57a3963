public import EntstoreModel

extension AppStoreRail {
  /// What happened, in words for people: "expired: charge failed". Lower case, no full stop.
  ///
  /// A type or subtype never heard of keeps the store's own name. The words explain and never decide.
  ///
  /// Source: Apple, "notificationType" and "subtype" (App Store Server Notifications).
  public static func phrase(for label: EventLabel) -> String {
    guard let words = vocabulary[label.type] else {
      return label.subtype.map { "\(label.type) \($0)" } ?? label.type
    }
    guard let subtype = label.subtype else { return words.alone }
    return words.with[subtype] ?? "\(words.alone) (\(subtype))"
  }

  /// The words for a type: without a subtype, and with each that it is known to come with.
  private struct Words {
    let alone: String
    var with: [String: String] = [:]
  }

  private static let vocabulary: [String: Words] = [
    "SUBSCRIBED": Words(
      alone: "bought", with: ["INITIAL_BUY": "bought", "RESUBSCRIBE": "bought again"]),
    "DID_RENEW": Words(alone: "renewed", with: ["BILLING_RECOVERY": "recovered: charge went through"]),
    "DID_CHANGE_RENEWAL_PREF": Words(
      alone: "plan change taken back", with: ["UPGRADE": "upgraded", "DOWNGRADE": "downgrade scheduled"]),
    "DID_CHANGE_RENEWAL_STATUS": Words(
      alone: "auto-renew changed",
      with: ["AUTO_RENEW_ENABLED": "auto-renew on", "AUTO_RENEW_DISABLED": "auto-renew off"]),
    "DID_FAIL_TO_RENEW": Words(
      alone: "charge failed: billing retry", with: ["GRACE_PERIOD": "charge failed: grace period"]),
    "GRACE_PERIOD_EXPIRED": Words(alone: "grace period ended: billing retry"),
    "EXPIRED": Words(
      alone: "expired",
      with: [
        "VOLUNTARY": "expired: auto-renew was off", "BILLING_RETRY": "expired: charge failed",
        "PRICE_INCREASE": "expired: price increase not accepted",
        "PRODUCT_NOT_FOR_SALE": "expired: product no longer sold",
      ]),
    "OFFER_REDEEMED": Words(
      alone: "offer redeemed",
      with: ["UPGRADE": "offer redeemed: upgraded", "DOWNGRADE": "offer redeemed: downgrade scheduled"]),
    "PRICE_INCREASE": Words(
      alone: "price increase",
      with: ["PENDING": "price increase: consent pending", "ACCEPTED": "price increase: accepted"]),
    "REFUND": Words(alone: "refunded"),
    "REFUND_REVERSED": Words(alone: "refund reversed"),
    "REFUND_DECLINED": Words(alone: "refund declined"),
    "CONSUMPTION_REQUEST": Words(alone: "refund requested"),
    "RENEWAL_EXTENDED": Words(alone: "extended"),
    "RENEWAL_EXTENSION": Words(
      alone: "extension of many",
      with: ["SUMMARY": "extension of many: done", "FAILURE": "extension failed"]),
    "REVOKE": Words(alone: "family access lost"),
    "ONE_TIME_CHARGE": Words(alone: "one-time purchase"),
    "EXTERNAL_PURCHASE_TOKEN": Words(
      alone: "external purchase token",
      with: [
        "CREATED": "external purchase token: created",
        "ACTIVE_TOKEN_REMINDER": "external purchase token: still active",
        "UNREPORTED": "external purchase token: not reported",
      ]),
    "RESCIND_CONSENT": Words(alone: "consent withdrawn"),
    "METADATA_UPDATE": Words(alone: "metadata updated"),
    "MIGRATION": Words(alone: "migrated to Advanced Commerce"),
    "PRICE_CHANGE": Words(alone: "price changed"),
    "TEST": Words(alone: "test"),
    "TRANSACTION": Words(alone: "transaction handed in"),
    "STATUS": Words(alone: "status handed in"),
    "NOTIFICATION": Words(alone: "notification without a type"),
  ]
}
