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
  /// It stands for a purchase never heard of.
  fileprivate var isStated: Bool { place == Self.statedPlace }
  private static let statedPlace = -1

  /// The purchase that a renewal fact tells of: begun when it was told.
  fileprivate init(_ stated: StatedPeriod) {
    self.init(
      product: stated.product, kind: .autoRenewable, ownership: .purchased, begunAt: stated.begunAt,
      opensAt: nil, statedEnd: stated.until, revokedAt: nil, isUpgraded: false, isRenewal: false,
      end: stated.until,
      place: -1)
  }
}

extension LineageFold {
  /// Every purchase with its end, in order of time.
  ///
  /// - Parameter stated: A period that stands for a purchase never heard of: the last of all, and like any other it ends what
  ///   was there before.
  /// - Complexity: O(*p* log *p*) for *p* purchases, with a short look ahead from each.
  func periods(with stated: StatedPeriod? = nil) -> [Period] {
    var periods: [Period] = []
    periods.reserveCapacity(purchases.count + 1)
    for place in placesInOrderOfTime() { periods.append(period(at: place)) }
    if let stated { periods.append(Period(stated)) }
    for index in periods.indices {
      endAtTheNext(index, in: &periods)
      if let ending { periods[index].end = min(periods[index].end, ending.at) }
    }
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
  private func endAtTheNext(_ index: Int, in periods: inout [Period]) {
    let period = periods[index]
    var end = period.end
    if period.isUpgraded {
      if index + 1 < periods.count {
        end = min(end, periods[index + 1].begunAt)
      } else if let marked = purchases[period.place].firstMarkedAt {
        // The next purchase has not been heard of. Lets through: who has paid for it, for one failed delivery.
        end = min(end, marked.advanced(by: context.policy.renewalLeeway))
      }
    }
    for later in periods[(index + 1)...] where !later.isStated {
      if later.begunAt >= end { break }
      if later.product != period.product, !isRenewalAtTheEnd(later, of: period) {
        end = later.begunAt
        break
      }
    }
    // The stated period stands last whatever its date, so the search above may end before it.
    if let last = periods.last, last.isStated, index < periods.count - 1, last.product != period.product {
      end = min(end, last.begunAt)
    }
    periods[index].end = end
  }

  private func isRenewalAtTheEnd(_ later: Period, of period: Period) -> Bool {
    guard later.isRenewal, let expiresAt = period.statedEnd else { return false }
    return later.begunAt >= expiresAt.advanced(by: context.policy.earlyCharge.negated)
  }
}
