/// A person was erased. Carries places and pseudonyms and no name: what stands at these places is gone, or names the person no
/// more, in every store that this act comes to and whenever the events come there.
public struct Erasure: Hashable, Sendable {
  /// Where events stand that are gone wholly; ascending.
  public var erased: [EventPosition]
  /// Where events stand that somebody else's answers follow from: they stay, under a pseudonym; ascending.
  public var redacted: [Redaction]
  /// Why, for a reader of the history. It should name nobody.
  public var reason: String?

  /// What is gone and what stays under a pseudonym, each in ascending order.
  public init(erased: [EventPosition], redacted: [Redaction], reason: String? = nil) {
    self.erased = erased
    self.redacted = redacted
    self.reason = reason
  }
}

/// What takes the place of an erased person in one event. Its payload and its reason are gone besides, also where nothing else
/// changes.
///
/// Doing it again changes nothing.
public struct Redaction: Hashable, Sendable {
  public var position: EventPosition
  public var changes: [Change]
  /// The salted digest of what is left, in the log where the act stands; empty where the event had not come there.
  package var remainder: [UInt8]

  /// One place in the event, and what stands there instead.
  public enum Change: Hashable, Sendable {
    /// Of so many facts, those at this place are gone. Other changes count the facts that are left.
    case dropped(at: Int, of: Int)
    /// The token of the purchase in the facts at this place, or of an act about a token.
    case token(at: Int, AccountToken)
    /// The subject of an act.
    case subject(Subject)
    /// From whom an act moved a lineage.
    case from(Subject)
  }

  /// What changes at `position`.
  public init(position: EventPosition, changes: [Change]) {
    self.position = position
    self.changes = changes
    remainder = []
  }
}

extension Redaction {
  /// What is left of facts.
  package func applied(to facts: [LineageFacts]) -> [LineageFacts] {
    var facts = facts
    for change in changes {
      switch change {
      case .dropped(let place, let count):
        if facts.count == count, facts.indices.contains(place) { facts.remove(at: place) }
      case .token(let place, let token):
        if facts.indices.contains(place), facts[place].purchase?.token != nil {
          facts[place].purchase?.token = token
        }
      case .subject, .from: break
      }
    }
    return facts
  }

  /// What is left of an act.
  package func applied(to act: Act) -> Act {
    switch act {
    case .account(var account):
      for change in changes {
        switch change {
        case .token(_, let token): account.token = token
        case .subject(let subject): account.subject = subject
        case .dropped, .from: break
        }
      }
      return .account(account)
    case .custody(var custody):
      for change in changes {
        switch change {
        case .subject(let subject): custody.subject = subject
        case .from(let subject): if custody.from != nil { custody.from = subject }
        case .dropped, .token: break
        }
      }
      custody.reason = nil
      return .custody(custody)
    case .grant(var grant):
      for case .subject(let subject) in changes { grant.subject = subject }
      grant.reason = nil
      return .grant(grant)
    case .grantRevoked(var revocation):
      revocation.reason = nil
      return .grantRevoked(revocation)
    case .erasure(var erasure):
      erasure.reason = nil
      return .erasure(erasure)
    case .catalog, .policy, .identity: return act
    }
  }
}

extension Act {
  /// Whether an erasure may leave nothing of it: it is about persons, and not about the store.
  package var isErasable: Bool {
    switch self {
    case .account, .custody, .grant, .grantRevoked: true
    case .catalog, .policy, .identity, .erasure: false
    }
  }

  /// Whether an erasure may take something out of it.
  package var isRedactable: Bool {
    switch self {
    case .account, .custody, .grant, .grantRevoked, .erasure: true
    case .catalog, .policy, .identity: false
    }
  }

  /// Why it was done, in somebody's own words.
  package var reason: String? {
    switch self {
    case .custody(let act): act.reason
    case .grant(let grant): grant.reason
    case .grantRevoked(let revocation): revocation.reason
    case .erasure(let erasure): erasure.reason
    case .account, .catalog, .policy, .identity: nil
    }
  }
}
