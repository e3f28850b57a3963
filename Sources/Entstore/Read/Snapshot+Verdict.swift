import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// What a surface that cannot ask this store may go by for `subject`: not signed yet.
  ///
  /// - Parameters:
  ///   - subject: Anybody; of somebody never seen nothing is open.
  ///   - instant: When it is issued; `nil`: ``now``. For an instant in the past only what was signed by then counts.
  ///   - offline: What its holder does where the store cannot be asked.
  /// - Throws: ``StoreError/damaged(table:reason:)`` rather than a guess.
  /// - Complexity: O(log *n*) for *n* rows, plus the subject's own rows and their events.
  public func verdict(
    for subject: Subject, at instant: Instant? = nil, offline: OfflinePolicy = .standard
  ) throws -> Verdict {
    let issuedAt = instant ?? now
    let prefix = Key.entitlementPrefix(subject)
    let telling = Telling(context: settings.context, asOf: instant)
    var futures: [LineageFuture] = []
    var hasEverPaid = false
    var cursor = try reader.cursor(in: tables.entitlements.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      let lineage = try Key.entitlement(cursor.key).lineage
      let row = try RowRecord(Seal.opened(cursor.value, key: cursor.key, in: tables.entitlements))
      let told = try told(row, of: lineage, telling)
      futures.append(
        LineageFuture(rail: row.rail, schedule: told.schedule, expiresAt: told.summary.expiresAt))
      // The row tells of the newest purchase alone; that something was paid before is in the events.
      if !hasEverPaid, row.rail.isPaid { hasEverPaid = try fold(lineage, telling).hasBeenPaidFor }
      isThere = try cursor.next()
    }
    return Verdict(
      subject: subject, environment: environment, issuedAt: issuedAt, hasEverPaid: hasEverPaid,
      offline: offline, keys: KeySchedule.merging(futures, from: issuedAt, catalog: settings.index))
  }
}

extension EntitlementStore {
  /// What a surface that cannot ask this store may go by for `subject`, as of now: sign it and hand it out.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)`` rather than a guess; ``StoreError/closed``.
  /// - Complexity: O(log *n*) for *n* rows, plus the subject's own rows and their events. No wait for writers.
  public func verdict(for subject: Subject, offline: OfflinePolicy = .standard) throws -> Verdict {
    try read { snapshot in try snapshot.verdict(for: subject, offline: offline) }
  }
}

extension Rail {
  /// Whether what comes over it is sold: a gift and the store's own acts are not.
  fileprivate var isPaid: Bool {
    switch self {
    case .appStore, .stripe, .playStore: true
    case .local, .grant: false
    }
  }
}
