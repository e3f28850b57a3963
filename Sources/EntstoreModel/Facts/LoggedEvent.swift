/// An event as the log keeps it.
public struct LoggedEvent: Hashable, Sendable {
  /// Its place in the log: 1-based, gapless, never reused.
  public let sequence: UInt64
  /// When this store took it, by its own clock.
  public let receivedAt: Instant
  /// What was appended, with `receivedAt` filled in.
  public let draft: EventDraft
  /// Where it stood, if an erasure has left nothing else of it; the draft holds its signed date then, beside what means nothing.
  public let erased: ErasedEvent?

  /// Whether nothing is left of it but where it stood.
  public var isErased: Bool { erased != nil }

  package init(sequence: UInt64, receivedAt: Instant, draft: EventDraft, erased: ErasedEvent? = nil) {
    self.sequence = sequence
    self.receivedAt = receivedAt
    self.draft = draft
    self.erased = erased
  }
}

/// Where an event stood that is erased: all that another store needs of it to have the same log.
public struct ErasedEvent: Hashable, Sendable {
  public let position: EventPosition
  /// That of the store that it was erased from.
  public let environment: StoreEnvironment

  package init(position: EventPosition, environment: StoreEnvironment) {
    self.position = position
    self.environment = environment
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
