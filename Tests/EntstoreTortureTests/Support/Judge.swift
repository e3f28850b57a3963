import Entstore
import EntstoreLMDB
import Foundation
import Testing
import TortureSupport

/// What the store that a crash has left must be: checked whole, and written to.
struct Judge {
  /// Where a log may end, by its length: the link of its last event.
  private(set) var boundaries: [UInt64: String] = [0: String(repeating: "00", count: 32)]
  /// The last that was acknowledged.
  private(set) var acknowledged: Acknowledged?
  /// How many acknowledgements there were.
  private(set) var heard = 0
  /// How much longer the log may be than what was acknowledged; nil: it ends where a step that is expected does.
  var beyond: Set<UInt64>?
  /// How long the log was before anything was acknowledged.
  var start: UInt64 = 0
  /// Whether something derived may be wrong, and must be right after a rebuild.
  var isUnderRepair = false
  /// The step since which there must be a backup.
  var backupStep: Int?

  /// How long the log was that was looked at last; nil where there was no store.
  private(set) var length: UInt64?

  /// Takes note of a step that a run acknowledges, if not yet.
  mutating func expect(_ line: String) {
    if let expected = Acknowledged(line: line) { boundaries[expected.sequence] = expected.link }
  }

  mutating func hear(_ line: String) {
    expect(line)
    // Callers that wait for one commit hear of it in any order.
    guard let acknowledgement = Acknowledged(line: line) else { return }
    heard += 1
    if acknowledgement.sequence >= acknowledged?.sequence ?? 0 { acknowledged = acknowledgement }
  }

  /// What is wrong with the store, in words; nothing is, where this is empty. Writes to it.
  mutating func faults(of path: String) -> [String] {
    length = nil
    do {
      return try found(in: path)
    } catch {
      return ["it cannot be used: \(error)"]
    }
  }

  private mutating func found(in path: String) throws -> [String] {
    if !FileManager.default.fileExists(atPath: path) {
      return acknowledged == nil ? [] : ["the store is gone"]
    }
    var faults = try backupFaults(Rehearsal.backupName(of: path))
    let store = try EntitlementStore(path: path, environment: .production, opening: .existing)
    defer { store.close() }
    let links = try LogLinks(path)
    let head = try links.head()
    length = head.sequence
    if try links.link(of: head.sequence) != head.link { faults.append("the head is not the last event's") }
    if let acknowledged, try links.link(of: acknowledged.sequence) != acknowledged.link {
      faults.append("\(acknowledged.line) is lost; the log has \(head.sequence) events")
    }
    let isWhole =
      beyond.map { $0.contains(head.sequence &- (acknowledged?.sequence ?? start)) }
      ?? (boundaries[head.sequence] == head.link)
    if !isWhole { faults.append("the log ends with \(head.sequence), inside a step") }
    if isUnderRepair { _ = try store.rebuild() }
    let report = try store.verify()
    if !report.isSound { faults.append("verify: \(report.faults)") }
    if report.events != head.sequence { faults.append("verify saw \(report.events) of \(head.sequence)") }

    let next = EventDraft(
      rail: .appStore, id: "after", signedAt: store.clockAfter, label: EventLabel(type: "TEST"),
      environment: .production, provenance: .vouched)
    let receipt = try store.write { try $0.append(next) }
    if receipt.outcome == .recorded, receipt.sequence != head.sequence + 1 {
      faults.append("the next event became \(receipt.sequence) after \(head.sequence)")
    }
    return faults
  }
}

extension Judge {
  /// What is wrong with the backup: one that has its name is whole.
  private func backupFaults(_ backup: String) throws -> [String] {
    if !FileManager.default.fileExists(atPath: backup) {
      let isLost = backupStep.map { $0 <= acknowledged?.step ?? -1 } ?? false
      return isLost ? ["the backup is gone"] : []
    }
    let store = try EntitlementStore(path: backup, opening: .readOnly)
    defer { store.close() }
    let report = try store.verify()
    return report.isSound && report.events > 0
      ? [] : ["the backup: \(report.events) events, \(report.faults)"]
  }
}

extension EntitlementStore {
  /// An instant that no event of a workload has.
  fileprivate var clockAfter: Instant { Instant(epochMilliseconds: 1_893_456_000_000) }
}
