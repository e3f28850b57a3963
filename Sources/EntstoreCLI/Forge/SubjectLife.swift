/// One made-up customer: everything that they buy, pay, forget to pay and take back, up to the horizon.
///
/// A customer's life depends on the seed and their own number alone, not on how many others there are.
package struct SubjectLife {
  var record: LifeRecord
  var numbers: SeededNumbers

  package init(_ subject: Int, _ settings: LifeSettings) {
    record = LifeRecord(settings: settings, subject: subject)
    numbers = SeededNumbers(seed: settings.seed, stream: UInt64(subject))
    let span = settings.horizon - LifeSettings.firstInstant
    let start = LifeSettings.firstInstant + numbers.below(span * 8 / 10)
    let isSubscriber = numbers.chance(88)
    if isSubscriber { tell { life throws(Horizon) in try life.subscribe(from: start) } }
    if numbers.chance(9) {
      tell { life throws(Horizon) in try life.share(from: start + life.numbers.below(60_000)) }
    }
    if !isSubscriber || numbers.chance(8) {
      let at = start + numbers.below(span / 10)
      tell { life throws(Horizon) in try life.buyForGood(at: at) }
    }
    while numbers.chance(10) {
      let at = start + numbers.below(span / 5)
      tell { life throws(Horizon) in try life.buyCoins(at: at) }
    }
    record.sort()
  }

  /// Every line with its newline, in order of the signed dates.
  package func forEachLine(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    for line in record.lines { try body(record.bytes[line.range]) }
  }

  /// What is true of the customer up to the horizon, whatever the store has told.
  package var truth: [LifeTruth] { record.truth }

  /// Lives a part of the life; beyond the horizon nothing more of it is told.
  private mutating func tell(_ part: (inout SubjectLife) throws(Horizon) -> Void) {
    try? part(&self)
  }
}

extension SubjectLife {
  /// Buys what lasts forever; some get their money back, and some of these change their mind.
  fileprivate mutating func buyForGood(at instant: Int64) throws(Horizon) {
    var (purchase, lineage) = buyOnce(.lifetime, at: instant)
    var truth = record.open(.lifetime, lineage, from: instant, until: .max)
    try record.tell("ONE_TIME_CHARGE", at: instant + delay(), purchase, of: lineage)
    guard numbers.chance(15) else { return }
    let asked = instant + numbers.between(1, 20) * millisecondsPerDay
    let revoked = asked + numbers.between(1, 48) * 3_600_000
    purchase.revocation = ForgedRevocation(at: revoked, reason: numbers.below(2))
    try record.tell("REFUND", at: revoked + delay(), purchase, of: lineage)
    record.cut(truth, at: revoked)
    guard numbers.chance(40) else { return }
    purchase.revocation = nil
    let reversed = try record.tell(
      "REFUND_REVERSED", at: revoked + numbers.between(1, 30) * millisecondsPerDay, purchase, of: lineage)
    truth = record.open(.lifetime, lineage, from: reversed, until: .max)
  }

  /// Buys what is used up at once and opens nothing.
  fileprivate mutating func buyCoins(at instant: Int64) throws(Horizon) {
    var (purchase, lineage) = buyOnce(.coins, at: instant)
    try record.tell("ONE_TIME_CHARGE", at: instant + delay(), purchase, of: lineage)
    guard numbers.chance(20) else { return }
    let asked = instant + numbers.between(1, 72) * 3_600_000
    try record.tell(
      "CONSUMPTION_REQUEST", at: asked, purchase, of: lineage, requestReason: "UNINTENDED_PURCHASE")
    let revoked = asked + numbers.between(1, 48) * 3_600_000
    if numbers.chance(50) {
      try record.tell("REFUND_DECLINED", at: revoked, purchase, of: lineage)
    } else {
      purchase.revocation = ForgedRevocation(at: revoked)
      try record.tell("REFUND", at: revoked + delay(), purchase, of: lineage)
    }
  }

  private mutating func buyOnce(_ product: ForgedProduct, at instant: Int64) -> (
    ForgedPurchase, ForgedLineage
  ) {
    let number = record.newNumber()
    return (
      ForgedPurchase(number: number, product: product, begunAt: instant, endsAt: nil, opensAt: instant),
      ForgedLineage(number: number, firstBoughtAt: instant)
    )
  }

  /// How long the store takes to tell.
  mutating func delay() -> Int64 { numbers.between(1_000, 60_000) }
}
