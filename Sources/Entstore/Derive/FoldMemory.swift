import EntstoreCodec
import Synchronization

/// The folds of long lineages, kept from one write transaction to the next: an event that comes behind all others of its
/// lineage is applied to what is known, and not folded from the first.
///
/// A fold follows from the context and the timeline, so it stands for as long as neither changes. Three rules see to that:
/// nobody has committed since it was left, an event that comes before the last one folded throws it away, and so does another
/// context.
///
/// Used by the file's one write transaction; the lock is for those that follow each other on several threads.
final class FoldMemory: Sendable {
  /// Folding fewer entries than this costs less than the rest of a commit.
  private static let shortest = 64
  /// The entries of all lineages that are kept, half a kilobyte each. Beyond it everything is thrown away.
  private static let capacity = 65_536

  private struct State {
    var folds: [Lineage: Derivation.Folded] = [:]
    var entries = 0
    /// The commit that `folds` were left for; `nil`: they are worth nothing.
    var left: Commit?
    /// The commit that the transaction under way has found.
    var found: Commit?

    mutating func take(_ lineage: Lineage) -> Derivation.Folded? {
      guard let folded = folds.removeValue(forKey: lineage) else { return nil }
      entries -= folded.entries
      return folded
    }
  }

  /// The link of a head cannot be guessed, so whoever finds it knows that its commit has succeeded; the number tells of commits
  /// that leave the log alone, such as another process's rebuild.
  private struct Commit: Equatable {
    let head: Head
    let number: Int
  }

  private let state = Mutex(State())

  /// A write transaction begins and finds `head`.
  ///
  /// - Parameter number: That of the commit to come.
  func begin(head: Head, number: Int) {
    state.withLock { state in
      let found = Commit(head: head, number: number - 1)
      if state.left != found { state = State() }
      // Where this transaction fails, nobody comes to say so: the next one finds nothing.
      (state.found, state.left) = (found, nil)
    }
  }

  /// All has been derived up to `head`, and the commit is next. Should it fail, nobody will ever find this head.
  func leave(head: Head, number: Int) {
    state.withLock { state in
      // Without an event there may be no commit: then the folds are still those of the one before.
      state.left = head == state.found?.head ? state.found : Commit(head: head, number: number)
    }
  }

  /// An entry has been put into the timeline of `lineage`.
  func noteEntry(of lineage: Lineage, at position: EventPosition) {
    state.withLock { state in
      if let last = state.folds[lineage]?.last, position <= last { _ = state.take(lineage) }
    }
  }

  /// The timeline of `lineage` is not what it was.
  func forget(_ lineage: Lineage) {
    state.withLock { state in _ = state.take(lineage) }
  }

  /// What is known of `lineage`, which is the taker's now.
  func take(_ lineage: Lineage, under context: FoldContext) -> Derivation.Folded? {
    state.withLock { state in
      state.take(lineage).flatMap { $0.fold.context == context ? $0 : nil }
    }
  }

  /// Keeps the fold of all that is in the timeline of a lineage, if it is long.
  func keep(_ folded: Derivation.Folded) {
    guard (Self.shortest...Self.capacity).contains(folded.entries) else { return }
    state.withLock { state in
      _ = state.take(folded.lineage)
      if state.entries + folded.entries > Self.capacity { (state.folds, state.entries) = ([:], 0) }
      state.folds[folded.lineage] = folded
      state.entries += folded.entries
    }
  }
}
