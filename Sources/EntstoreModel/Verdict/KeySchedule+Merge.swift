/// One lineage of a subject, as a verdict is made of it.
package struct LineageFuture: Sendable {
  package let rail: Rail
  package let schedule: Schedule
  /// The end of its newest purchase, which decides between closed answers; `nil`: never.
  package let expiresAt: Instant?

  package init(rail: Rail, schedule: Schedule, expiresAt: Instant?) {
    self.rail = rail
    self.schedule = schedule
    self.expiresAt = expiresAt
  }
}

extension KeySchedule {
  /// What the lineages of one subject come to, key by key, from `start` on.
  ///
  /// At every instant from `start` on each schedule says what `access(of:to:)` would say then, if nothing more were heard, but
  /// for the end that it names: that is where status or reason change, whichever lineage they come from.
  ///
  /// - Parameter lineages: In the order of their names, which decides between equals.
  /// - Returns: A schedule for each key that something opens or last opened at `start` or later.
  /// - Complexity: O(*l*²) for the *l* lineages that open the same key; each has a handful of segments.
  package static func merging(
    _ lineages: [LineageFuture], from start: Instant, catalog: CatalogIndex
  ) -> [EntitlementKey: KeySchedule] {
    var chains: [EntitlementKey: [[Link]]] = [:]
    for lineage in lineages {
      let segments = lineage.schedule.segments.filter { $0.until.map { start < $0 } ?? true }
      let keys = segments.map { segment in
        Set(segment.product.map { catalog.keys(openedBy: $0, on: lineage.rail) } ?? [])
      }
      for key in keys.reduce(into: Set(), { $0.formUnion($1) }) {
        chains[key, default: []].append(
          zip(segments, keys).map {
            Link(segment: $0, expiresAt: lineage.expiresAt, speaksOfTheKey: $1.contains(key))
          })
      }
    }
    return chains.mapValues { merged($0, from: start) }
  }

  /// A segment, and whether its product opens the key at hand.
  private struct Link {
    let segment: Segment
    let expiresAt: Instant?
    let speaksOfTheKey: Bool

    var standing: Standing { Standing(segment, paidUntil: expiresAt) }

    func covers(_ instant: Instant) -> Bool { segment.until.map { instant < $0 } ?? true }
  }

  private static func merged(_ chains: [[Link]], from start: Instant) -> KeySchedule {
    var stretches: [Stretch] = []
    let boundaries = Set(chains.joined().compactMap(\.segment.until)).sorted()
    for (instant, until) in zip([start] + boundaries, boundaries.map(Optional.some) + [nil]) {
      let next = best(of: chains, at: instant).ending(at: until)
      if let last = stretches.last, last.ending(at: until) == next { stretches.removeLast() }
      stretches.append(next)
    }
    return KeySchedule(stretches)
  }

  private static func best(of chains: [[Link]], at instant: Instant) -> Stretch {
    var best: Link?
    for chain in chains {
      guard let link = chain.first(where: { $0.covers(instant) }), link.speaksOfTheKey else { continue }
      if best.map({ $0.standing < link.standing }) ?? true { best = link }
    }
    guard let best = best?.segment else {
      return Stretch(until: nil, isEntitled: false, status: .none, reason: .none)
    }
    return Stretch(until: nil, isEntitled: best.isEntitled, status: best.status, reason: best.reason)
  }
}
