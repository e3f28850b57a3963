import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every environment that this process has open, by device and inode.
///
/// Two `MDB_env` of one file in one process would release each other's locks: POSIX drops a process's locks
/// on a file when any of its descriptors is closed.
enum EnvironmentRegistry {
  struct Entry {
    let shared: SharedEnvironment
    var handles: Int
    var isClosing = false
  }

  private static let entries = Mutex<[FileIdentity: Entry]>([:])

  private enum Outcome {
    case opened(SharedEnvironment, [String: Table])
    case closing(SharedEnvironment)
    case replaced
  }

  /// Opens the file or joins those who have it open, and finds or makes the tables.
  static func open(
    path: String, tables: [String], options: LMDBEnvironment.Options
  ) throws(LMDBError) -> (SharedEnvironment, [String: Table]) {
    var attempts = 0
    while attempts < 8 {
      let outcome = try entries.withLock { entries throws(LMDBError) -> Outcome in
        try attempt(path: path, tables: tables, options: options, entries: &entries)
      }
      switch outcome {
      case .opened(let shared, let tables): return (shared, tables)
      case .closing(let shared): shared.waitUntilClosed()
      case .replaced: attempts += 1
      }
    }
    throw .replacedWhileOpening(path: path)
  }

  private static func attempt(
    path: String, tables: [String], options: LMDBEnvironment.Options, entries: inout [FileIdentity: Entry]
  ) throws(LMDBError) -> Outcome {
    var options = options
    options.isNew = FileIdentity(at: path) == nil
    let file = try openDataFile(path, options: options)
    let status = try file.status(path: path)
    if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: path) }
    if status.st_mode & S_IFMT != S_IFREG { throw .notAStore(path: path) }
    let identity = FileIdentity(status)

    if let entry = entries[identity], entry.shared.generation == ForkGeneration.current {
      if entry.isClosing { return .closing(entry.shared) }
      try entry.shared.admit(options)
      let tables = try entry.shared.openTables(tables, creating: options.access == .create)
      entries[identity]?.handles += 1
      return .opened(entry.shared, tables)
    }

    // Taken away since it was opened: somebody took a file that is just being made for abandoned.
    guard let resolved = try FileIdentity.resolvedPath(of: path) else { return .replaced }
    // Another file under the path of one that is open, or beside a link to its lock file: both would use one lock file.
    let lock = FileIdentity(at: resolved + "-lock")
    for entry in entries.values
    where entry.shared.path == resolved || (lock != nil && entry.shared.lock == lock) {
      if entry.shared.generation != ForkGeneration.current { continue }
      return entry.isClosing ? .closing(entry.shared) : .replaced
    }
    guard
      let shared = try SharedEnvironment.open(
        file, identity: identity, path: resolved, options: options)
    else { return .replaced }
    do throws(LMDBError) {
      let tables = try shared.openTables(tables, creating: options.access == .create)
      entries[identity] = Entry(shared: shared, handles: 1)
      return .opened(shared, tables)
    } catch {
      shared.shutDown()
      throw error
    }
  }

  /// Looks whether a file that is to be at `path` could have its lock file there; see ``LockFile/check(beside:)``.
  static func checkLockFile(beside path: String) throws(LMDBError) {
    try entries.withLock { entries throws(LMDBError) in
      // That of a file which was moved away since it was opened: it is LMDB's.
      if let lock = FileIdentity(at: path + "-lock"),
        entries.values.contains(where: { $0.shared.lock == lock })
      {
        return
      }
      try LockFile.check(beside: path)
    }
  }

  private static func openDataFile(
    _ path: String, options: LMDBEnvironment.Options
  ) throws(LMDBError) -> FileDescriptor {
    // Not blocking, so that a pipe is looked at rather than waited for.
    let access: Int32 =
      switch options.access {
      case .readOnly: O_RDONLY
      case .existing: O_RDWR
      case .create: O_RDWR | O_CREAT
      }
    return try FileDescriptor(opening: path, flags: access | O_NONBLOCK, mode: mode_t(options.fileMode))
  }

  /// Gives back one handle; the last one closes the file and waits for its transactions.
  static func release(_ shared: SharedEnvironment) {
    let isLast = entries.withLock { entries in
      entries[shared.identity]?.handles -= 1
      guard entries[shared.identity]?.handles == 0 else { return false }
      entries[shared.identity]?.isClosing = true
      return true
    }
    guard isLast else { return }
    shared.shutDown()
    remove(shared)
  }

  /// Marks the file as closing if `shared` has one handle, so that nobody joins it; false if it has more.
  static func reserve(_ shared: SharedEnvironment) -> Bool {
    entries.withLock { entries in
      guard let entry = entries[shared.identity], entry.handles == 1, !entry.isClosing else { return false }
      entries[shared.identity]?.isClosing = true
      return true
    }
  }

  /// Undoes ``reserve(_:)``, unless the last handle was closed meanwhile.
  static func unreserve(_ shared: SharedEnvironment) {
    entries.withLock { entries in
      if let entry = entries[shared.identity], entry.handles > 0 {
        entries[shared.identity]?.isClosing = false
      }
    }
  }

  /// Unlocks and forgets a file that was shut down.
  static func remove(_ shared: SharedEnvironment) {
    // Before the registry's lock: whoever holds that may be waiting for this one.
    _ = try? shared.lockFile.lock(LOCK_UN, path: shared.path)
    entries.withLock { entries in
      if entries[shared.identity]?.shared === shared { entries[shared.identity] = nil }
    }
    shared.markClosed()
  }
}
