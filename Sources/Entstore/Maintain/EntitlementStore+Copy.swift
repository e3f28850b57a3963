import EntstoreLMDB

/// A checked copy of a store.
public struct Backup: Hashable, Sendable {
  /// How many events its log holds; also the sequence of the last one.
  public let events: UInt64
  /// The link at the end of its log: two copies of a store with the same link hold the same log.
  public let link: [UInt8]
  /// The size of the copy in bytes.
  public let fileBytes: UInt64

  /// Of the copy at `path`, which `check`, or else this process, has found sound.
  fileprivate init(of path: String, _ check: ((String) throws -> Void)?) throws {
    if let check { try check(path) }
    let store = try EntitlementStore(path: path, opening: .readOnly)
    defer { store.close() }
    if check == nil, let fault = try store.verify().faults.first {
      throw StoreError.damaged(table: fault.table, reason: .record(field: fault.what))
    }
    let head = try store.engine.read { try Head.load($0, store.tables) }
    (events, link, fileBytes) = (head.sequence, head.link, try FileSize.of(path))
  }
}

extension EntitlementStore {
  /// Writes a copy to `destination` while others use the store, and checks it before it has that name.
  ///
  /// Durable when it returns; on error nothing is left. Does not replace a file that is there. The copy is a store: to restore it
  /// is to copy it to the place of the lost one while nobody has that open.
  ///
  /// - Parameter check: Gets the path of the copy; throwing removes it. Without it the copy is verified in this process, which
  ///   the engine may end on some kinds of damage.
  /// - Throws: ``StoreError/damaged(table:reason:)`` for a store or a copy that is not sound; what `check` throws.
  /// - Complexity: O(*n* log *n*) for *n* events, and the copy holds a snapshot while it is written.
  public func backup(to destination: String, check: ((String) throws -> Void)? = nil) throws -> Backup {
    var backup: Backup?
    try wrapping(destination) {
      try engine.copyCompacted(to: destination, entry: Seal.check) { backup = try Backup(of: $0, check) }
    }
    guard let backup else { preconditionFailure("a copy is checked before it has its name") }
    return backup
  }

  /// Makes such a copy for `body` alone, which gets its path; it is gone when this returns.
  ///
  /// - Parameters:
  ///   - path: What the copy is named after, in whose folder it lies: ``unfinishedName(of:)``. What others left there that died over
  ///     it is taken away.
  ///   - check: As in ``backup(to:check:)``.
  package func withBackup(
    for path: String, check: @escaping (String) throws -> Void, _ body: (String, Backup) throws -> Void
  ) throws {
    try wrapping(path) {
      try engine.withCompactedCopy(for: path, entry: Seal.check) { try body($0, Backup(of: $0, check)) }
    }
  }

  /// A file for what is read out of a store, which has its name only once it is whole.
  package static func newFile(at path: String) throws -> NewFile {
    do {
      return try NewFile(at: path)
    } catch .notFoundFile {
      throw StoreError.folderNotFound(path: path)
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// Gives the file its name, with all that was written to it; durable when this returns.
  package static func finish(_ file: NewFile, at path: String) throws {
    do {
      try file.finish()
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// Where a copy that this process makes lies until it is the file at `path`; that of ``compactInPlace()`` too.
  package static func unfinishedName(of path: String) -> String { LMDBEnvironment.copyName(for: path) }

  /// Writes a copy without free pages to `destination`, while others use the store.
  ///
  /// Durable when it returns. Does not replace a file that is there. The engine's pages and every checksum are looked at before
  /// and while they are copied.
  ///
  /// - Returns: The sizes of both files in bytes.
  /// - Throws: ``StoreError/damaged(table:reason:)``: there is no copy of a store that is damaged.
  public func compact(to destination: String) throws -> (before: UInt64, after: UInt64) {
    try wrapping(destination) {
      try checkHead()
      try engine.copyCompacted(to: destination, entry: Seal.check)
    }
    return (UInt64(engine.info.fileBytes), try FileSize.of(destination))
  }

  /// Replaces the file by a copy of itself without free pages, and closes this store.
  ///
  /// - Returns: The sizes of both files in bytes.
  /// - Throws: ``StoreError/busy(path:)`` while anybody else has the store open; ``StoreError/damaged(table:reason:)`` where a page
  ///   or a checksum is not right, see ``compact(to:)``. Nothing has changed then.
  public func compactInPlace() throws -> (before: UInt64, after: UInt64) {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    do {
      // The engine takes it for a bug of its caller's when it is closed; here it is an error.
      try checkHead()
      let before = try FileSize.of(path)
      try engine.compactInPlace(entry: Seal.check)
      return (before, try FileSize.of(path))
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// Makes sure that no copy tells an older catalog, or less of the log, for an older page's sake.
  private func checkHead() throws { try engine.read { _ = try Head.load($0, tables) } }

  private func wrapping(_ destination: String, _ body: () throws -> Void) throws {
    try StoreError.checkPath(destination)
    do {
      try body()
    } catch LMDBError.notFoundFile {
      throw StoreError.notMade(at: destination)
    } catch {
      throw StoreError.wrapping(error, path: destination)
    }
  }
}
