import Entstore

/// Who holds a lineage and by what right, for people and for programs.
enum HolderText {
  /// The members that an answer about one lineage ends in.
  static func members(_ holder: LineageHolder?) -> [(String, JSONText)] {
    [
      ("holder", .text(holder?.owner?.text)), ("evidence", .text("\(holder?.evidence ?? .none)")),
      ("members", .array((holder?.members ?? []).map { .text($0.text) })),
    ]
  }

  static func words(_ evidence: OwnerEvidence) -> String {
    switch evidence {
    case .none: "by nothing"
    case .unknownToken: "by a token that nobody made known"
    case .knownToken: "by their token"
    case .act: "by an act"
    case .familyMember: "as the family member who holds another share"
    }
  }
}

/// What became of a submit or claim, for people and for programs.
enum ClaimText {
  static func json(_ claim: Submission.Claim, for subject: Subject) -> JSONText {
    let (outcome, holder, from): (String, Subject, Subject?) =
      switch claim.outcome {
      case .bound: ("bound", subject, nil)
      case .held: ("held", subject, nil)
      case .moved(let before): ("moved", subject, before)
      case .conflict(let holder): ("conflict", holder, nil)
      }
    return .object([
      ("lineage", .text(claim.lineage.text)), ("outcome", .text(outcome)),
      ("isHeld", .bool(claim.outcome.isHeld)), ("holder", .text(holder.text)), ("from", .text(from?.text)),
    ])
  }

  /// - Parameter namesOthers: Whether a person reads it. What a program hands on to whoever asked must not tell them who holds
  ///   what they asked for.
  static func sentence(_ claim: Submission.Claim, for subject: Subject, namesOthers: Bool) -> String {
    let (name, lineage) = (visible(subject.text), visible(claim.lineage.text))
    switch claim.outcome {
    case .bound: return "\(name) holds \(lineage) now."
    case .held: return "\(name) holds \(lineage) already."
    case .moved(let before):
      let from = namesOthers ? "from \(visible(before.text))" : "from somebody else"
      return "\(name) holds \(lineage) now; it has moved \(from)."
    case .conflict(let holder):
      let keeper = namesOthers ? visible(holder.text) : "somebody else"
      return "conflict: \(keeper) keeps \(lineage); that \(name) asked for it is recorded."
    }
  }
}
