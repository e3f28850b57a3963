/// How the answer to one subject and one key would change.
public struct AccessDifference: Hashable, Sendable {
  public let key: EntitlementKey
  public let before: Access
  public let after: Access

  /// What kind of change it is.
  public enum Kind: Hashable, Sendable {
    /// Entitled now, and not before.
    case gains
    /// Entitled before, and not now.
    case loses
    /// Entitled before and after, in another state or until another end.
    case keeps
    /// Entitled neither before nor after; only what is said of it differs.
    case lacks
  }

  public var kind: Kind {
    switch (before.isEntitled, after.isEntitled) {
    case (false, true): .gains
    case (true, false): .loses
    case (true, true): .keeps
    case (false, false): .lacks
    }
  }

  /// `nil`: both say the same to whoever asks. Another product or reason alone is no difference.
  init?(_ key: EntitlementKey, before: Access, after: Access) {
    guard
      before.isEntitled != after.isEntitled || before.status != after.status || before.until != after.until
        || before.entitledUntil != after.entitledUntil
    else { return nil }
    self.key = key
    self.before = before
    self.after = after
  }
}

/// All that would change for one subject.
public struct SubjectDifferences: Hashable, Sendable {
  /// `nil`: nobody owns ``lineage``.
  public let subject: Subject?
  /// The lineage that is asked for by itself because nobody owns it.
  public let lineage: Lineage?
  /// In the order of the keys' bytes. Never empty.
  public let differences: [AccessDifference]
}

/// How many subjects a change concerns, lineages that nobody owns counted as one each.
public struct DifferenceSummary: Hashable, Sendable {
  /// All in the store.
  public internal(set) var subjects = 0
  /// Those for whom anything differs.
  public internal(set) var differing = 0
  /// Those who gain a key, lose one, or keep one in another state or until another end. One subject may be all of these.
  public internal(set) var gaining = 0
  public internal(set) var losing = 0
  public internal(set) var keeping = 0

  mutating func count(_ differences: [AccessDifference]) {
    let kinds = Set(differences.map(\.kind))
    if !kinds.isEmpty { differing += 1 }
    if kinds.contains(.gains) { gaining += 1 }
    if kinds.contains(.loses) { losing += 1 }
    if kinds.contains(.keeps) { keeping += 1 }
  }
}
