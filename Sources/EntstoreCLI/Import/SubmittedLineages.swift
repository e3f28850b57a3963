import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `import --subject` came to: for each lineage whether the subject holds it, up to a bound, so that memory does not grow
/// with the input.
struct SubmittedLineages {
  let subject: Subject
  /// In the order of their first mention.
  private(set) var claims: [Submission.Claim] = []
  /// Whether ``claims`` has all of them.
  private(set) var isComplete = true
  private var places: [Lineage: Int] = [:]
  /// Where the log had what was submitted, of the lineages that are listed.
  private var known: [Lineage: UInt64] = [:]
  /// Nobody owns so many; beyond it lineages are bound and not listed.
  private static let most = 10_000

  init(subject: Subject) {
    self.subject = subject
  }

  mutating func note(_ added: [Submission.Claim]) {
    for claim in added {
      if let place = places[claim.lineage] {
        // The first outcome says what happened, unless a later one says that it is otherwise now.
        if claims[place].outcome.isHeld != claim.outcome.isHeld { claims[place] = claim }
      } else if claims.count < Self.most {
        places[claim.lineage] = claims.count
        claims.append(claim)
      } else {
        isComplete = false
      }
    }
  }

  /// The log had an event of these lineages already.
  mutating func noteDuplicate(of lineages: [Lineage], at sequence: UInt64) {
    for lineage in lineages where known[lineage] != nil || known.count < Self.most {
      known[lineage] = sequence
    }
  }

  /// What the subject holds of it, and what they may use now.
  func json(_ entitlements: [Entitlement]) -> JSONText {
    .object([
      ("subject", .text(subject.text)),
      ("lineages", .array(claims.map { ClaimText.json($0, for: subject) })),
      ("entitlements", .array(EntitlementText.rows(of: entitlements).map(\.json))),
      ("isComplete", .bool(isComplete)),
    ])
  }

  /// Says on the results what is held, and on standard error what is not.
  func print(_ entitlements: [Entitlement], _ context: Context) throws {
    for claim in claims where claim.outcome.isHeld {
      try context.output.writeLine(
        ClaimText.sentence(claim, for: subject, namesOthers: context.isPersonsScreen))
    }
    let rows = EntitlementText.rows(of: entitlements)
    if rows.isEmpty {
      context.output.note("Nothing opens for \(visible(subject.text)).")
    } else {
      try context.output.write(EntitlementText.table(of: rows, context))
    }
  }

  /// Says of what is held and opens nothing, because it was erased, what brings it back.
  func noteErased(_ context: Context, in store: EntitlementStore) throws {
    for claim in claims where claim.outcome.isHeld {
      try context.noteIfErased(claim.lineage, in: store, at: known[claim.lineage])
    }
  }

  func noteConflicts(_ context: Context) {
    for claim in claims where !claim.outcome.isHeld {
      context.output.note(
        ClaimText.sentence(claim, for: subject, namesOthers: Terminal.isTerminal(STDERR_FILENO)))
    }
    if !isComplete {
      context.output.note("More than \(Self.most) lineages were submitted; the rest is not listed.")
    }
  }
}
