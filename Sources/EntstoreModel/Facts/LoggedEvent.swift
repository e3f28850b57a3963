/// An event as the log keeps it.
public struct LoggedEvent: Hashable, Sendable {
  /// Its place in the log: 1-based, gapless, never reused.
  public let sequence: UInt64
  /// When this store took it, by its own clock.
  public let receivedAt: Instant
  /// What was appended, with `receivedAt` filled in.
  public let draft: EventDraft
  /// Whether nothing is left of it but its place and its signed date, which the draft holds beside what means nothing.
  public let isErased: Bool

  package init(sequence: UInt64, receivedAt: Instant, draft: EventDraft, isErased: Bool = false) {
    self.sequence = sequence
    self.receivedAt = receivedAt
    self.draft = draft
    self.isErased = isErased
  }
}

/// What became of an appended event.
public struct Receipt: Hashable, Sendable {
  /// The event's place in the log.
  public let sequence: UInt64
  public let outcome: Outcome

  /// What an append did.
  public enum Outcome: Hashable, Sendable {
    /// Its facts are in the timelines of their lineages.
    case applied
    /// It is in the log, and has nothing that could open or close anything.
    case recorded
    /// It was in the log before; nothing changed.
    case duplicate
  }

  package init(sequence: UInt64, outcome: Outcome) {
    self.sequence = sequence
    self.outcome = outcome
  }
}
