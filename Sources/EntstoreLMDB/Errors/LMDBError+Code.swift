import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LMDBError {
  /// Names a failed system call's `errno`.
  static func system(_ operation: String, path: String, errno code: Int32) -> LMDBError {
    switch code {
    case ENOENT: .notFoundFile(path: path)
    case EISDIR: .isDirectory(path: path)
    case EEXIST: .alreadyExists(path: path)
    case EACCES, EPERM: .permission(path: path)
    case EROFS: .readOnlyFileSystem(path: path)
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EFBIG: .fileTooLarge(path: path)
    // What LMDB makes of a write that ended early.
    case EIO where FileSizeLimit.isReached(at: path): .fileTooLarge(path: path)
    case EIO where FreeSpace.isExhausted(at: path): .diskFull(path: path)
    default: .system(operation: operation, path: path, code: code)
    }
  }

  /// Names what an LMDB function returned: one of its own negative codes, or an `errno`.
  static func lmdb(_ operation: String, path: String, returned code: Int32) -> LMDBError {
    switch code {
    case MDB_INVALID: .notAStore(path: path)
    case MDB_VERSION_MISMATCH: .versionMismatch(path: path)
    case MDB_MAP_RESIZED: .mapOutgrown(path: path)
    case MDB_PANIC: .mustReopen(path: path, operation: operation)
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND: .corrupted(path: path, operation: operation, code: code)
    case 1...: .system(operation, path: path, errno: code)
    default: .lmdb(operation: operation, path: path, code: code)
    }
  }

  /// Names what LMDB returned inside a transaction, where the environment can tell the rest.
  static func lmdb(_ operation: String, in transaction: OpaquePointer, returned code: Int32) -> LMDBError {
    let environment = unsafe mdb_txn_env(transaction)
    var name: UnsafePointer<CChar>?
    unsafe mdb_env_get_path(environment, &name)
    let path = unsafe name.map { unsafe String(cString: $0) } ?? ""
    guard code == MDB_MAP_FULL else { return .lmdb(operation, path: path, returned: code) }
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(environment, &info)
    return .mapFull(path: path, mapBytes: unsafe info.me_mapsize)
  }

  /// Whether the same call may succeed later without anybody repairing anything.
  package var isRetryable: Bool {
    switch self {
    case .mapFull, .mapOutgrown, .readersFull, .busy, .otherLockFile, .replacedWhileOpening, .mustReopen,
      .system(_, _, EMFILE), .system(_, _, ENFILE):
      true
    case .notFoundFile, .isDirectory, .alreadyExists, .notAStore, .versionMismatch, .truncated, .missingTable,
      .diskFull, .fileTooLarge, .networkFileSystem, .readOnlyFileSystem, .permission, .openedReadOnly,
      .usedAfterFork, .movedAway, .closed, .damaged, .lockFile, .corrupted, .system, .lmdb:
      false
    }
  }

  /// LMDB's code (negative) or the system's `errno` (positive); 0 where the engine itself said no.
  package var code: Int32 {
    switch self {
    case .notFoundFile, .movedAway: ENOENT
    case .isDirectory: EISDIR
    case .alreadyExists: EEXIST
    case .notAStore: MDB_INVALID
    case .versionMismatch: MDB_VERSION_MISMATCH
    case .missingTable: MDB_NOTFOUND
    case .diskFull: ENOSPC
    case .fileTooLarge: EFBIG
    case .mapFull: MDB_MAP_FULL
    case .mapOutgrown: MDB_MAP_RESIZED
    case .readersFull: MDB_READERS_FULL
    case .readOnlyFileSystem: EROFS
    case .permission: EACCES
    case .mustReopen: MDB_PANIC
    case .busy, .otherLockFile: EWOULDBLOCK
    case .truncated, .networkFileSystem, .openedReadOnly, .replacedWhileOpening, .usedAfterFork, .closed: 0
    case .damaged: MDB_CORRUPTED
    // LMDB's own would say that the store is damaged.
    case .lockFile: ENOLCK
    case .corrupted(_, _, let code), .system(_, _, let code), .lmdb(_, _, let code): code
    }
  }
}
