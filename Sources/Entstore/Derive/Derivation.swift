import EntstoreCodec
import EntstoreLMDB

/// From a lineage's timeline to who holds it, its row and its deadlines: what every commit, `rebuild` and `verify` share.
struct Derivation {
  let tables: Tables
  let context: FoldContext
  let identity: IdentityPolicy
  /// What earlier transactions have folded; `nil` where everything is folded from the first event.
  var memory: FoldMemory?

  init(tables: Tables, settings: Settings) {
    self.init(tables: tables, context: settings.context, identity: settings.identity)
  }

  init(tables: Tables, context: FoldContext, identity: IdentityPolicy) {
    self.tables = tables
    self.context = context
    self.identity = identity
  }

  /// Everything derived from one lineage's timeline.
  struct Outcome: Equatable {
    var holding: Holding
    /// `nil` where only acts speak of the lineage.
    var row: RowRecord?
    /// What stands of the lineage in `accounts`, by key.
    var mentions: [[UInt8]: [UInt8]] = [:]

    var record: LineageRecord { LineageRecord(holding, hasRow: row != nil) }
    /// Under whom its row stands: the owner, or nobody, and everybody it is shared with.
    var holders: [Subject?] { row == nil ? [] : [holding.owner] + holding.members }
    /// The instants at which the answer changes by itself.
    var deadlines: [Instant] { row?.schedule.segments.compactMap(\.until) ?? [] }
  }

  /// What the events of one lineage come to, before other lineages of its owner have their say.
  struct Folded {
    let lineage: Lineage
    var fold: LineageFold
    var holders = HoldingFold()
    /// `nil` where only acts speak of the lineage.
    var rail: Rail?
    /// Where the last entry of its timeline stands; `nil`: there is none.
    var last: EventPosition?
    /// How many entries have been folded.
    var entries = 0

    mutating func apply(_ record: TimelineRecord, at position: EventPosition) {
      last = position
      entries += 1
      holders.apply(record)
      guard record.isFolded else { return }
      fold.apply(record.facts, at: position)
      rail = record.rail
    }

    var row: RowRecord? {
      guard let rail else { return nil }
      let (schedule, summary) = fold.answer
      return RowRecord(rail: rail, schedule: schedule, summary: summary)
    }
  }

  /// Folds `lineage`; `nil` if it has no events.
  func folded(_ lineage: Lineage, in reader: Reader) throws -> Folded? {
    var folded =
      memory?.take(lineage, under: context) ?? Folded(lineage: lineage, fold: LineageFold(context: context))
    try reader.forEachTimelineEntry(of: lineage, after: folded.last, in: tables.timeline) {
      position, record in
      folded.apply(record, at: position)
    }
    guard folded.last != nil else { return nil }
    memory?.keep(folded)
    return folded
  }

  /// All that is derived of `lineage`; `nil` if it has no events.
  ///
  /// - Precondition: Whoever owns the lineage owns it in `lineages` already, and so for the owner's other ones.
  func outcome(
    of lineage: Lineage, in reader: Reader, _ stacks: StackMemory = StackMemory()
  ) throws -> Outcome? {
    guard let folded = try folded(lineage, in: reader) else { return nil }
    return try outcome(of: folded, in: reader, stacks)
  }

  /// All that is derived of a lineage with these events; see ``outcome(of:in:_:)-(Lineage,_,_)``.
  func outcome(of folded: Folded, in reader: Reader, _ stacks: StackMemory) throws -> Outcome {
    var folded = folded
    let lineage = folded.lineage
    var outcome = try held(lineage, by: folded.holders, row: nil, in: reader)
    if !folded.fold.stackingProducts.isEmpty {
      if let owner = outcome.holding.owner {
        let owners = try stacks.stack(of: owner) { try stack(of: owner, in: reader) }
        folded.fold.starts = owners.starts(in: lineage)
      } else {
        folded.fold.stackAlone(in: lineage)
      }
    }
    outcome.row = folded.row
    return outcome
  }

  private func stack(of owner: Subject, in reader: Reader) throws -> Stack {
    try reader.stack(of: owner, terms: context.terms, in: tables) { lineage in
      try folded(lineage, in: reader)?.fold ?? LineageFold(context: context)
    }
  }
}

extension HoldingFold {
  /// Takes what one entry says of who holds the lineage.
  mutating func apply(_ record: TimelineRecord) {
    if let custody = record.custody { apply(custody.kind, by: custody.subject, at: record.sequence) }
    if let copy = record.facts.purchase { apply(copy, at: record.sequence) }
  }
}
