/// When a purchase was open: from its beginning to the earliest of all that ends it.
struct Period: Sendable {
  let product: ProductID
  let kind: ProductKindOfSale
  let ownership: Ownership
  let begunAt: Instant
  /// Nothing is open before it, if it is there.
  let opensAt: Instant?
  /// What the store states, or the catalog for a non-renewing product; `nil` where nothing does.
  let statedEnd: Instant?
  let revokedAt: Instant?
  let isUpgraded: Bool
  let isRenewal: Bool
  /// `.greatest`: never.
  var end: Instant
  let place: Int
}

extension Period {
  /// The purchase that a renewal fact tells of: begun when it was told.
  fileprivate init(_ stated: StatedPeriod, closedBy ending: Instant?) {
    self.init(
      product: stated.product, kind: .autoRenewable, ownership: .purchased, begunAt: stated.begunAt,
      opensAt: nil, statedEnd: stated.until, revokedAt: nil, isUpgraded: false, isRenewal: false,
      end: min(stated.until, ending ?? .greatest),
      place: -1)
  }
}

extension LineageFold {
  /// Purchases with their ends, in order of time: all that may last until `instant`, the newest, and the one that ends last.
  ///
  /// The rest were over before `instant` by what the store stated, so they open nothing from there on: in a long lineage that
  /// is nearly all of them.
  ///
  /// - Parameter stated: A period that stands for a purchase never heard of: the last of all, and like any other it ends what
  ///   was there before.
  /// - Complexity: O(*p*) for *p* purchases, and a short look ahead from each that is told; O(*p* log *p*) if they did not
  ///   become known in order of time.
  func periods(from instant: Instant, with stated: StatedPeriod? = nil) -> [Period] {
    let places = placesInOrderOfTime()
    var periods: [Period] = []
    if let stated { periods.append(Period(stated, closedBy: ending?.at)) }
    var latestEnd = Instant.least
    for index in places.indices.reversed() {
      let place = places[index]
      let atMost = purchases[place].expiresAt ?? .greatest
      guard atMost >= instant || atMost > latestEnd || place == newestPlace else { continue }
      var period = period(at: place)
      period.end = end(of: period, before: places[(index + 1)...], stated)
      latestEnd = max(latestEnd, period.end)
      periods.append(period)
    }
    periods.reverse()
    return periods
  }

  /// Purchases become known in the order of time, nearly always: then nothing has to be sorted.
  private func placesInOrderOfTime() -> [Int] {
    func isBefore(_ a: Int, _ b: Int) -> Bool {
      let (x, y) = (purchases[a].begunAt, purchases[b].begunAt)
      return x != y ? x < y : PurchaseRecency(purchases[a]).isBefore(PurchaseRecency(purchases[b]))
    }
    let places = Array(purchases.indices)
    for place in places.dropFirst() where isBefore(place, place - 1) { return places.sorted(by: isBefore) }
    return places
  }

  private func period(at place: Int) -> Period {
    let purchase = purchases[place]
    let begunAt = purchase.begunAt
    let copy = purchase.newestCopy
    let start = starts.isEmpty ? begunAt : starts[purchase.id] ?? begunAt
    let statedEnd = copy.expiresAt ?? term(of: copy, from: start)
    // Only what is bought once may lack an end and last forever: anything else without one opens nothing.
    let end = statedEnd ?? (copy.kind == .nonConsumable ? .greatest : begunAt)
    let revokedAt = purchase.revokedAt
    return Period(
      product: copy.product, kind: copy.kind, ownership: copy.ownership, begunAt: begunAt,
      opensAt: copy.opensAt, statedEnd: statedEnd, revokedAt: revokedAt, isUpgraded: purchase.isUpgraded,
      isRenewal: copy.isRenewal,
      end: min(end, revokedAt ?? .greatest), place: place)
  }

  private func term(of copy: PurchaseFact, from start: Instant) -> Instant? {
    guard copy.kind == .nonRenewing else { return nil }
    return context.terms[copy.product].map { start.advanced(by: $0) }
  }

  /// A plan change ends the old plan where the new one begins; a plan change at renewal waits for the old period's end.
  private func end(of period: Period, before later: ArraySlice<Int>, _ stated: StatedPeriod?) -> Instant {
    var end = period.end
    if period.isUpgraded {
      if let next = later.first.map({ purchases[$0].begunAt }) ?? stated?.begunAt {
        end = min(end, next)
      } else if let marked = purchases[period.place].firstMarkedAt {
        // The next purchase has not been heard of. Lets through: who has paid for it, for one failed delivery.
        end = min(end, marked.advanced(by: context.policy.renewalLeeway))
      }
    }
    for place in later {
      let begunAt = purchases[place].begunAt
      if begunAt >= end { break }
      if purchases[place].newestCopy.product != period.product, !isRenewalAtTheEnd(place, of: period) {
        end = begunAt
        break
      }
    }
    // The stated period stands last whatever its date, so the search above does not meet it.
    if let stated, stated.product != period.product { end = min(end, stated.begunAt) }
    if let ending { end = min(end, ending.at) }
    return end
  }

  private func isRenewalAtTheEnd(_ later: Int, of period: Period) -> Bool {
    guard purchases[later].newestCopy.isRenewal, let expiresAt = period.statedEnd else { return false }
    return purchases[later].begunAt >= expiresAt.advanced(by: context.policy.earlyCharge.negated)
  }
}
