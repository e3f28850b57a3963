#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LMDBEnvironment {
  /// Writes a copy of the newest snapshot to a new file: its tables, and no byte of anything that was removed from them. Writers
  /// go on meanwhile.
  ///
  /// Durable when this returns, and readable by its owner only; on error nothing is left behind.
  ///
  /// - Throws: ``LMDBError/alreadyExists(path:)``, ``LMDBError/diskFull(path:)`` and others, about the copy.
  /// - Complexity: O(*bytes*), with a snapshot held all the while.
  package func copyCompacted(to path: String) throws(LMDBError) {
    try checkOpen()
    try shared.checkFork()
    if FileIdentity(at: path) != nil { throw .alreadyExists(path: path) }
    // Under its own name only when it is whole: whoever finds it can use it.
    let unfinished = path + ".unfinished-\(getpid())"
    unsafe unlink(unfinished)
    defer { unsafe unlink(unfinished) }
    let file: FileDescriptor
    do throws(LMDBError) {
      file = try FileDescriptor(opening: unfinished, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    } catch .notFoundFile {
      throw .notFoundFile(path: path)
    }
    do throws(LMDBError) {
      try copy(to: unfinished)
    } catch .diskFull {
      throw .diskFull(path: path)
    }
    try file.synchronize(path: path)
    // A link, because renaming would replace a file that has come to be there meanwhile.
    if unsafe link(unfinished, path) != 0 { throw .system("link", path: path, errno: errno) }
    try FileDescriptor.synchronizeFolder(of: path)
  }

  private func copy(to path: String) throws(LMDBError) {
    let usedBytes = info.usedBytes
    // A slot that is free now, even if only dead readers are in the way.
    unsafe shared.endRead(try shared.beginRead())
    let seat = unsafe try shared.beginRead()
    defer { unsafe shared.endRead(seat) }
    let reader = unsafe Reader(seat)
    let copied: Result<Void, LMDBError> = reader.readingAhead {
      do throws(LMDBError) {
        var copy = try FreshFile(at: path, copying: usedBytes)
        for (name, table) in tables.sorted(by: { $0.key < $1.key }) { try copy.add(name, table, of: reader) }
        try copy.finish()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try copied.get()
  }

  /// Puts another store in this one's place: the file at `path` is moved here. The environment is closed
  /// after.
  ///
  /// A crash leaves the old file or the new one, whole. Waits for this handle's transactions.
  ///
  /// - Parameters:
  ///   - path: A sound file in the same file system, not open anywhere.
  ///   - transactionID: Replaces only if this is still the last commit; `nil`: whatever it is.
  /// - Throws: ``LMDBError/busy(path:)`` if this file is open anywhere else: nothing changed and the
  ///   environment stays open. If moving itself fails, the old file is still in place and the environment is
  ///   closed.
  package func replaceFile(with path: String, ifStillAt transactionID: Int? = nil) throws(LMDBError) {
    try checkOpen()
    try shared.checkFork()
    let replacement = try Self.prepare(path)
    guard EnvironmentRegistry.reserve(shared) else { throw .busy(path: shared.path) }
    do throws(LMDBError) {
      try lockForReplacing()
      // With the lock held nobody else can commit: what the copy lacks now, it would lack for good.
      if let transactionID, info.lastTransactionID != transactionID {
        _ = try shared.lockFile.lock(LOCK_SH, path: shared.path)
        throw .busy(path: shared.path)
      }
    } catch {
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

  /// Checks that the file is a whole store, that nobody has it open, and that it is on the disk.
  private static func prepare(_ path: String) throws(LMDBError) -> FileDescriptor {
    let file = try FileDescriptor(opening: path, flags: O_RDONLY)
    guard try file.lock(LOCK_EX | LOCK_NB, path: path) else { throw .busy(path: path) }
    guard try Soundness.check(file, path: path) else { throw .notAStore(path: path) }
    try file.synchronize(path: path)
    return file
  }

  private func lockForReplacing() throws(LMDBError) {
    if try shared.lockFile.lock(LOCK_EX | LOCK_NB, path: shared.path) { return }
    // A refused exclusive lock has cost the shared one.
    _ = try shared.lockFile.lock(LOCK_SH, path: shared.path)
    throw .busy(path: shared.path)
  }
}
