import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// Finds out what an erasure of one person takes out of the log, and what stays under a pseudonym because somebody else's answers
/// follow from it.
///
/// Whatever stays is told with other names and otherwise the same, so nobody else's answer can change by it.
struct ErasurePlan {
  /// The names of the person, each with its pseudonym: the subject, and whatever tokens of theirs were before they stood for them.
  private let pseudonyms: [Subject: Subject]
  /// Tokens of theirs that are a subject with something of its own, to whom nothing happens.
  let namesakes: [Subject]
  /// Whom the token of their name stands for, if it is somebody else.
  let tokenHolder: Subject?
  /// Tokens that stand for the subject, or would be a subject of their name.
  private let tokens: Set<AccountToken>
  /// Lineages of which nobody else has anything.
  let lineages: Set<Lineage>
  /// Those of them that open for somebody else too, who would lose that.
  private(set) var shared: [Lineage] = []

  private var erased: [EventPosition] = []
  private var redacted: [Redaction] = []
  private var accounts: [(position: EventPosition, act: AccountAct)] = []
  /// What takes the place of the tokens that other lineages have named.
  private var others: [AccountToken: AccountToken] = [:]
  /// Every name, to be looked for in payloads and in what people have written.
  private let names: PersonNames

  /// - Complexity: O(*n*) for *n* events, lineages and tokens.
  init(of subject: Subject, in reader: Reader, _ tables: Tables) throws {
    let holder = try reader.account(AccountToken(canonical: subject.text), in: tables)?.subject
    tokenHolder = holder == subject ? nil : holder
    tokens = try reader.tokens(of: subject, in: tables)
    let others = Set(tokens.map { Subject(canonical: $0.text) }).subtracting([subject])
    let standing = try reader.standing(of: others, in: tables)
    namesakes = standing.sorted()
    pseudonyms = try others.subtracting(standing).reduce(into: [subject: try Subject(Self.newName())]) {
      $0[$1] = try Subject(Self.newName())
    }
    (lineages, shared) = try reader.lineages(onlyOf: subject, with: tokens, in: tables)
    names = PersonNames([subject.text] + tokens.map(\.text))
    try reader.forEachEntry(of: tables.events) { _, payload in
      if let record = try LogEntry.event(of: payload).record { try take(record) }
    }
    for (position, act) in accounts { takeAccount(act, at: position) }
  }

  /// What it comes to; `nil` where the log knows nothing of the subject.
  func erasure(reason: String?) -> Erasure? {
    if erased.isEmpty, redacted.isEmpty { return nil }
    return Erasure(
      erased: erased.sorted(), redacted: redacted.sorted { $0.position < $1.position },
      reason: isNaming(reason) ? nil : reason)
  }

  /// Whether a text tells of the person.
  func isNaming(_ text: String?) -> Bool { text.map(names.areWords(in:)) ?? false }

  private static func newName() throws -> String {
    "erased-" + (try RandomBytes.make(count: 16).hexadecimal)
  }

  private mutating func take(_ record: EventRecord) throws {
    switch record.body {
    case .facts(let facts): try take(facts, of: record)
    case .act(.account(let act)):
      if pseudonyms[act.subject] != nil || tokens.contains(act.token) {
        accounts.append((record.position, act))
      }
    case .act(.custody(let act)):
      if lineages.contains(act.lineage) { return erased.append(record.position) }
      var changes: [Redaction.Change] = []
      if let pseudonym = pseudonyms[act.subject] {
        switch act.kind {
        // Nobody's answer but the subject's own follows from these.
        case .share, .unshare: return erased.append(record.position)
        case .submit, .claim, .transfer, .restore: changes.append(.subject(pseudonym))
        }
      }
      if let pseudonym = act.from.flatMap({ pseudonyms[$0] }) { changes.append(.from(pseudonym)) }
      redact(record, changes)
    case .act(.grant(let grant)):
      if lineages.contains(grant.lineage) { return erased.append(record.position) }
      redact(record, pseudonyms[grant.subject].map { [.subject($0)] } ?? [])
    case .act(.grantRevoked(let revocation)):
      if lineages.contains(revocation.lineage) { return erased.append(record.position) }
      redact(record, [])
    case .act(.erasure): redact(record, [])
    case .act(.catalog), .act(.policy), .act(.identity): break
    }
  }

