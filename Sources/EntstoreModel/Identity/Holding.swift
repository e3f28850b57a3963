/// Who holds a lineage, and by what right.
package struct Holding: Hashable, Sendable {
  /// `nil`: nobody yet.
  package var owner: Subject?
  package var evidence: OwnerEvidence
  /// For whom it opens besides the owner, in the order of their bytes.
  package var members: [Subject]
  /// Who asked for it and did not get it, in the order of the log; each once.
  package var conflicts: [CustodyConflict]
  /// Tokens on its purchases besides the one that pairs it, in fold order of their first mention.
  package var otherTokens: [AccountToken]

  package init(
    owner: Subject? = nil, evidence: OwnerEvidence = .none, members: [Subject] = [],
    conflicts: [CustodyConflict] = [], otherTokens: [AccountToken] = []
  ) {
    self.owner = owner
    self.evidence = evidence
    self.members = members
    self.conflicts = conflicts
    self.otherTokens = otherTokens
  }
}

/// By what a lineage has its owner. Raw values are stored bytes.
public enum OwnerEvidence: UInt8, Hashable, Sendable, CaseIterable {
  /// Nobody owns it.
  case none = 0
  /// A token that nobody made known: its own subject, weakly.
  case unknownToken = 1
  /// A token that the store minted or the backend mapped.
  case knownToken = 2
  /// A submit, claim or transfer, or a grant.
  case act = 3
  /// A family member whose other shared purchase an act has paired: the same `appTransactionId`.
  case familyMember = 4
}

/// A submit or claim that disagreed with who held the lineage: recorded, never applied.
package struct CustodyConflict: Hashable, Sendable {
  /// Who asked for it.
  package var subject: Subject
  package var kind: CustodyAct.Kind
  /// The act's place in the log.
  package var sequence: UInt64

  package init(subject: Subject, kind: CustodyAct.Kind, sequence: UInt64) {
    self.subject = subject
    self.kind = kind
    self.sequence = sequence
  }
}
