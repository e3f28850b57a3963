import EntstoreLMDB
import Synchronization

/// Appends that wait for a commit. Whoever comes while one is being written shares the next one: the disk's flush is paid once
/// for all of them, and nobody waits for more than two.
final class AppendQueue: Sendable {
  /// What one caller waits for.
  struct Waiting: Sendable {
    let drafts: [EventDraft]
    let continuation: CheckedContinuation<[Receipt], any Error>
  }

  private struct State {
    var waiting: [Waiting] = []
    var isDraining = false
  }

  private let state = Mutex(State())
  private let thread = Mutex<AppendThread?>(nil)

  /// How many events share one commit at the most: bounds how long the first of them waits for the last.
  static let largestBatch = 4_096

  func enqueue(_ waiting: Waiting, drain: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(waiting)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    guard isFirst else { return }
    let thread = thread.withLock { thread in
      thread = thread ?? AppendThread()
      return thread
    }
    // Where no thread is to be had it is written on the caller's.
    if let thread { thread.run(drain) } else { drain() }
  }

  /// The next callers to share a commit; `nil` when nobody waits, and then the next one starts a new drain.
  func takeBatch() -> [Waiting]? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isDraining = false
        return nil
      }
      var count = 0
      var events = 0
      while count < state.waiting.count,
        count == 0 || events + state.waiting[count].drafts.count <= Self.largestBatch
      {
        events += state.waiting[count].drafts.count
        count += 1
      }
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting[..<count])
    }
  }
}

extension EntitlementStore {
  /// Appends events and folds them into their lineages.
  ///
  /// Durable when this returns: all of `drafts`, or none. Callers that come at the same time share one commit; a refusal of
  /// one caller's events does not touch the others'.
  ///
  /// - Parameter drafts: Normalized events, in any order.
  /// - Returns: For each draft its place in the log and what became of it.
  /// - Throws: ``StoreError``: nothing of `drafts` was written. After ``StoreError/diskFull(path:)`` reading goes on.
  /// - Complexity: O(log *n*) an event for *n* stored ones, plus O(*k*) for the *k* events of each lineage touched, and one
  ///   flush of the disk.
  public func append(_ drafts: [EventDraft]) async throws -> [Receipt] {
    if drafts.isEmpty { return [] }
    do {
      // A child of this process has none of its threads.
      try engine.checkFork()
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
    return try await withCheckedThrowingContinuation { continuation in
      appends.enqueue(AppendQueue.Waiting(drafts: drafts, continuation: continuation)) { [self] in
        while let batch = appends.takeBatch() { commit(batch) }
      }
    }
  }

  /// Writes what several callers appended in one transaction.
  private func commit(_ batch: [AppendQueue.Waiting]) {
    var refusals: [Int: StoreError] = [:]
    let outcome = Result<[Result<[Receipt], any Error>], any Error> {
      try write { transaction in
        try batch.enumerated().map { index, waiting in
          do {
            return .success(try transaction.appendAll(waiting.drafts))
          } catch let error as StoreError where error.isRefusal {
            refusals[index] = error
            return .failure(error)
          }
        }
      }
    }
    if batch.count > 1, case .failure(StoreError.damaged) = outcome {
      // One caller's lineage is damaged, and nothing was written: it fails alone.
      for waiting in batch { commit([waiting]) }
      return
    }
    for (index, waiting) in batch.enumerated() {
      switch outcome {
      case .success(let results): waiting.continuation.resume(with: results[index])
      // Who was refused hears that, even if the refusal could not be counted.
      case .failure(let error): waiting.continuation.resume(throwing: refusals[index] ?? error)
      }
    }
  }
}

extension StoreTransaction {
  /// Appends all of `drafts`, or refuses them before any is written.
  fileprivate mutating func appendAll(_ drafts: [EventDraft]) throws -> [Receipt] {
    for draft in drafts { try check(draft, rawByteCount: draft.rawByteCount) }
    var receipts: [Receipt] = []
    receipts.reserveCapacity(drafts.count)
    for draft in drafts { receipts.append(try append(draft)) }
    return receipts
  }
}

extension StoreError {
  /// Whether one event was refused, with everything else as it was.
  public var isRefusal: Bool {
    switch self {
    case .wrongEnvironment, .wrongApp, .implausibleDate, .repeatedLineage, .misplacedAct, .emptyGrant,
      .noSuchGrant,
      .tokenTaken, .eventTooLarge, .olderFormat, .sharedWithOthers:
      true
    case .notFound, .folderNotFound, .fileExists, .notAStore, .newerFormat, .environmentMismatch, .damaged,
      .diskFull, .busy, .openUnderOtherName, .movedAway, .readOnly,
      .readOnlyDisk, .implausibleClock, .closed, .engine:
      false
    }
  }
}
