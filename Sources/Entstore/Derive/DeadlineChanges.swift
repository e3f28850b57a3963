import EntstoreLMDB

/// What is to change in `deadlines`. The instants of one lineage lie far from each other there, and beside those of others: written
/// in the order of its keys, a page is written once for all that falls on it.
struct DeadlineChanges {
  private var isThere: [[UInt8]: Bool] = [:]

  mutating func put(_ key: [UInt8]) { isThere[key] = true }
  mutating func remove(_ key: [UInt8]) { isThere[key] = false }

  func write(to table: StoreTable, in engine: inout WriteTransaction) throws {
    for (key, isThere) in isThere.sorted(by: { $0.key.rawSpan.precedes($1.key.rawSpan) }) {
      if isThere {
        try engine.put([], for: key, in: table)
      } else {
        try engine.remove(key, in: table)
      }
    }
  }
}
