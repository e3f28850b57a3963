import EntstoreLMDB

/// Somebody who reads a snapshot at this moment.
///
/// A snapshot costs nothing by itself. But the pages that commits give up while it is read cannot be used again before it ends,
/// and the file grows by what is written instead. Nothing ends a snapshot from outside: whoever reads for long does it in pages,
/// a ``EntitlementStore/read(for:_:)`` for each.
public struct StoreReader: Hashable, Sendable {
  public let processID: Int32
  /// How many commits were made since its snapshot was taken.
  public let commitsBehind: Int
  /// The pages that were given up since, in bytes. Whoever began earlier keeps them from being used as well.
  public let pinnedBytes: UInt64
  /// What this process knows of its own reader; `nil` for another process's.
  public let own: Own?

  /// A reader of this process.
  public struct Own: Hashable, Sendable {
    /// When its snapshot was taken, by the clock of the store that it reads through.
    public let beganAt: Instant
    /// Whether that is longer ago than the lifetime that the store was opened with.
    public let isOverdue: Bool
    /// What ``EntitlementStore/read(for:_:)`` was said to be for.
    public let purpose: String?
    /// The number of its thread, as debuggers show it.
    public let thread: UInt
  }
}

extension EntitlementStore {
  /// Everybody who reads a snapshot of this file now, in this process and in others, the oldest snapshot first.
  ///
  /// - Complexity: O(reader slots + commits whose pages are free).
  public func readers() throws -> [StoreReader] {
    do {
      // Looked at before this one reads itself.
      let snapshots = engine.readers().compactMap { slot in slot.transactionID.map { (slot.processID, $0) } }
      var noted = engine.notedReads()
      let pages = try pageReport()
      return snapshots.sorted { $0.1 < $1.1 }.map { processID, snapshot in
        var own: NotedRead?
        if processID == Self.processID, let place = noted.firstIndex(where: { $0.transactionID == snapshot })
        {
          own = noted.remove(at: place)
        }
        return reader(processID, snapshot, own, pages)
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// Tells of those who read for too long; a write is what they make the file grow by.
  func reportLongSnapshots() {
    guard let report = reportLongSnapshot else { return }
    let bound = clock().advanced(by: snapshotLifetime.negated)
    let overdue = engine.unreportedReads(before: bound.epochMilliseconds)
    // A write must not fail because its file cannot be looked at.
    guard !overdue.isEmpty, let pages = try? pageReport() else { return }
    for read in overdue { report(reader(Self.processID, read.transactionID, read, pages)) }
  }

  private func reader(
    _ processID: Int32, _ snapshot: Int, _ noted: NotedRead?, _ pages: PageReport
  ) -> StoreReader {
    StoreReader(
      processID: processID, commitsBehind: pages.lastCommit - snapshot,
      pinnedBytes: pages.bytesGivenUp(since: snapshot),
      own: noted.map { noted in
        let beganAt = Instant(epochMilliseconds: noted.beganAt)
        return StoreReader.Own(
          beganAt: beganAt, isOverdue: beganAt.advanced(by: snapshotLifetime) < clock(), purpose: noted.label,
          thread: noted.thread)
      })
  }
}
