import EntstoreCodec
import EntstoreLMDB

/// From a lineage's timeline to who holds it, its row and its deadlines: what every commit, `rebuild` and `verify` share.
struct Derivation {
  let tables: Tables
  let context: FoldContext
  let identity: IdentityPolicy

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
    let row: RowRecord?
    /// What stands of the lineage in `accounts`, by key.
    var mentions: [[UInt8]: [UInt8]] = [:]

    var record: LineageRecord { LineageRecord(holding, hasRow: row != nil) }
    /// Under whom its row stands: the owner, or nobody, and everybody it is shared with.
    var holders: [Subject?] { row == nil ? [] : [holding.owner] + holding.members }
    /// The instants at which the answer changes by itself.
    var deadlines: [Instant] { row?.schedule.segments.compactMap(\.until) ?? [] }
  }

  /// Folds `lineage`; `nil` if it has no events.
  func outcome(of lineage: Lineage, in reader: Reader) throws -> Outcome? {
    var fold = LineageFold(context: context)
    var holders = HoldingFold()
    var rail: Rail?
    var isThere = false
    try reader.forEachTimelineEntry(of: lineage, in: tables.timeline) { position, record in
      isThere = true
      holders.apply(record)
      guard record.isFolded else { return }
      fold.apply(record.facts, at: position)
      rail = record.rail
    }
    guard isThere else { return nil }
    let row = rail.map { RowRecord(rail: $0, schedule: fold.schedule(), summary: fold.summary) }
    return try held(lineage, by: holders, row: row, in: reader)
  }
}

extension HoldingFold {
  /// Takes what one entry says of who holds the lineage.
  mutating func apply(_ record: TimelineRecord) {
    if let custody = record.custody { apply(custody.kind, by: custody.subject, at: record.sequence) }
    if let copy = record.facts.purchase { apply(copy, at: record.sequence) }
  }
}