  private mutating func take(_ facts: [LineageFacts], of record: EventRecord) throws {
    let gone = facts.indices.filter { lineages.contains(facts[$0].lineage) }
    if !facts.isEmpty, gone.count == facts.count { return erased.append(record.position) }
    var changes: [Redaction.Change] = []
    // From behind, so that the places of the others stay.
    for (number, place) in gone.reversed().enumerated() {
      changes.append(.dropped(at: place, of: facts.count - number))
    }
    let left = facts.filter { !lineages.contains($0.lineage) }
    for (place, fact) in left.enumerated() {
      guard let token = fact.purchase?.token, tokens.contains(token) else { continue }
      let other = try others[token] ?? AccountToken(Self.newName())
      others[token] = other
      changes.append(.token(at: place, other))
    }
    redact(record, changes)
  }

  /// Puts down what becomes of an event that stays, if it tells of the person in any of its parts.
  private mutating func redact(_ record: EventRecord, _ changes: [Redaction.Change]) {
    let reason = if case .act(let act) = record.body { act.reason } else { nil as String? }
    if changes.isEmpty, !isNaming(reason), !names.areQuoted(in: record.raw) { return }
    redacted.append(Redaction(position: record.position, changes: changes))
  }

  /// A token that other lineages name still stands for somebody, or who holds them would change.
  private mutating func takeAccount(_ act: AccountAct, at position: EventPosition) {
    guard let other = others[act.token] else { return erased.append(position) }
    var changes: [Redaction.Change] = [.token(at: 0, other)]
    if let pseudonym = pseudonyms[act.subject] { changes.append(.subject(pseudonym)) }
    redacted.append(Redaction(position: position, changes: changes))
  }
}

extension Reader {
  /// The tokens that stand for `subject`, and the one of their own name unless it stands for somebody else.
  fileprivate func tokens(of subject: Subject, in tables: Tables) throws -> Set<AccountToken> {
    var tokens: Set<AccountToken> = []
    try forEachToken(in: tables) { if $1 == subject { tokens.insert($0) } }
    let itself = AccountToken(canonical: subject.text)
    if try account(itself, in: tables) == nil { tokens.insert(itself) }
    return tokens
  }

  private func forEachToken(in tables: Tables, _ body: (AccountToken, Subject) throws -> Void) throws {
    try forEachEntry(of: tables.accounts) { key, payload in
      // The key of a token is the token alone; all other keys have a NUL.
      if key.copied().contains(0) { return }
      var name = ByteReader(key)
      let token = try name.text("token", count: name.remaining)
      try body(AccountToken(canonical: token), try Account(payload).subject)
    }
  }

  /// Those of `subjects` that have something themselves: a lineage, a part in one, or a token.
  fileprivate func standing(of subjects: Set<Subject>, in tables: Tables) throws -> Set<Subject> {
    if subjects.isEmpty { return [] }
    var found: Set<Subject> = []
    try forEachToken(in: tables) { if subjects.contains($1) { found.insert($1) } }
    try forEachEntry(of: tables.lineages) { _, payload in
      let holding = try LineageRecord(payload).holding
      found.formUnion(subjects.intersection(holding.members + (holding.owner.map { [$0] } ?? [])))
    }
    return found
  }

  /// The lineages that `subject` owns, or nobody does and only the subject's tokens have named; and those that are shared.
  fileprivate func lineages(
    onlyOf subject: Subject, with tokens: Set<AccountToken>, in tables: Tables
  ) throws -> (all: Set<Lineage>, shared: [Lineage]) {
    var found: Set<Lineage> = []
    var shared: [Lineage] = []
    try forEachEntry(of: tables.lineages) { key, payload in
      let holding = try LineageRecord(payload).holding
      let isOnlyNamed = !holding.otherTokens.isEmpty && tokens.isSuperset(of: holding.otherTokens)
      if holding.owner == subject || holding.owner == nil && isOnlyNamed {
        let lineage = try Key.lineage(in: key, behind: [])
        found.insert(lineage)
        if holding.members.contains(where: { $0 != subject }) { shared.append(lineage) }
      }
    }
    return (found, shared)
  }
}
