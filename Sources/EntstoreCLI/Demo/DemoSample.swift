/// A few customers whose lives have what goes wrong elsewhere.
enum DemoSample {
  static let catalog = """
    {"entitlements": {"pro": {"appStore": ["com.example.pro.monthly", "com.example.pro.yearly", "com.example.lifetime"],
                              "includes": ["basic"]},
                      "basic": {"appStore": ["com.example.basic.monthly"]}}}
    """

  /// Every event, in an order in which no store would be expected to send them, and one of them twice.
  static var lines: [String] {
    let all = ana + ben + cleo + dan + eve
    return all.reversed() + [all[2]]
  }

  private static let monthly = "com.example.pro.monthly"

  /// Bought, failed to pay, kept access in grace, paid, was refunded, and the refund was taken back.
  private static var ana: [String] {
    var life = DemoLife(token: "ana", lineage: 2_000_000_100_000_000)
    let first = DemoLife.Period(number: 1, product: monthly, from: 0, to: 30)
    life.told("SUBSCRIBED", "INITIAL_BUY", day: 0, first)
    life.told(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 30, first,
      renewal: .init(graceUntil: 46, intent: 2, isRetrying: true), status: 4)
    var second = DemoLife.Period(number: 2, product: monthly, from: 33, to: 63, isRenewal: true)
    life.told("DID_RENEW", "BILLING_RECOVERY", day: 33, second)
    second.revoked = 40
    life.told("REFUND", day: 40, second, renewal: .init(isOn: false), status: 5)
    second.revoked = nil
    life.told("REFUND_REVERSED", day: 45, second)
    return life.lines
  }

  /// Went from basic to pro in the middle of a month.
  private static var ben: [String] {
    var life = DemoLife(token: "ben", lineage: 2_000_000_200_000_000)
    var basic = DemoLife.Period(number: 1, product: "com.example.basic.monthly", from: 5, to: 35)
    life.told("SUBSCRIBED", "INITIAL_BUY", day: 5, basic)
    let pro = DemoLife.Period(number: 2, product: "com.example.pro.yearly", from: 20, to: 385)
    life.told("DID_CHANGE_RENEWAL_PREF", "UPGRADE", day: 20, pro)
    basic.isUpgraded = true
    life.told("METADATA_UPDATE", day: 20.001, basic, renewal: nil, status: nil)
    return life.lines
  }

  /// Turned renewal off and let it lapse.
  private static var cleo: [String] {
    var life = DemoLife(token: "cleo", lineage: 2_000_000_300_000_000)
    let only = DemoLife.Period(number: 1, product: monthly, from: 0, to: 30)
    life.told("SUBSCRIBED", "INITIAL_BUY", day: 0, only)
    life.told("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", day: 10, only, renewal: .init(isOn: false))
    life.told("EXPIRED", "VOLUNTARY", day: 30, only, renewal: .init(isOn: false, intent: 1), status: 2)
    return life.lines
  }

  /// Bought once, for good.
  private static var dan: [String] {
    var life = DemoLife(token: "dan", lineage: 2_000_000_400_000_000)
    let forever = DemoLife.Period(number: 0, product: "com.example.lifetime", from: 12, to: nil)
    life.told("ONE_TIME_CHARGE", day: 12, forever, renewal: nil, status: nil)
    return life.lines
  }

  /// In billing retry without a grace period: no access, and not yet given up.
  private static var eve: [String] {
    var life = DemoLife(token: "eve", lineage: 2_000_000_500_000_000)
    let only = DemoLife.Period(number: 1, product: monthly, from: 15, to: 45)
    life.told("SUBSCRIBED", "INITIAL_BUY", day: 15, only)
    life.told(
      "DID_FAIL_TO_RENEW", day: 45, only, renewal: .init(intent: 2, isRetrying: true), status: 3)
    return life.lines
  }
}
