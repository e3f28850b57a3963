import EntstoreCodec
import EntstoreModel

extension RandomModel {
  mutating func event() -> EventRecord {
    EventRecord(
      rail: choice(), provenance: choice(), environment: choice(), rank: byte(), signedAt: instant(),
      receivedAt: instant(), id: name(), app: maybe { $0.name() },
      label: EventLabel(type: text(), subtype: maybe { $0.text() }),
      body: flag()
        ? .facts(upTo(4) { $0.facts(of: $0.name()) })
        : .act(act()),
      raw: segments(depth: 0))
  }

  /// Pieces of a payload that stand in `depth` pieces of base64url.
  private mutating func segments(depth: Int) -> [EventRecord.Segment] {
    upTo(4) { random in
      if depth < RawSegment.maximumDepth, random.flag() {
        return .base64url(random.segments(depth: depth + 1))
      }
      return random.flag() ? .inline(random.bytes(Int(random.byte()))) : .shared(random.bytes(32))
    }
  }

  mutating func timeline() -> Timeline {
    Timeline(
      number(), choice(), facts(of: Timeline.lineage),
      maybe { TimelineRecord.Custody(kind: $0.choice(), subject: $0.name()) })
  }

  mutating func facts(of lineage: Lineage) -> LineageFacts {
    LineageFacts(
      lineage: lineage, purchase: maybe { $0.purchase() }, renewal: maybe { $0.renewal() },
      status: maybe { $0.choice() }, expiryReason: maybe { $0.choice() },
      ending: maybe { $0.flag() ? .takenBack : .ended(at: $0.instant(), reason: $0.choice()) },
      void: maybe { VoidFact(purchase: $0.name(), at: $0.instant()) })
  }

  private mutating func purchase() -> PurchaseFact {
    PurchaseFact(
      purchase: name(), transaction: name(), product: name(), kind: choice(), clock: instant(),
      purchasedAt: instant(), expiresAt: maybe { $0.instant() }, revokedAt: maybe { $0.instant() },
      opensAt: maybe { $0.instant() }, isUpgraded: flag(), isRenewal: flag(), ownership: choice(),
      isTrial: flag(), token: maybe { $0.name() }, appTransaction: maybe { $0.name() })
  }

  private mutating func renewal() -> RenewalFact {
    RenewalFact(
      product: maybe { $0.name() }, nextProduct: maybe { $0.name() }, willAutoRenew: maybe { $0.flag() },
      renewalDate: maybe { $0.instant() }, graceUntil: maybe { $0.instant() }, isRetrying: flag())
  }

  mutating func catalog() -> Catalog {
    var catalog = Catalog()
    for key: EntitlementKey in upTo(5, { $0.name() }) {
      var offer = Catalog.Offer(includes: upTo(3) { $0.name() })
      for rail: Rail in upTo(3, { $0.choice() }) { offer.products[rail] = upTo(4) { $0.name() } }
      catalog.entitlements[key] = offer
    }
    for product: ProductID in upTo(5, { $0.name() }) { catalog.terms[product] = span() }
    if flag() { catalog.stacking = Set(upTo(4) { $0.name() }) }
    return catalog
  }

  mutating func policy() -> Policy {
    Policy(
      renewalLeeway: span(), soak: span(), graceFallback: span(), earlyCharge: span(), retryWindow: span())
  }

  mutating func row() -> RowRecord {
    // An end at the last instant of all is written as no end, so no schedule has one.
    let ends = Set(upTo(6) { $0.instant() }).filter { $0 < Sample.greatest }.sorted()
    var segments = ends.map { segment(until: $0) }
    segments.append(segment(until: nil))
    return RowRecord(
      rail: choice(), schedule: Schedule(segments: segments),
      summary: LineageSummary(
        product: maybe { $0.name() }, kind: maybe { $0.choice() }, purchasedAt: maybe { $0.instant() },
        expiresAt: maybe { $0.instant() }, willAutoRenew: maybe { $0.flag() }, ownership: choice(),
        isTrial: flag(), signedAt: instant()))
  }

  private mutating func segment(until: Instant?) -> Segment {
    Segment(
      until: until, status: choice(), isEntitled: flag(), product: maybe { $0.name() }, reason: choice())
  }
}
