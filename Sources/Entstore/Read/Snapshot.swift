import EntstoreCodec
import EntstoreLMDB

/// One consistent view of a store: what was committed when it was taken, whatever is written meanwhile.
///
/// It cannot leave the closure that it is given to; the compiler sees to that.
public struct Snapshot: ~Escapable {
  let reader: Reader
  let tables: Tables
  let settings: Settings
  /// Which of a store's two worlds it is of.
  public let environment: StoreEnvironment
  /// The instant that "now" means in this snapshot.
  public let now: Instant

  @_lifetime(copy reader)
  init(reader: Reader, tables: Tables, settings: Settings, environment: StoreEnvironment, now: Instant) {
    self.reader = reader
    self.tables = tables
    self.settings = settings
    self.environment = environment
    self.now = now
  }

  /// What is sold.
  public var catalog: Catalog { settings.catalog }
  /// What is sold, from a product to its keys.
  public var catalogIndex: CatalogIndex { settings.index }
  /// The business decisions in force.
  public var policy: Policy { settings.policy }
  /// How the store finds out whose a purchase is.
  public var identityPolicy: IdentityPolicy { settings.identity }
}

extension EntitlementStore {
  /// Reads from one consistent snapshot. Never waits for a writer.
  ///
  /// - Parameters:
  ///   - purpose: What it is for, as ``readers()`` tells it of a snapshot that is read for long.
  ///   - body: Gets the snapshot; its result must not need it. Pages that are given up meanwhile cannot be used again until it
  ///     returns, so the file grows by them: see ``StoreReader``.
  /// - Throws: ``StoreError``, or what `body` throws.
  public func read<Result>(
    for purpose: StaticString? = nil, _ body: (Snapshot) throws -> Result
  ) throws -> Result {
    do {
      return try engine.read { reader in
        let settings = try settings.settings(of: reader.transactionID, in: reader, tables)
        let now = clock()
        reader.note(beganAt: now.epochMilliseconds, for: purpose)
        return try body(
          Snapshot(reader: reader, tables: tables, settings: settings, environment: environment, now: now))
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// May `subject` use what `key` names, now, and until when?
  ///
  /// - Returns: ``Access/none`` for a subject or key never seen.
  /// - Throws: ``StoreError/damaged(table:reason:)`` rather than a guess; ``StoreError/closed``.
  /// - Complexity: O(log *n*) for *n* rows, plus the subject's own rows. No wait for writers.
  public func access(of subject: Subject, to key: EntitlementKey) throws -> Access {
    try read { snapshot in try snapshot.access(of: subject, to: key) }
  }

  /// Everything that `subject` has or had, best first.
  ///
  /// - Complexity: O(log *n*) for *n* rows, plus the subject's own rows.
  public func entitlements(of subject: Subject) throws -> [Entitlement] {
    try read { snapshot in try snapshot.entitlements(of: subject) }
  }
}
