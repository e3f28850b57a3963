import Entstore

/// What a driver does to a store, by name: a list of steps, each acknowledged on its own.
package enum Workload: String, CaseIterable, Sendable {
  /// Something of all that writes.
  case everything
  /// The least that makes a store, writes to it and replaces it.
  case little
  /// Two events.
  case pair
  /// One event, several, from several callers at once.
  case appends
  /// The file is replaced again and again.
  case compactions
  /// Something derived is lost, and derived again.
  case repairs
  /// Events that do not fit the map, which grows.
  case growth
  /// The file is copied, checked and copied again.
  case backups
  /// Persons are forgotten, and buy again.
  case erasures

  var steps: [Step] {
    switch self {
    case .everything:
      [
        .open(), .append, .append, .setCatalog(seasonDays: 30), .appendBatch(5), .append,
        .claim(1, by: "kim"),
        .appendTogether(4), .transfer(1, to: "lee"), .mapToken, .grantAndRevoke, .setCatalog(seasonDays: 60),
        .appendBatch(6), .setPolicy, .compact, .append, .claim(2, by: "lee"), .appendLarge(40_000), .append,
        .compact, .erase("lee"), .append, .backup, .erase("kim"), .append,
      ]
    case .little:
      [.open(), .append, .setCatalog(seasonDays: 30), .appendBatch(3), .compact, .append, .append]
    case .pair: [.append, .append]
    case .appends:
      [.open()] + (0..<60).flatMap { [.append, .appendBatch(2 + $0 % 5), .appendTogether(3)] }
    case .compactions:
      [.open()] + (0..<40).flatMap { _ in [.append, .appendBatch(3), .compact] }
    case .repairs:
      [.open(), .append] + (0..<40).flatMap { _ in [.appendBatch(2), .loseDeadline, .rebuild] }
    case .growth:
      [.open(mapBytes: 1 << 19)] + (0..<60).map { _ in .appendLarge(60_000) }
    case .backups:
      [.open()] + (0..<40).flatMap { _ in [.appendBatch(3), .backup] }
    case .erasures:
      [.open()] + (0..<10).flatMap { Self.erasing(lineage: $0 % 6) }
    }
  }
}

extension Workload {
  private static func erasing(lineage: Int) -> [Step] {
    let token: Subject = ["subject-0", "subject-1", "subject-2"][lineage / 2]
    return [
      .appendBatch(6), .claim(lineage, by: "kim"), .transfer(lineage, to: "lee"), .grantAndRevoke,
      .erase(token), .append,
      .erase("kim"), .appendBatch(2), .erase("lee"),
    ]
  }

  package var lastStep: Int { steps.count - 1 }

  /// The step since which there is a backup; nil where there is none, or it comes and goes.
  package var backupStep: Int? {
    let backups = steps.indices.filter { if case .backup = steps[$0] { true } else { false } }
    return backups.count == 1 ? backups[0] : nil
  }

  /// How many events the log may have beyond what was acknowledged last, where the run has ended at any moment.
  package func lengths(beyond acknowledged: Acknowledged?) -> Set<UInt64> {
    let step = acknowledged?.step ?? -1
    var lengths: Set<UInt64> = [0]
    if step >= 0, case .appendTogether(let count) = steps[step] { lengths.formUnion(0..<UInt64(count)) }
    return step + 1 < steps.count ? lengths.union(steps[step + 1].lengths) : lengths
  }
}

/// One thing that is done to a store.
enum Step {
  case open(mapBytes: Int? = nil)
  case append
  case appendBatch(Int)
  case appendTogether(Int)
  case appendLarge(Int)
  case setCatalog(seasonDays: Int64)
  case setPolicy
  case claim(Int, by: Subject)
  case transfer(Int, to: Subject)
  case mapToken
  case grantAndRevoke
  case compact
  case backup
  case erase(Subject)
  case loseDeadline
  case rebuild
}

extension Step {
  /// How many events it may have added to the log while it is not done.
  fileprivate var lengths: Set<UInt64> {
    switch self {
    case .open, .compact, .backup, .loseDeadline, .rebuild: [0]
    case .append, .appendLarge, .setCatalog, .setPolicy, .claim, .transfer, .mapToken, .erase: [0, 1]
    case .appendBatch(let count): [0, UInt64(count)]
    case .appendTogether(let count): Set(0...UInt64(count))
    case .grantAndRevoke: [0, 2]
    }
  }
}
