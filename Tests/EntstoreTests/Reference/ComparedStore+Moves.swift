import Entstore
import EntstoreRails
import Foundation

/// What is done to the file, and not to what it says.
extension ComparedStore {
  mutating func reopen() throws { try open(store.path) }

  mutating func moveToCopy() throws {
    let path = newPath()
    _ = try store.compact(to: path)
    try open(path)
  }

  mutating func compactInPlace() throws {
    _ = try store.compactInPlace()
    do {
      _ = try store.counts()
      throw Disagreement(description: "a store that was compacted goes on, \(context)")
    } catch is StoreError {}
    try open(store.path)
  }

  /// The process ends while it writes: what is on the disk goes on, without what was not committed.
  mutating func crash() throws {
    struct Death: Error {}
    let (path, draft) = (newPath(), history.event())
    do {
      try store.write { [path = store.path] transaction in
        _ = try transaction.append(draft)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".left")
        throw Death()
      }
    } catch is Death {}
    try FileManager.default.moveItem(atPath: store.path + ".left", toPath: path)
    try open(path)
  }

  /// All lines of an export into an empty store, which then goes on.
  mutating func moveToExport() throws {
    let lines = try exported()
    let path = newPath()
    let before = store
    store = try EntitlementStore(path: path, environment: .production, clock: { [clock] in clock.now })
    before.close()
    try store.write { [context] transaction in
      for line in lines {
        let outcome = try transaction.take(line).outcome
        try agree(outcome != .duplicate, "\(line) is exported twice, \(context)")
      }
    }
    try agree(try exported() == lines, "the export of an export is another one, \(context)")
    // The remainders of what was redacted are the new store's own.
    model.relearn(try log())
  }

  private func exported() throws -> [String] {
    try log().map { String(decoding: try ExchangeLine.line(for: $0), as: UTF8.self) }
  }
}
