import EntstoreModel
import Testing

extension Life {
  /// The oracle and the fold both answer so at `instant`, and agree at every boundary and wherever else
  /// they are asked.
  ///
  /// - Parameters:
  ///   - status: `nil` where only access matters.
  ///   - until: The first instant at which the answer is another one.
  func expect(
    _ instant: Instant, _ isEntitled: Bool, _ status: AccessStatus? = nil,
    _ product: ProductID? = nil, because reason: AccessReason? = nil, until: Instant? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    let answers = [
      ("oracle", oracle.answer(at: instant)), ("fold", evaluate(self, at: instant)),
    ]
    for (side, answer) in answers {
      #expect(answer.isEntitled == isEntitled, "\(side): \(answer)", sourceLocation: location)
      if let status {
        #expect(answer.status == status, "\(side)", sourceLocation: location)
      }
      if let product {
        #expect(answer.product == product, "\(side)", sourceLocation: location)
      }
      if let reason {
        #expect(answer.reason == reason, "\(side)", sourceLocation: location)
      }
    }
    if let disagreement = disagreement(seed: 1, later: 24, earlier: 12) {
      Issue.record("\(disagreement)", sourceLocation: location)
    }
    guard let until else { return }
    let segment = RealFold(self).fold.schedule().segment(at: instant)
    #expect(segment.until == until, sourceLocation: location)
    #expect(oracle.answer(at: until - .tick) == answers[0].1, sourceLocation: location)
    #expect(oracle.answer(at: until) != answers[0].1, sourceLocation: location)
  }

  /// Open, with this status and product.
  func opens(
    _ instant: Instant, _ product: ProductID = .monthly, _ status: AccessStatus = .active,
    because reason: AccessReason? = nil, until: Instant? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    expect(instant, true, status, product, because: reason, until: until, at: location)
  }

  /// Closed, with this status.
  func isClosed(
    _ instant: Instant, _ status: AccessStatus, because reason: AccessReason? = nil,
    until: Instant? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    expect(instant, false, status, because: reason, until: until, at: location)
  }
}
