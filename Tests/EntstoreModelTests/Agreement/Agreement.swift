import EntstoreModel

/// Where the fold and the oracle answer differently.
struct Disagreement: CustomStringConvertible {
  var life: Life
  var question: String
  var instant: Instant
  var fold: OracleAnswer
  var oracle: OracleAnswer

  var description: String {
    "\(question) at \(told(instant))\n  fold:   \(told(fold))\n  oracle: \(told(oracle))\n\(told(life))"
  }
}

extension Life {
  /// Every instant that a fact names, or that something was signed at.
  var marks: [Instant] {
    let all = events.flatMap { event -> [Instant?] in
      let facts = event.facts
      let ended: Instant? = if case .ended(let at, _)? = facts.ending { at } else { nil }
      return [
        event.signedAt, facts.purchase?.clock, facts.purchase?.purchasedAt, facts.purchase?.expiresAt,
        facts.purchase?.revokedAt, facts.renewal?.graceUntil, facts.renewal?.renewalDate, ended,
        facts.void?.at,
      ]
    }
    return Set(all.compactMap(\.self)).sorted()
  }

  /// The first instant at which the fold and the oracle differ.
  ///
  /// The schedule is asked at each of its boundaries, a millisecond to either side, and at `later` instants
  /// from the horizon on; the fold as of an earlier time at `earlier` instants before it.
  func disagreement(seed: UInt64, later: Int = 12, earlier: Int = 4) -> Disagreement? {
    var random = SplitMix(seed: seed)
    let (oracle, real) = (oracle, RealFold(self))
    guard let horizon = oracle.horizon, real.fold.horizon == horizon else {
      return Disagreement(
        life: self, question: "the horizon", instant: real.fold.horizon ?? .least, fold: .none,
        oracle: .none)
    }
    let marks = marks
    let near = (0..<8 * (later + earlier)).map { _ in
      HistoryMaker.instant(near: marks, policy: policy, using: &random)
    }
    let schedule = real.fold.schedule()
    let boundaries = schedule.segments.compactMap(\.until).flatMap { [$0 - .tick, $0, $0 + .tick] }
    let ahead = boundaries + [horizon] + near.filter { $0 >= horizon }.prefix(later)
    for instant in ahead where instant >= horizon {
      let truth = oracle.answer(at: instant)
      for (question, answer) in [
        ("the schedule", OracleAnswer(schedule.segment(at: instant))), ("the fold", real.answer(at: instant)),
      ] where answer != truth {
        return Disagreement(
          life: self, question: question, instant: instant, fold: answer, oracle: truth)
      }
    }
    for instant in near.filter({ $0 < horizon }).prefix(earlier) {
      let (answer, truth) = (RealFold(self, asOf: instant).answer(at: instant), oracle.answer(at: instant))
      if answer != truth {
        return Disagreement(
          life: self, question: "the fold as of then", instant: instant, fold: answer, oracle: truth)
      }
    }
    return nil
  }
}
