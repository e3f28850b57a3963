import CRawLMDB
import Entstore
import Synchronization

/// Hands out fresh events, and writes them one a commit.
final class Appender: Sendable {
  private struct State: ~Copyable {
    let fresh: FreshEvents
    var ready: [EventDraft] = []
    var lastKey: UInt64
  }

  private let state: Mutex<State>
  private let store: EntitlementStore
  private let raw: RawLMDB
  private let table: MDB_dbi
  private let record: [UInt8]
  /// Events that are decoded together, outside of what is timed as far as possible.
  private static let chunk = 5_000

  init(_ workspace: Workspace, store: EntitlementStore, raw: RawLMDB) throws {
    self.store = store
    self.raw = raw
    table = try raw.table("events")
    let entries = try raw.entries(of: table)
    let statistics = try raw.statistics(of: table)
    let pages = statistics.ms_leaf_pages + statistics.ms_overflow_pages
    // As many bytes as an event of this store has.
    record = [UInt8](repeating: 0x5a, count: max(64, pages * Int(statistics.ms_psize) / max(1, entries)))
    let life = try workspace.life(subjects: 50_000, months: 12, seed: 2, shuffled: true)
    state = Mutex(State(fresh: try FreshEvents(life), lastKey: UInt64(entries)))
  }

  /// Decodes ahead, so that the next `count` events cost nothing.
  func prepare(_ count: Int) throws {
    try state.withLock { state in
      if state.ready.count < count { state.ready += try state.fresh.next(count - state.ready.count) }
    }
  }

  func next() throws -> EventDraft {
    try state.withLock { state in
      if state.ready.isEmpty { state.ready = try state.fresh.next(Self.chunk) }
      return state.ready.removeLast()
    }
  }

  func appendToStore() throws {
    let draft = try next()
    try store.write { _ = try $0.append(draft) }
  }

  /// One record of the same size at the end of the log, committed and synced: the least that an append can cost.
  func appendToRaw() throws {
    let number = state.withLock { state in
      state.lastKey += 1
      return state.lastKey
    }
    try raw.commit(withUnsafeBytes(of: number.bigEndian) { Array($0) }, record, in: table)
  }
}
