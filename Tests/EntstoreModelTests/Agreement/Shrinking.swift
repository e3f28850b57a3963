import EntstoreModel

extension Disagreement {
  /// The same disagreement in as few events and facts as it takes.
  var smallest: Disagreement {
    var best = self
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      for life in best.life.smaller {
        guard let again = best.again(in: life) else { continue }
        best = again
        isShrinking = true
        break
      }
    }
    return best
  }

  /// Whether `life` is disagreed about at the same instant or at one of its own.
  private func again(in life: Life) -> Disagreement? {
    guard let horizon = life.oracle.horizon else { return nil }
    let (truth, answer) = (life.oracle.answer(at: instant), evaluate(life, at: instant))
    if truth != answer {
      return Disagreement(
        life: life, question: instant < horizon ? "the fold as of then" : "the fold",
        instant: instant, fold: answer, oracle: truth)
    }
    return question == "the schedule" ? life.disagreement(seed: 0) : nil
  }
}

extension Life {
  /// This life with a run of events less, or, once it is short, with one thing less said in an event.
  fileprivate var smaller: [Life] {
    var lives: [Life] = []
    var length = events.count / 2
    while length > 0 {
      for start in stride(from: 0, to: events.count, by: length) {
        var fewer = events
        fewer.removeSubrange(start..<min(start + length, events.count))
        lives.append(changing(events: fewer))
      }
      length /= 2
    }
    if events.count > 8 { return lives }
    for place in events.indices {
      for facts in events[place].facts.smaller {
        var changed = events
        changed[place].facts = facts
        lives.append(changing(events: changed))
      }
    }
    return lives
  }

  private func changing(events: [OracleEvent]) -> Life {
    Life(events: events).with(policy: policy).with(terms: terms)
  }
}

extension LineageFacts {
  fileprivate var smaller: [LineageFacts] {
    let changes: [(inout LineageFacts) -> Void] = [
      { $0.purchase = nil }, { $0.renewal = nil }, { $0.status = nil }, { $0.expiryReason = nil },
      { $0.ending = nil }, { $0.void = nil }, { $0.purchase?.revokedAt = nil },
      { $0.purchase?.isUpgraded = false }, { $0.purchase?.isRenewal = false },
      { $0.purchase?.ownership = .purchased }, { $0.renewal?.graceUntil = nil },
      { $0.renewal?.product = nil }, { $0.renewal?.renewalDate = nil },
      { $0.renewal?.isRetrying = false }, { $0.renewal?.willAutoRenew = nil },
      { $0.purchase?.product = .monthly }, { $0.purchase?.kind = .autoRenewable },
    ]
    return changes.compactMap { change in
      var facts = self
      change(&facts)
      return facts == self ? nil : facts
    }
  }
}
