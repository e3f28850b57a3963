import Entstore
import EntstoreLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs a workload on a store and says what the store has acknowledged, and what it has refused.
package final class Rehearsal {
  private let path: String
  private var drafts: Drafts
  private let say: (String) -> Void
  private let now: @Sendable () -> Instant

  /// The step that is being run.
  private var number = 0
  private var engine: LMDBEnvironment?
  private var store: EntitlementStore?

  /// - Parameter say: Takes each line; an acknowledgement is said only after the store's.
  package init(path: String, seed: UInt64, say: @escaping (String) -> Void) {
    self.path = path
    self.say = say
    drafts = Drafts(seed: seed)
    // One instant for all: what is signed by the store itself is told apart by its random ids.
    now = { Drafts.firstDay.advanced(by: .days(400)) }
  }

  /// Runs every step, whatever became of those before.
  ///
  /// A failure is said with what can be read after it.
  package func run(_ workload: Workload) async {
    for (number, step) in workload.steps.enumerated() {
      do {
        self.number = number
        try await self.run(step)
        try acknowledge()
      } catch {
        say("\(error is StoreError ? "failed" : "untyped") \(number) \(error)")
        tellWhatIsRead()
      }
    }
    close()
  }

  /// Says that the log is acknowledged up to `sequence`, or to its end.
  private func acknowledge(upTo sequence: UInt64? = nil) throws {
    func acknowledged() throws -> Acknowledged {
      let links = try LogLinks(path)
      let end = try sequence ?? links.head().sequence
      return Acknowledged(step: number, sequence: end, link: try links.link(of: end) ?? "")
    }
    do {
      say(try acknowledged().line)
    } catch is LMDBError {
      // A fault has met this look from below, and does not outlast it.
      close()
      say(try acknowledged().line)
    }
  }

  /// Says how far the log reads, through the store that has failed, unless it was closed by it.
  private func tellWhatIsRead() {
    guard let store else { return }
    do {
      say("read \(try store.read { try $0.eventCount() })")
    } catch StoreError.closed {
      close()
    } catch {
      say("unreadable \(error)")
    }
  }

  private func close() {
    store?.close()
    engine?.close()
    store = nil
    engine = nil
  }

  /// The store, opened if it is not.
  private func opened() throws -> EntitlementStore {
    if let store { return store }
    let opened = try EntitlementStore(path: path, environment: .production, clock: now)
    store = opened
    return opened
  }

  private func run(_ step: Step) async throws {
    switch step {
    case .open(let mapBytes):
      _ = try opened()
      // Opened before the store is, a small map is the store's too.
      guard let mapBytes else { return }
      close()
      engine = try LMDBEnvironment(
        path: path, tables: [], options: .init(access: .existing, mapBytes: mapBytes))
      _ = try opened()
    case .append: _ = try await opened().append([drafts.next()])
    case .appendBatch(let count): _ = try await opened().append(drafts.batch(count))
    case .appendTogether(let count): try await appendTogether(drafts.batch(count))
    case .appendLarge(let byteCount): try await appendRetrying([drafts.next(raw: byteCount)])
    case .setCatalog(let days):
      let catalog = Catalog(
        entitlements: ["pro": .init(products: [.appStore: [Drafts.monthly]])],
        terms: [Drafts.season: .days(days)])
      try opened().write { try $0.setCatalog(catalog) }
    case .setPolicy: try opened().write { try $0.setPolicy(Policy(renewalLeeway: .hours(5))) }
    case .claim(let lineage, let subject): _ = try opened().claim(Drafts.lineage(lineage), for: subject)
    case .transfer(let lineage, let subject): try opened().transfer(Drafts.lineage(lineage), to: subject)
    case .mapToken: try opened().mapToken("subject-2", to: "max")
    case .grantAndRevoke:
      try opened().write { transaction in
        let grant = try transaction.grant("pro", to: "kim", until: nil)
        try transaction.revokeGrant(grant.lineage)
      }
    case .compact:
      engine?.close()
      engine = nil
      _ = try opened().compactInPlace()
      store = nil
    case .backup: try backUp()
    case .erase(let subject): _ = try opened().erase(subject: subject)
    case .loseDeadline: try loseDeadline()
    case .rebuild: _ = try opened().rebuild()
    }
  }

  private func appendTogether(_ drafts: [EventDraft]) async throws {
    let store = try opened()
    let outcomes = await withTaskGroup { group in
      for draft in drafts {
        group.addTask { await Result { try await store.append([draft])[0].sequence } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Each caller hears of its own event, whatever became of the others'.
    for case .success(let sequence) in outcomes { try acknowledge(upTo: sequence) }
    for outcome in outcomes { _ = try outcome.get() }
  }

  private func appendRetrying(_ drafts: [EventDraft]) async throws {
    do {
      _ = try await opened().append(drafts)
    } catch let error as StoreError where error.isRetryable {
      _ = try await opened().append(drafts)
    }
  }

  /// Where the last backup is.
  package static func backupName(of path: String) -> String { path + ".backup" }

  private func backUp() throws {
    let backup = Self.backupName(of: path)
    unsafe unlink(backup)
    _ = try opened().backup(to: backup)
  }

  /// Takes one derived entry away, from below.
  private func loseDeadline() throws {
    _ = try opened()
    let engine = try LMDBEnvironment(path: path, tables: ["deadlines"], options: .init(access: .existing))
    defer { engine.close() }
    let table = engine.table("deadlines")
    try engine.write { transaction in
      let first = try transaction.reader.firstKey(in: table)
      if let first { _ = try transaction.delete(first, in: table) }
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

extension Reader {
  fileprivate func firstKey(in table: Table) throws -> [UInt8]? {
    var cursor = try cursor(in: table)
    guard try cursor.first() else { return nil }
    return unsafe cursor.key.withUnsafeBytes { unsafe Array($0) }
  }
}
