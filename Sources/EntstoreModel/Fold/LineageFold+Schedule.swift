extension LineageFold {
  /// The whole future of the answer from `start` on, as far as anything is known.
  ///
  /// - Parameter start: ``horizon`` if not named; in a fold made `asOf` an instant, that instant.
  /// - Complexity: O(*p*²) for *p* purchases at worst; a purchase that is over by the horizon costs nothing more.
  package func schedule(from start: Instant? = nil) -> Schedule {
    let start = start ?? horizon ?? .least
    return schedule(from: start, Evaluation(self, from: start))
  }

  /// The schedule and the summary, which share most of their work.
  package var answer: (schedule: Schedule, summary: LineageSummary) {
    let start = horizon ?? .least
    let evaluation = Evaluation(self, from: start)
    return (schedule(from: start, evaluation), summary(evaluation))
  }

  private func schedule(from start: Instant, _ evaluation: Evaluation) -> Schedule {
    var segments = [evaluation.segment(at: start)]
    for boundary in evaluation.boundaries(after: start) {
      let next = evaluation.segment(at: boundary)
      guard next != segments[segments.count - 1] else { continue }
      segments[segments.count - 1].until = boundary
      segments.append(next)
    }
    return Schedule(segments: segments)
  }
}

extension Evaluation {
  /// Every instant at which the answer can change: ascending, each once.
  fileprivate func boundaries(after start: Instant) -> [Instant] {
    var all = periods.map(\.end)
    all += periods.compactMap(\.revokedAt)
    all += periods.compactMap(\.opensAt)
    var ends = [latestEnd]
    if let grace = fold.graceUntil { ends.append(grace) }
    for end in ends {
      all.append(end)
      if let newest, let tail = tail(of: newest, after: end) { all.append(tail.until) }
    }
    all.append(latestEnd.advanced(by: fold.context.policy.retryWindow))

    var ascending: [Instant] = []
    for instant in all.sorted() where instant > start && instant < .greatest && instant != ascending.last {
      ascending.append(instant)
    }
    return ascending
  }
}
