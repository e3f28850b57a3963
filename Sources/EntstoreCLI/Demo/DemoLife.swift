import Entstore

/// A made-up customer's life at the App Store, written down as the store would tell it: decoded notifications.
struct DemoLife {
  private let token: String
  private let lineage: Int
  private var count = 0
  private(set) var lines: [String] = []

  /// Day 0 of every life: 2026-01-01T00:00:00Z.
  static let firstDay: Int64 = 1_767_225_600_000
  static let day: Int64 = 86_400_000

  /// - Parameters:
  ///   - token: Whose purchases these are.
  ///   - lineage: The original transaction id.
  init(token: String, lineage: Int) {
    self.token = token
    self.lineage = lineage
  }

  /// One paid period of one product.
  struct Period {
    var number: Int
    var product: String
    /// Days from day 0.
    var from: Double
    var to: Double?
    var isRenewal = false
    var isUpgraded = false
    /// Days from day 0.
    var revoked: Double?
  }

  /// What the renewal info says.
  struct Renewal {
    var isOn = true
    /// Days from day 0.
    var graceUntil: Double?
    var intent: Int?
    var isRetrying = false
  }

  /// The store tells of `period` on `day`.
  mutating func told(
    _ type: String, _ subtype: String? = nil, day: Double, _ period: Period, renewal: Renewal? = Renewal(),
    status: Int? = 1
  ) {
    count += 1
    let signedAt = Self.milliseconds(day) + 5_000
    var data: [(String, JSONText)] = [
      ("bundleId", .text("com.example.app")), ("environment", .text("Production")),
      ("signedTransactionInfo", transaction(period, signedAt: signedAt)),
    ]
    if let renewal {
      data.append(("signedRenewalInfo", self.renewal(renewal, of: period, signedAt: signedAt)))
    }
    if let status { data.append(("status", .count(status))) }
    var members: [(String, JSONText)] = [("notificationType", .text(type))]
    if let subtype { members.append(("subtype", .text(subtype))) }
    members += [
      ("notificationUUID", .text("\(lineage)-\(count)")), ("version", .text("2.0")),
      ("signedDate", .number(signedAt)), ("data", .object(data)),
    ]
    lines.append(JSONText.object(members).line)
  }

  private func transaction(_ period: Period, signedAt: Int64) -> JSONText {
    var members: [(String, JSONText)] = [
      ("transactionId", .text("\(lineage + period.number)")), ("originalTransactionId", .text("\(lineage)")),
      ("bundleId", .text("com.example.app")), ("productId", .text(period.product)),
      ("purchaseDate", .number(Self.milliseconds(period.from))), ("quantity", .number(1)),
      ("type", .text(period.to == nil ? "Non-Consumable" : "Auto-Renewable Subscription")),
      ("inAppOwnershipType", .text("PURCHASED")), ("environment", .text("Production")),
      ("transactionReason", .text(period.isRenewal ? "RENEWAL" : "PURCHASE")),
      ("appAccountToken", .text(token)), ("signedDate", .number(signedAt)),
    ]
    if let end = period.to {
      members.append(("webOrderLineItemId", .text("\(lineage + 500 + period.number)")))
      members.append(("expiresDate", .number(Self.milliseconds(end))))
    }
    if period.isUpgraded { members.append(("isUpgraded", .bool(true))) }
    if let revoked = period.revoked {
      members.append(("revocationDate", .number(Self.milliseconds(revoked))))
      members.append(("revocationReason", .number(0)))
    }
    return .object(members)
  }

  private func renewal(_ renewal: Renewal, of period: Period, signedAt: Int64) -> JSONText {
    var members: [(String, JSONText)] = [
      ("originalTransactionId", .text("\(lineage)")), ("productId", .text(period.product)),
      ("autoRenewProductId", .text(period.product)), ("autoRenewStatus", .count(renewal.isOn ? 1 : 0)),
      ("environment", .text("Production")), ("signedDate", .number(signedAt)),
    ]
    if renewal.isRetrying { members.append(("isInBillingRetryPeriod", .bool(true))) }
    if let intent = renewal.intent { members.append(("expirationIntent", .count(intent))) }
    if let grace = renewal.graceUntil {
      members.append(("gracePeriodExpiresDate", .number(Self.milliseconds(grace))))
    }
    return .object(members)
  }

  private static func milliseconds(_ day: Double) -> Int64 {
    firstDay + Int64((day * Double(Self.day)).rounded())
  }
}
