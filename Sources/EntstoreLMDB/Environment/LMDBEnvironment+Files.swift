#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LMDBEnvironment {
  /// Writes a copy of the newest snapshot to a new file: its tables, and no byte of anything that was removed from them. Writers
  /// go on meanwhile.
  ///
  /// Durable when this returns, and readable by its owner only. On error nothing is left behind; what a process leaves that
  /// dies over it, the next copy takes away.
  ///
  /// - Parameters:
  ///   - entry: Looks at each entry, with its table's name, before it is copied; throwing ends the copy.
  ///   - check: Looks at the whole copy, which is at ``copyName(for:)`` until this returns; throwing removes it.
  /// - Throws: ``LMDBError/damaged(path:table:what:)`` about this file; ``LMDBError/alreadyExists(path:)``,
  ///   ``LMDBError/diskFull(path:)`` and others, about the copy; what `entry` and `check` throw.
  /// - Complexity: O(*bytes*), with a snapshot held all the while.
  package func copyCompacted(
    to path: String, entry: (String, RawSpan, RawSpan) throws -> Void = { _, _, _ in },
    check: (String) throws -> Void = { _ in }
  ) throws {
    try checkOpen()
    try shared.checkFork()
    if FileIdentity(at: path) != nil { throw LMDBError.alreadyExists(path: path) }
    try Self.checkLockFile(beside: path)
    // Under its own name only when it is whole: whoever finds it can use it.
    try withCopy(for: path, entry) { copy in
      try check(copy.path)
      // Whoever dies behind the renaming would leave it to nobody.
      LockFile.remove(beside: copy.path)
      try copy.finish(as: path)
    }
  }

  /// Writes such a copy for `body` alone, which gets its path; it never has another name, and is gone when this returns.
  ///
  /// - Parameter path: What the copy is named after, in whose folder it lies; see ``copyName(for:)``.
  package func withCompactedCopy(
    for path: String, entry: (String, RawSpan, RawSpan) throws -> Void, _ body: (String) throws -> Void
  ) throws {
    try checkOpen()
    try shared.checkFork()
    try withCopy(for: path, entry) { try body($0.path) }
  }

  private func withCopy(
    for path: String, _ entry: (String, RawSpan, RawSpan) throws -> Void,
    _ body: (borrowing UnfinishedFile) throws -> Void
  ) throws {
    var transactionID = 0
    let copy = try unfinishedCopy(for: path, &transactionID, entry)
    // Whoever checks it opens it like any other store.
    _ = try copy.file.lock(LOCK_SH, path: path)
    defer { LockFile.remove(beside: copy.path) }
    try body(copy)
  }

  /// Looks whether what is to be a store at `path` could be opened there.
  ///
  /// - Throws: ``LMDBError/lockFile(path:code:)`` if something else has the name of its lock file.
  package static func checkLockFile(beside path: String) throws(LMDBError) {
    try EnvironmentRegistry.checkLockFile(beside: path)
  }

  /// Takes away what was left unfinished for `path` by those who have died over it.
  package static func removeAbandoned(for path: String) {
    UnfinishedFile.removeAbandoned(for: path)
  }

  /// A name for a file on its way to be the one at `path`, which ``removeAbandoned(for:)`` knows.
  package static func unfinishedName(for path: String) -> String {
    UnfinishedFile.name(for: path)
  }

  /// Where a copy that this process makes lies until it is the file at `path`.
  package static func copyName(for path: String) -> String {
    UnfinishedFile.copyName(for: path)
  }

  /// A compacted copy on its way to be the file at `path`, on the disk already.
  ///
  /// - Parameter transactionID: Set to that of the snapshot that was copied. What ``info`` says may be one more: a commit's header can
  ///   be seen before its transaction can be read.
  private func unfinishedCopy(
    for path: String, _ transactionID: inout Int, _ entry: (String, RawSpan, RawSpan) throws -> Void
  ) throws -> UnfinishedFile {
    UnfinishedFile.removeAbandoned(for: shared.path)
    UnfinishedFile.removeAbandoned(for: path)
    let copy = try UnfinishedFile(for: path)
    do {
      transactionID = try self.copy(to: copy.path, entry)
    } catch LMDBError.diskFull {
      throw LMDBError.diskFull(path: path)
    } catch LMDBError.fileTooLarge {
      throw LMDBError.fileTooLarge(path: path)
    }
    try copy.file.synchronize(path: path)
    return copy
  }

  /// Closes the environment, and gives its file the name `path`, unless there is a file of that name.
  ///
  /// Closed before: whoever opens it by its new name, in this process or another, goes by the lock file of that name. The name is
  /// durable when this returns, whoever gave it.
  ///
  /// - Throws: ``LMDBError/busy(path:)`` if this process has another handle of the file.
  package func close(naming path: String) throws(LMDBError) {
    try checkOpen()
    guard EnvironmentRegistry.reserve(shared) else { throw .busy(path: shared.path) }
    guard markClosed() else { throw .closed(path: shared.path) }
    shared.shutDown()
    // Unlocked when it has its name: until then somebody might take it for abandoned.
    defer { EnvironmentRegistry.remove(shared) }
    if let code = UnfinishedFile.rename(shared.path, to: path), code != EEXIST {
      throw .system("rename", path: path, errno: code)
    }
    try FileDescriptor.synchronizeFolder(of: path)
  }

  /// - Returns: The transaction of the snapshot.
  private func copy(
    to path: String, _ entry: (String, RawSpan, RawSpan) throws -> Void
  ) throws -> Int {
    let usedBytes = info.usedBytes
    // A slot that is free now, even if only dead readers are in the way.
    unsafe shared.endRead(try shared.beginRead())
    let seat = unsafe try shared.beginRead()
    defer { unsafe shared.endRead(seat) }
    let reader = unsafe Reader(seat)
    // What the engine does not find would not be in the copy, and be gone for good.
    if let fault = try pageFaults().first { throw LMDBError(fault, in: shared.path) }
    try reader.readingAhead {
      var copy = try FreshFile(at: path, copying: usedBytes)
      for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
        try copy.add(name, table, of: reader) { try entry(name, $0, $1) }
      }
      try copy.finish()
    }
    return reader.transactionID
  }

  /// Replaces the file by a copy of itself without free pages. The environment is closed after.
  ///
  /// A crash leaves the old file or the new one, whole, and at the worst the unfinished copy beside it, which the next
  /// compaction takes away.
  ///
  /// - Parameter entry: Looks at each entry, with its table's name, before it is copied; throwing ends the copy.
  /// - Throws: ``LMDBError/busy(path:)`` if this file is open anywhere else, or was written while it was copied;
  ///   ``LMDBError/movedAway(path:)`` if another one is at the path by now;
  ///   ``LMDBError/damaged(path:table:what:)``; ``LMDBError/diskFull(path:)``: there is no room for the copy; what `entry` throws.
  ///   Nothing changed then and the environment stays open.
  package func compactInPlace(entry: (String, RawSpan, RawSpan) throws -> Void = { _, _, _ in }) throws {
    try checkOpen()
    var transactionID = 0
    let copy = try unfinishedCopy(for: shared.path, &transactionID, entry)
    guard try Soundness.check(copy.file, path: copy.path) else { throw LMDBError.notAStore(path: copy.path) }
    try replaceFile(with: copy.file, at: copy.path, ifStillAt: transactionID)
  }

  /// Puts another store in this one's place: the file at `path` is moved here. The environment is closed
  /// after.
  ///
  /// A crash leaves the old file or the new one, whole. Waits for this handle's transactions.
  ///
  /// - Parameter path: A sound file in the same file system, not open anywhere.
  /// - Throws: ``LMDBError/busy(path:)`` if this file is open anywhere else: nothing changed and the
  ///   environment stays open. If moving itself fails, the old file is still in place and the environment is
  ///   closed.
  package func replaceFile(with path: String) throws(LMDBError) {
    try checkOpen()
    try shared.checkFork()
    let file = try FileDescriptor(opening: path, flags: O_RDONLY)
    guard try file.lock(LOCK_EX | LOCK_NB, path: path) else { throw .busy(path: path) }
    // Closing alone would leave the lock to a process that is just being started.
    defer { _ = try? file.lock(LOCK_UN, path: path) }
    guard try Soundness.check(file, path: path) else { throw .notAStore(path: path) }
    try file.synchronize(path: path)
    try replaceFile(with: file, at: path, ifStillAt: nil)
  }

  /// - Parameters:
  ///   - replacement: The file at `path`, locked.
  ///   - transactionID: Replaces only if this is still the last commit; `nil`: whatever it is.
  private func replaceFile(
    with replacement: borrowing FileDescriptor, at path: String, ifStillAt transactionID: Int?
  ) throws(LMDBError) {
    guard EnvironmentRegistry.reserve(shared) else { throw .busy(path: shared.path) }
    do throws(LMDBError) {
      guard try shared.lockFile.lock(LOCK_EX | LOCK_NB, path: shared.path) else {
        throw .busy(path: shared.path)
      }
      try shared.checkPlace()
      // With the lock held nobody else can commit: what the copy lacks now, it would lack for good.
      if let transactionID, info.lastTransactionID != transactionID { throw .busy(path: shared.path) }
    } catch {
      // A refused exclusive lock has cost the shared one.
      _ = try? shared.lockFile.lock(LOCK_SH, path: shared.path)
      EnvironmentRegistry.unreserve(shared)
      throw error
    }
    guard markClosed() else { throw .closed(path: shared.path) }
    // Closed before the new file is in place: whoever opens that must find the lock file unused.
    shared.shutDown()
    defer { EnvironmentRegistry.remove(shared) }
    if unsafe rename(path, shared.path) != 0 { throw .system("rename", path: path, errno: errno) }
    _ = try replacement.lock(LOCK_UN, path: path)
    try FileDescriptor.synchronizeFolder(of: shared.path)
  }
}
