import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension StoreError {
  /// The system would only say that there is no such file, and a copy would be written before it does.
  static func checkPath(_ path: String) throws(StoreError) {
    if path.isEmpty {
      throw .engine(code: ENOENT, message: "the path is empty; name a file", isRetryable: false)
    }
  }

  /// Why no file could be made at `path`, where the system says that there is none.
  static func notMade(at path: String) -> StoreError {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    guard unsafe access(folder, F_OK) == 0 else { return .folderNotFound(path: path) }
    return .engine(code: ENOENT, message: "no file can be made at \(path)", isRetryable: false)
  }
}

extension StoreError {
  /// What an error from below means to the user of a store; anything else is the user's own and passes as it is.
  static func wrapping(_ error: any Error, path: String) -> any Error {
    switch error {
    case let error as LMDBError: StoreError(engine: error, path: path)
    case let error as CodecError: StoreError(codec: error)
    case let error as DigestError: StoreError(digest: error)
    default: error
    }
  }

  /// As ``wrapping(_:path:)``, where nothing but the store's own code can have thrown.
  init(_ error: any Error, path: String) {
    switch Self.wrapping(error, path: path) {
    case let error as StoreError: self = error
    default: self = .engine(code: 0, message: "\(error)", isRetryable: false)
    }
  }

  /// What stands for a table where none is known, or more than one is concerned.
  static let file = "file"

  private init(engine error: LMDBError, path: String) {
    switch error {
    case .notFoundFile: self = .notFound(path: path)
    case .isDirectory: self = .notAStore(path: path, reason: "it is a folder; name a file inside it")
    case .notAStore: self = .notAStore(path: path, reason: Self.whatIsThere(path))
    case .missingTable(_, _, hasOthers: false):
      self = .notAStore(path: path, reason: "it is an LMDB file, but not one of entstore's")
    case .missingTable(_, let table, hasOthers: true):
      self = .damaged(table: table, reason: .missingTable)
    case .versionMismatch: self = .notAStore(path: path, reason: "it is of another LMDB format")
    case .truncated(_, let expected, let actual):
      self = .damaged(
        table: Self.file,
        reason: .pages(what: "its end is missing (\(actual) of \(expected) bytes are there)"))
    case .damaged(_, let table, let what):
      self = .damaged(table: table ?? Self.file, reason: .pages(what: what))
    case .corrupted(_, let operation, _):
      self = .damaged(
        table: Self.file, reason: .pages(what: "the engine met a page that cannot be right (\(operation))"))
    case .alreadyExists: self = .fileExists(path: path)
    case .diskFull: self = .diskFull(path: path)
    case .fileTooLarge:
      self = .engine(
        code: error.code,
        message:
          "\(path) may not get larger here: the limit of this process ('ulimit -f'), or of the file system, is reached. "
          + "This write left nothing", isRetryable: false)
    case .otherLockFile: self = .openUnderOtherName(path: path)
    case .busy: self = .busy(path: path)
    case .movedAway: self = .movedAway(path: path)
    case .readOnlyFileSystem: self = .readOnlyDisk(path: path)
    case .openedReadOnly: self = .readOnly(path: path)
    case .closed: self = .closed
    case .mapFull, .mapOutgrown, .readersFull, .networkFileSystem, .permission,
      .replacedWhileOpening, .usedAfterFork, .lockFile, .mustReopen, .system, .lmdb:
      self = .engine(code: error.code, message: error.description, isRetryable: error.isRetryable)
    }
  }

  /// What a file is that is no store.
  private static func whatIsThere(_ path: String) -> String {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "it cannot be looked at" }
    switch status.st_mode & S_IFMT {
    case S_IFREG where status.st_size == 0:
      // Stores are made under another name: one that has used its lock file under this name was whole once.
      return (try? FileSize.of(path + "-lock")) ?? 0 == 0
        ? "it is empty, and no store was made in it yet; 'entstore import' makes one"
        : "it is empty: restore a backup, or, if no store ever was in it, remove its lock file, \(path)-lock"
    case S_IFREG: return "it is something else, and was left as it is"
    case S_IFIFO: return "it is a pipe, and a store is a file"
    case S_IFCHR, S_IFBLK: return "it is a device, and a store is a file"
    default: return "it is no file"
    }
  }

  private init(codec error: CodecError) {
    switch error {
    case .truncated(let field), .invalid(let field):
      self = .damaged(table: "record", reason: .record(field: field))
    case .trailingBytes: self = .damaged(table: "record", reason: .record(field: "end"))
    }
  }

  private init(digest error: DigestError) {
    switch error {
    case .noRandomness:
      self = .engine(code: 0, message: "the system's random source is not ready", isRetryable: true)
    case .notDecompressible, .tooLarge: self = .damaged(table: "events", reason: .record(field: "content"))
    case .notCompressible:
      self = .engine(code: 0, message: "out of memory while compressing", isRetryable: true)
    }
  }
}
