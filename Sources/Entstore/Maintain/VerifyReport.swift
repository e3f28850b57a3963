import EntstoreLMDB

/// What `verify` looked at and what it found.
public struct VerifyReport: Hashable, Sendable {
  /// Events in the log.
  public internal(set) var events: UInt64 = 0
  /// Lineages folded again.
  public internal(set) var lineages: UInt64 = 0
  /// Values whose checksum was worked out again.
  public internal(set) var values: UInt64 = 0
  /// The first faults found, at most ``listed`` of them.
  public private(set) var faults: [Fault] = []
  /// All faults found.
  public private(set) var faultCount: UInt64 = 0
  /// Whether events, lineages and values were counted: false where the file's pages are damaged, and nothing behind them was read.
  public private(set) var hasCounts = true

  /// How many faults are listed; more are only counted.
  public static let listed = 100

  /// Whether everything is as it should be.
  public var isSound: Bool { faultCount == 0 }

  /// Something that is not as it should be.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    public let table: String
    /// What and where, in words.
    public let what: String

    public var description: String { "\(table): \(what)" }
  }

  /// Whether every fault is of what follows from the log, so that ``EntitlementStore/rebuild(progress:)`` makes it good.
  public var isDerivable: Bool {
    hasCounts && faults.allSatisfy { fault in TableName(rawValue: fault.table)?.isDerived == true }
  }

  /// Whether the store cannot be opened because a table is missing that follows from the log; ``EntitlementStore/rebuild(path:progress:)``
  /// makes it anew.
  public private(set) var lacksDerivedTable = false

  init() {}

  /// What is wrong with the pages that the tables lie on. Nothing else was looked at.
  init(faultsOfPages faults: [PageFault]) {
    faultCount = UInt64(faults.count)
    self.faults = faults.map { Fault(table: $0.table ?? StoreError.file, what: $0.what) }
    hasCounts = false
  }

  /// What kept the store from being opened, or looked at to the end.
  package init(damage: StoreError) {
    faultCount = 1
    switch damage {
    case .damaged(let table, let reason):
      faults = [Fault(table: table, what: "\(reason)")]
      lacksDerivedTable = reason == .missingTable && TableName(rawValue: table)?.isDerived == true
    default: faults = [Fault(table: StoreError.file, what: "\(damage)")]
    }
    hasCounts = false
  }

  /// What the process that looked has ended of.
  package init(end: String) {
    faultCount = 1
    faults = [Fault(table: StoreError.file, what: end)]
    hasCounts = false
  }

  mutating func found(_ table: TableName, _ what: String) {
    faultCount += 1
    if faults.count < Self.listed { faults.append(Fault(table: table.rawValue, what: what)) }
  }

  /// Adds what was found behind it.
  mutating func add(_ other: VerifyReport) {
    events += other.events
    lineages += other.lineages
    values += other.values
    faultCount += other.faultCount
    faults += other.faults.prefix(Self.listed - faults.count)
  }
}
