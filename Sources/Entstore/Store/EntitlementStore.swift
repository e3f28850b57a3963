import EntstoreCodec
import EntstoreLMDB

/// One file that holds what the stores said and answers who may use what.
///
/// An append-only log of events is the truth; one row for each (subject, lineage) is derived from it in the same transaction.
/// Any number of threads and processes read at once and never wait; writers take turns. Opening the same file twice in a
/// process shares it.
///
/// Source: docs/architecture.md, docs/format.md.
public final class EntitlementStore: Sendable {
  /// The file.
  public let path: String
  /// Which of a store's two worlds this file holds.
  public let environment: StoreEnvironment
  /// A number that no other store has.
  public let identity: [UInt8]

  let engine: LMDBEnvironment
  let tables: Tables
  let clock: @Sendable () -> Instant
  let isReadOnly: Bool
  let snapshotLifetime: TimeSpan
  let reportLongSnapshot: (@Sendable (StoreReader) -> Void)?
  let settings = SettingsCache()
  let memory = FoldMemory()
  let appends: AppendQueue

  /// What the opener wants of the file.
  public enum Opening: Hashable, Sendable {
    /// The store if there is one, else a new one.
    case create
    /// The store that is there.
    case existing
    /// The store that is there, never written; works on read-only media.
    case readOnly
  }

  /// Opens the store at `path`.
  ///
  /// Durable: a new store is on disk when this returns.
  ///
  /// - Parameters:
  ///   - path: The file; its lock stands beside it as `path-lock`.
  ///   - environment: What a new store will hold, and what an old one must hold; `nil`: whatever it holds (a new one: production).
  ///   - opening: Whether the store may be made or written.
  ///   - clock: The wall clock, for `receivedAt` and for questions about now.
  ///   - snapshotLifetime: How long one snapshot is read at the most; nothing ends one that is read for longer, see
  ///     ``StoreReader``.
  ///   - onLongSnapshot: Hears of each snapshot of this process that has outlived that, once, from the next ``write(_:)`` or
  ///     append to the file, on the thread that writes and before its transaction begins.
  /// - Throws: ``StoreError``: not found, not a store, of a newer format, of the other environment, or a fault of the system.
  /// - Complexity: O(1); the file is mapped, not read.
  public convenience init(
    path: String, environment: StoreEnvironment? = nil, opening: Opening = .create,
    clock: @escaping @Sendable () -> Instant = SystemClock.now,
    snapshotLifetime: TimeSpan = .seconds(60), onLongSnapshot: (@Sendable (StoreReader) -> Void)? = nil
  ) throws(StoreError) {
    try StoreError.checkPath(path)
    if opening == .create {
      do {
        try Making.makeIfAbsent(path: path, environment: environment, now: clock())
      } catch let error as LMDBError {
        // Of the name that it is made under nobody knows.
        switch error {
        case .notFoundFile: throw StoreError.notMade(at: path)
        case .permission: throw StoreError(LMDBError.permission(path: path), path: path)
        default: throw StoreError(error, path: path)
        }
      } catch {
        throw StoreError(error, path: path)
      }
    }
    try self.init(
      openingEngine(path: path, opening: opening), path: path, environment: environment, opening: opening,
      clock: clock, snapshotLifetime: snapshotLifetime, onLongSnapshot: onLongSnapshot)
  }

  /// Opens the store at `path` for a look of some milliseconds, also where the disk has no room for its lock file.
  ///
  /// Whoever opens it meanwhile waits then, see ``isWithoutLockFile``; so that needs that nobody has it open.
  package convenience init(examining path: String) throws(StoreError) {
    let engine: LMDBEnvironment
    do {
      engine = try LMDBEnvironment(
        path: path, tables: TableName.allCases.map(\.rawValue),
        options: .init(access: .readOnly, mayKeepOthersOut: true))
    } catch {
      throw StoreError(error, path: path)
    }
    try self.init(
      engine, path: path, environment: nil, opening: .readOnly, clock: SystemClock.now,
      snapshotLifetime: .seconds(60), onLongSnapshot: nil)
  }

  /// Whether it was opened without its lock file, for which there is no room: nobody else can open it now.
  package var isWithoutLockFile: Bool { engine.isWithoutLockFile }

  private init(
    _ engine: LMDBEnvironment, path: String, environment: StoreEnvironment?, opening: Opening,
    clock: @escaping @Sendable () -> Instant, snapshotLifetime: TimeSpan,
    onLongSnapshot: (@Sendable (StoreReader) -> Void)?
  ) throws(StoreError) {
    do {
      let tables = Tables(engine)
      let identity = try Identity.loadedOrMade(
        engine, tables, path: path, environment: environment, opening: opening, now: clock())
      self.path = path
      self.environment = identity.environment
      self.identity = identity.number
      self.engine = engine
      self.tables = tables
      self.clock = clock
      isReadOnly = opening == .readOnly
      self.snapshotLifetime = snapshotLifetime
      reportLongSnapshot = onLongSnapshot
      appends = AppendQueue()
    } catch {
      engine.close()
      throw StoreError(error, path: path)
    }
  }

  deinit {
    engine.close()
  }

  /// Lets go of the file, waiting for reads that are under way. Every call after this throws ``StoreError/closed``.
  public func close() {
    engine.close()
  }
}

private func openingEngine(
  path: String, opening: EntitlementStore.Opening
) throws(StoreError) -> LMDBEnvironment {
  func open(_ access: LMDBEnvironment.Access) throws(LMDBError) -> LMDBEnvironment {
    try LMDBEnvironment(
      path: path, tables: TableName.allCases.map(\.rawValue), options: .init(access: access))
  }
  do {
    switch opening {
    case .readOnly: return try open(.readOnly)
    case .existing: return try open(.existing)
    case .create:
      if (try? FileSize.of(path)) == 0 { return try open(.create) }
      do {
        return try open(.existing)
      } catch .missingTable(_, _, hasOthers: false) {
        return try open(.create)
      }
    }
  } catch .notFoundFile where opening == .create {
    throw .notMade(at: path)
  } catch {
    throw StoreError(error, path: path)
  }
}
