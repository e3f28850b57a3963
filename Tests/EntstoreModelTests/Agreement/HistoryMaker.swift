import EntstoreModel

/// Makes histories that no store would send: every fact at any time, ties and contradictions included.
///
/// Instants come from a coarse grid with a few telling offsets, so that things coincide often.
struct HistoryMaker {
  private var random: SplitMix
  private let bills: [Bill]
  private let lastDay: Int64
  private static let products: [ProductID] = [.monthly, .max]
  private static let offsets: [TimeSpan] = [
    .seconds(0), .seconds(0), .seconds(0), .tick, TimeSpan(milliseconds: -1), .seconds(5),
    .seconds(-33), .seconds(60), .seconds(90), .seconds(91), .hours(1), .hours(2), .hours(3),
    .hours(-20), .hours(-24), .hours(-25),
  ]

  private init(seed: UInt64, billCount: ClosedRange<Int>, lastDay: Int64) {
    random = SplitMix(seed: seed)
    self.lastDay = lastDay
    let isFamily = random.chance(12)
    var bills: [Bill] = []
    for number in 1...Int.random(in: billCount, using: &random) {
      bills.append(Self.bill(number, isFamily: isFamily, lastDay: lastDay, using: &random))
    }
    self.bills = bills
  }

  /// One to eight events about one to three purchases.
  static func small(seed: UInt64) -> Life {
    var maker = HistoryMaker(seed: seed, billCount: 1...3, lastDay: 60)
    return maker.life(count: Int.random(in: 1...8, using: &maker.random))
  }

  /// A hundred to three hundred events about up to nine purchases.
  static func long(seed: UInt64) -> Life {
    var maker = HistoryMaker(seed: seed, billCount: 4...9, lastDay: 300)
    return maker.life(count: Int.random(in: 100...300, using: &maker.random))
  }

  /// An instant near something that happens in `life`.
  static func instant(near marks: [Instant], policy: Policy, using random: inout SplitMix) -> Instant {
    let zero = TimeSpan.seconds(0)
    let span = random.pick([
      zero, zero, policy.soak, policy.renewalLeeway, policy.graceFallback, policy.retryWindow,
    ])
    return random.pick(marks) + span + TimeSpan(milliseconds: random.pick([-1, 0, 0, 1]))
  }

  private static func bill(
    _ number: Int, isFamily: Bool, lastDay: Int64, using random: inout SplitMix
  ) -> Bill {
    let from = moment(upTo: lastDay, using: &random)
    let kind: ProductKindOfSale = random.pick([
      .autoRenewable, .autoRenewable, .autoRenewable, .autoRenewable, .autoRenewable,
      .autoRenewable, .autoRenewable, random.pick(ProductKindOfSale.allCases),
    ])
    let hasEnd = random.chance(kind == .autoRenewable ? 95 : 40)
    let length = random.pick([TimeSpan.days(10), .days(20), .days(30)])
    return Bill(
      number, random.pick(products), from: from, to: hasEnd ? from + length : nil, kind: kind,
      isRenewal: random.chance(50), isFamilyShare: isFamily && random.chance(80))
  }

  private static func moment(upTo lastDay: Int64, using random: inout SplitMix) -> Instant {
    day(Int64.random(in: 0...(lastDay / 10), using: &random) * 10) + random.pick(offsets)
  }

  private mutating func moment() -> Instant { Self.moment(upTo: lastDay, using: &random) }

  private mutating func life(count: Int) -> Life {
    var life = Life(events: (0..<count).map { _ in event() })
    if random.chance(50) { life.terms = [.monthly: .days(15)] }
    return life
  }

  private mutating func event() -> OracleEvent {
    let signedAt = moment()
    let status: StoreStatus? = random.chance(70) ? status() : nil
    let facts = LineageFacts(
      lineage: Lineage(canonical: "lineage"),
      purchase: random.chance(75) ? copy(in: signedAt) : nil,
      renewal: random.chance(60) ? renewal() : nil, status: status,
      expiryReason: random.chance(20) ? random.pick(ExpiryReason.allCases) : nil,
      ending: random.chance(5) ? ending() : nil,
      void: random.chance(4) ? VoidFact(purchase: random.pick(bills).id, at: moment()) : nil)
    let digest = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    return OracleEvent(
      signedAt: signedAt, rank: random.chance(10) ? 1 : 0, digest: digest, facts: facts)
  }

  private mutating func status() -> StoreStatus {
    random.chance(6)
      ? random.pick([.paused, .pending])
      : random.pick([.active, .active, .expired, .billingRetry, .grace, .revoked])
  }

  private mutating func copy(in signedAt: Instant) -> PurchaseFact {
    var bill = random.pick(bills)
    if random.chance(25) {
      bill = bill.restored(as: 100 + bill.number, at: random.chance(40) ? moment() : nil)
    }
    if random.chance(15) { bill = bill.refunded(moment()) }
    if random.chance(12) { bill = bill.upgraded }
    if random.chance(8), let end = bill.to { bill = bill.extended(to: end + .days(10)) }
    if random.chance(5) { bill = bill.extended(to: moment()) }
    if random.chance(20) { bill = bill.signed(moment()) }
    if random.chance(3) { bill.isFamilyShare.toggle() }
    if random.chance(3) { bill.product = random.pick(Self.products) }
    return bill.fact(signedAt: signedAt)
  }

  private mutating func renewal() -> RenewalFact {
    let date: Instant? = random.chance(60) ? random.pick([moment(), random.pick(bills).to ?? moment()]) : nil
    return RenewalFact(
      product: random.chance(70) ? random.pick(Self.products) : nil,
      willAutoRenew: random.pick([true, true, false, nil]), renewalDate: date,
      graceUntil: random.chance(30) ? moment() : nil, isRetrying: random.chance(30))
  }

  private mutating func ending() -> EndingFact {
    random.chance(60) ? .ended(at: moment(), reason: random.pick(ExpiryReason.allCases)) : .takenBack
  }
}
