import EntstoreLMDB

/// The tables of every format, by name and by the number that goes into every checksum. docs/format.md §2.
package enum TableName: String, CaseIterable {
  case meta, events
  case byDate = "by_date"
  case timeline, lineages, entitlements, deadlines, blobs, accounts
  /// Empty so far: the feed of changes.
  case changes

  /// Whether what it holds follows from the log.
  var isDerived: Bool {
    switch self {
    case .byDate, .timeline, .lineages, .entitlements, .deadlines, .accounts: true
    case .meta, .events, .blobs, .changes: false
    }
  }

  var number: UInt64 {
    switch self {
    case .meta: 1
    case .events: 2
    case .byDate: 3
    case .timeline: 4
    case .lineages: 5
    case .entitlements: 6
    case .deadlines: 7
    case .blobs: 8
    case .accounts: 9
    case .changes: 10
    }
  }
}

/// The open tables of one store.
struct Tables: Sendable {
  let meta: StoreTable
  let events: StoreTable
  let byDate: StoreTable
  let timeline: StoreTable
  let lineages: StoreTable
  let entitlements: StoreTable
  let deadlines: StoreTable
  let blobs: StoreTable
  let accounts: StoreTable

  /// - Parameter made: Those that the engine was opened without.
  init(_ engine: LMDBEnvironment, made: [TableName: Table] = [:]) {
    func open(_ name: TableName) -> StoreTable {
      StoreTable(name: name, engine: made[name] ?? engine.table(name.rawValue))
    }
    meta = open(.meta)
    events = open(.events)
    byDate = open(.byDate)
    timeline = open(.timeline)
    lineages = open(.lineages)
    entitlements = open(.entitlements)
    deadlines = open(.deadlines)
    blobs = open(.blobs)
    accounts = open(.accounts)
  }

  /// What is derived from the log and can be thrown away.
  var derived: [StoreTable] {
    [meta, events, byDate, timeline, lineages, entitlements, deadlines, blobs, accounts].filter(
      \.name.isDerived)
  }
}

/// A table with the name that its values are sealed to.
struct StoreTable: Sendable {
  let name: TableName
  let engine: Table
}
