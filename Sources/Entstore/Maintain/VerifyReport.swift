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

  init() {}

  /// What is wrong with the pages that the tables lie on.
  init(faultsOfPages faults: [String]) {
    faultCount = UInt64(faults.count)
    self.faults = faults.map { Fault(table: Self.file, what: $0) }
  }

  /// The first fault, if it is one of the pages.
  var faultOfPages: String? { faults.first.flatMap { $0.table == Self.file ? $0.what : nil } }

  private static let file = "file"

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
