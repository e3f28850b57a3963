import Entstore
import TortureSupport

/// A store that several processes use at once, and what they were told.
final class CrowdedStore {
  let arena: Arena
  private var judge = Judge()
  private var untold: [String] = []

  init() throws {
    arena = try Arena()
    try opened(.create).close()
  }

  /// How many acknowledgements there were.
  var acknowledged: Int { judge.heard }

  func opened(_ opening: EntitlementStore.Opening = .existing) throws -> EntitlementStore {
    try EntitlementStore(path: arena.store, environment: .production, opening: opening, clock: { Crowd.now })
  }

  /// One more process, as ``Crowd`` says.
  func join(_ role: String, _ words: [String] = []) throws -> Child {
    try arena.start("entstore-torture-driver", [arena.store, role] + words)
  }

  /// Has as many processes write at once, and hears all that they are told.
  func write(_ pairs: Int, by writers: Range<Int>, _ how: [String] = []) throws {
    let writers = try writers.map { try join("write", ["\($0)", "\(pairs)"] + how) }
    // In turn, so that nobody gets further ahead than a pipe holds.
    var talking = writers
    while !talking.isEmpty {
      talking.removeAll { writer in
        guard let line = writer.line() else { return true }
        hear(line)
        return false
      }
    }
    for writer in writers {
      let code = writer.finish()
      if code != 0 { untold.append("a writer ended with \(code)") }
    }
  }

  /// Takes note of what a writer says.
  func hear(_ line: String) {
    judge.hear(line)
    if Acknowledged(line: line) == nil { untold.append(line) }
  }

  /// By how many bytes the file grows meanwhile.
  func growth(during body: () throws -> Void) throws -> UInt64 {
    let store = try opened()
    defer { store.close() }
    let before = try store.counts().fileBytes
    try body()
    return try store.counts().fileBytes - before
  }

  /// What is wrong with the store, or was said by a writer; writes to it.
  func faults() throws -> [String] {
    try untold + changed() + judge.faults(of: arena.store)
  }

  private func changed() throws -> [String] {
    let links = try LogLinks(arena.store)
    return try judge.boundaries.filter { try links.link(of: $0) != $1 }.map {
      "event \($0.key) is not what was acknowledged"
    }
  }
}
