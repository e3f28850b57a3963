/// The whole future of the answer to one key, over all of a subject's lineages, as far as anything is known.
public struct KeySchedule: Hashable, Sendable {
  /// In order of `until`; the last one's is `nil`. Never empty.
  public let stretches: [Stretch]

  /// A time in which the answer stays the same.
  public struct Stretch: Hashable, Sendable {
    /// The first instant at which this no longer holds; `nil` for the last one, which holds forever.
    public let until: Instant?
    public let isEntitled: Bool
    public let status: AccessStatus
    public let reason: AccessReason

    package init(until: Instant?, isEntitled: Bool, status: AccessStatus, reason: AccessReason) {
      self.until = until
      self.isEntitled = isEntitled
      self.status = status
      self.reason = reason
    }

    func ending(at instant: Instant?) -> Stretch {
      Stretch(until: instant, isEntitled: isEntitled, status: status, reason: reason)
    }
  }

  /// - Precondition: There is at least one stretch, their ends ascend, and only the last has none.
  package init(_ stretches: [Stretch]) {
    precondition(Self.areInOrder(stretches), "the ends of a schedule ascend, and the last stretch has none")
    self.stretches = stretches
  }

  /// Whether these are the stretches of a schedule.
  static func areInOrder(_ stretches: [Stretch]) -> Bool {
    guard let last = stretches.last, last.until == nil else { return false }
    let ends = stretches.dropLast().map(\.until)
    return !ends.contains(nil) && zip(ends, ends.dropFirst()).allSatisfy { $0! < $1! }
  }

  /// The answer at `instant`. O(*s*) for *s* stretches, of which there are a handful.
  package func access(at instant: Instant) -> Access {
    let place = stretches.firstIndex { $0.until.map { instant < $0 } ?? true } ?? stretches.count - 1
    let stretch = stretches[place]
    var end = stretch.until
    for next in stretches[(place + 1)...] {
      guard next.isEntitled else { break }
      end = next.until
    }
    return Access(
      isEntitled: stretch.isEntitled, status: stretch.status, reason: stretch.reason, until: stretch.until,
      entitledUntil: stretch.isEntitled ? end : nil)
  }
}
