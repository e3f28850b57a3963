import EntstoreModel

/// The answer of the real fold to the question that the oracle answers.
func evaluate(_ life: Life, at instant: Instant) -> OracleAnswer {
  let whole = RealFold(life)
  guard let horizon = whole.fold.horizon, instant < horizon else { return whole.answer(at: instant) }
  return RealFold(life, asOf: instant).answer(at: instant)
}

/// The fold under test, fed with a life in the total order.
struct RealFold {
  let fold: LineageFold

  init(_ life: Life, asOf: Instant? = nil) {
    var fold = LineageFold(context: FoldContext(policy: life.policy, terms: life.terms), asOf: asOf)
    for event in life.ordered { fold.apply(event.facts, at: EventPosition(event)) }
    self.fold = fold
  }

  func answer(at instant: Instant) -> OracleAnswer { OracleAnswer(fold.segment(at: instant)) }
}

extension OracleAnswer {
  /// A segment's answer, without the end of the segment.
  init(_ segment: Segment) {
    self.init(
      status: segment.status, isEntitled: segment.isEntitled, product: segment.product,
      reason: segment.reason)
  }
}

extension EventPosition {
  init(_ event: OracleEvent) {
    func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      signedAt: event.signedAt, rank: event.rank,
      digest: EventDigest(high: half(event.digest[0..<8]), low: half(event.digest[8..<16])))
  }
}
