/// Why the answer is what it is. Raw values are stored bytes.
public enum AccessReason: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  /// Within a paid period.
  case paid = 1
  /// Bought once, without an end.
  case lifetime = 2
  /// The charge failed and the store asks to keep serving.
  case grace = 3
  /// Just expired; a renewal may be seconds away.
  case soak = 4
  /// The period is over, a renewal is expected and not heard of yet.
  case awaitingRenewal = 5
  case billingRetry = 6
  case voluntary = 7
  case billing = 8
  case priceIncrease = 9
  case productUnavailable = 10
  /// Over, and nobody said why.
  case lapsed = 11
  case refunded = 12
  case familyRevoked = 13
  case other = 14
}

/// What a lineage is worth at an instant. Raw values are stored bytes; a greater raw value is no better.
public enum AccessStatus: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  case active = 1
  case grace = 2
  case billingRetry = 3
  case paused = 4
  case pending = 5
  case expired = 6
  case refunded = 7
  case revoked = 8
}

/// A stretch of time in which the answer stays the same.
public struct Segment: Hashable, Sendable {
  /// The first instant at which this no longer holds; `nil` for the last segment, which holds forever.
  public var until: Instant?
  public var status: AccessStatus
  public var isEntitled: Bool
  /// What is open, or what last was.
  public var product: ProductID?
  public var reason: AccessReason

  /// A stretch of one answer.
  public init(
    until: Instant?, status: AccessStatus, isEntitled: Bool, product: ProductID?,
    reason: AccessReason
  ) {
    self.until = until
    self.status = status
    self.isEntitled = isEntitled
    self.product = product
    self.reason = reason
  }
}

/// The whole future of one lineage's answer, as far as anything is known: ordered segments, the last one forever.
///
/// Valid from the newest signed date of the lineage on. Reading it has no error branch: the first segment with
/// `instant < until` is the answer.
public struct Schedule: Hashable, Sendable {
  /// In order of `until`; the last one's is `nil`. Never empty.
  public let segments: [Segment]

  /// A schedule of `segments`, in order, the last without an end.
  ///
  /// - Precondition: There is at least one segment, and only the last has no `until`.
  public init(segments: [Segment]) {
    precondition(
      !segments.isEmpty && segments.last?.until == nil, "a schedule ends with a segment without end")
    self.segments = segments
  }

  /// The answer at `instant`. O(*s*) for *s* segments, of which there are a handful.
  public func segment(at instant: Instant) -> Segment {
    for segment in segments {
      guard let until = segment.until else { return segment }
      if instant < until { return segment }
    }
    preconditionFailure("the last segment has no end")
  }
}
