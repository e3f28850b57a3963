/// What the made-up app sells.
enum ForgedProduct: CaseIterable {
  case basicWeekly, basicMonthly, basicYearly, proMonthly, proYearly, lifetime, coins

  var id: StaticString {
    switch self {
    case .basicWeekly: "com.example.basic.weekly"
    case .basicMonthly: "com.example.basic.monthly"
    case .basicYearly: "com.example.basic.yearly"
    case .proMonthly: "com.example.pro.monthly"
    case .proYearly: "com.example.pro.yearly"
    case .lifetime: "com.example.lifetime"
    case .coins: "com.example.coins"
    }
  }

  var type: StaticString {
    switch self {
    case .basicWeekly, .basicMonthly, .basicYearly, .proMonthly, .proYearly: "Auto-Renewable Subscription"
    case .lifetime: "Non-Consumable"
    case .coins: "Consumable"
    }
  }

  /// Thousandths of a euro.
  var price: Int64 {
    switch self {
    case .basicWeekly: 990
    case .basicMonthly: 2_990
    case .basicYearly: 24_990
    case .proMonthly: 9_990
    case .proYearly: 79_990
    case .lifetime: 199_990
    case .coins: 1_990
    }
  }

  /// Milliseconds that a paid period lasts; `nil` for what is bought once.
  var period: Int64? {
    switch self {
    case .basicWeekly: 7 * millisecondsPerDay
    case .basicMonthly, .proMonthly: 30 * millisecondsPerDay
    case .basicYearly, .proYearly: 365 * millisecondsPerDay
    case .lifetime, .coins: nil
    }
  }

  /// Where an upgrade leads, at once; from a year to a month among others, which ends sooner than what it
  /// replaces.
  var upgrades: [ForgedProduct] {
    switch self {
    case .basicWeekly, .basicYearly: [.proMonthly]
    case .basicMonthly: [.proMonthly, .proYearly]
    case .proMonthly, .proYearly, .lifetime, .coins: []
    }
  }

  /// Where a change leads that waits for the end of the period.
  var downgrades: [ForgedProduct] {
    switch self {
    case .basicMonthly: [.basicWeekly]
    case .basicYearly: [.basicMonthly]
    case .proMonthly: [.basicMonthly, .proYearly]
    case .proYearly: [.basicMonthly, .basicYearly, .proMonthly]
    case .basicWeekly, .lifetime, .coins: []
    }
  }

  /// Days of the grace period after a failed charge; 0 for none.
  var graceDays: [Int64] { self == .basicWeekly ? [0, 3] : [0, 3, 16] }
}
