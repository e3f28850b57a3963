import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

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

  private init(engine error: LMDBError, path: String) {
    switch error {
    case .notFoundFile: self = .notFound(path: path)
    case .isDirectory, .notAStore, .missingTable, .versionMismatch, .truncated:
      self = .notAStore(path: path, reason: error.description)
    case .diskFull: self = .diskFull(path: path)
    case .busy: self = .busy(path: path)
    case .readOnlyFileSystem, .openedReadOnly: self = .readOnly(path: path)
    case .closed: self = .closed
    case .alreadyExists, .mapFull, .mapOutgrown, .readersFull, .networkFileSystem, .permission,
      .replacedWhileOpening, .usedAfterFork, .corrupted, .mustReopen, .system, .lmdb:
      self = .engine(code: error.code, message: error.description, isRetryable: error.isRetryable)
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
