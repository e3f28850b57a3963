/// One lineage of a subject at an instant: the answer, and what a person wants to see beside it.
public struct Entitlement: Hashable, Sendable {
  public let subject: Subject?
  public let lineage: Lineage
  public let rail: Rail
  /// What it opens, or last opened.
  public let keys: [EntitlementKey]
  /// The answer now.
  public let segment: Segment
  /// When access through this lineage would end if nothing more is heard; `nil`: never, or not entitled.
  public let entitledUntil: Instant?
  public let summary: LineageSummary
  /// The whole future of the answer.
  public let schedule: Schedule

  package init(
    subject: Subject?, lineage: Lineage, rail: Rail, schedule: Schedule, summary: LineageSummary,
    at instant: Instant,
    catalog: CatalogIndex
  ) {
    self.subject = subject
    self.lineage = lineage
    self.rail = rail
    self.schedule = schedule
    self.summary = summary
    segment = schedule.segment(at: instant)
    keys = segment.product.map { catalog.keys(openedBy: $0, on: rail) } ?? []
    entitledUntil = segment.isEntitled ? schedule.entitledUntil(from: instant, where: { _ in true }) : nil
  }
}

extension Schedule {
  /// The end of unbroken access from `instant` through segments that `opens` accepts; `nil`: never. `instant` itself if closed.
  package func entitledUntil(from instant: Instant, where opens: (ProductID) -> Bool) -> Instant? {
    var reached = instant
    for segment in segments {
      if let until = segment.until, until <= reached { continue }
      guard segment.isEntitled, let product = segment.product, opens(product) else { return reached }
      guard let until = segment.until else { return nil }
      reached = until
    }
    return reached
  }
}

extension Array where Element == Entitlement {
  /// Best first, as ``Standing`` says, then by lineage.
  package func bestFirst() -> [Entitlement] {
    sorted { a, b in
      let x = Standing(a.segment, paidUntil: a.summary.expiresAt)
      let y = Standing(b.segment, paidUntil: b.summary.expiresAt)
      return x == y ? a.lineage < b.lineage : y < x
    }
  }

  /// The answer of all of a subject's lineages together to one key.
  ///
  /// One chain's end never closes another: access ends where no lineage carries it on.
  package func access(to key: EntitlementKey, at instant: Instant, catalog: CatalogIndex) -> (
    Access, Entitlement?
  ) {
    guard let best = filter({ $0.keys.contains(key) }).bestFirst().first else { return (.none, nil) }
    let segment = best.segment
    var reached: Instant? = instant
    if segment.isEntitled { reached = reach(of: key, from: instant, catalog: catalog) }
    let access = Access(
      isEntitled: segment.isEntitled, status: segment.status, reason: segment.reason, until: segment.until,
      entitledUntil: segment.isEntitled ? reached : nil)
    return (access, best)
  }

  private func reach(of key: EntitlementKey, from instant: Instant, catalog: CatalogIndex) -> Instant? {
    var reached = instant
    while true {
      var furthest = reached
      for entitlement in self {
        let end = entitlement.schedule.entitledUntil(from: reached) {
          catalog.keys(openedBy: $0, on: entitlement.rail).contains(key)
        }
        guard let end else { return nil }
        furthest = Swift.max(furthest, end)
      }
      if furthest == reached { return reached }
      reached = furthest
    }
  }
}
