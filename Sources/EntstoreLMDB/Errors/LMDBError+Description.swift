import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LMDBError: CustomStringConvertible {
  /// One or two sentences for a person: what is wrong, and what to do.
  package var description: String {
    switch self {
    case .notFoundFile(let path):
      "There is no file at \(path). Check the path, or open it so that it is created."
    case .isDirectory(let path):
      "\(path) is a folder. Name a file inside it."
    case .alreadyExists(let path):
      "\(path) exists already and is not overwritten. Choose another name or move it away."
    case .notAStore(let path):
      "\(path) is not a store. Check the path; the file was left as it is."
    case .versionMismatch(let path):
      "\(path) or its lock file is of another LMDB format. Use the version that wrote it."
    case .truncated(let path, let expectedBytes, let actualBytes):
      "\(path) should have \(expectedBytes) bytes and has \(actualBytes): its end is lost. Salvage what is left, or restore a backup."
    case .missingTable(let path, let table, _):
      "\(path) has no table \"\(table)\". Check the path, or open it so that missing tables are created."
    case .diskFull(let path):
      "There is no space left for \(path); nothing was written. Free some space and try again."
    case .fileTooLarge(let path):
      "\(path) may not get larger here; nothing was written. Raise the limit of this process ('ulimit -f'), or use a file system for larger files."
    case .mapFull(let path, let mapBytes):
      "\(path) does not fit its map of \(mapBytes) bytes; nothing was written. Try again: the map grows."
    case .mapOutgrown(let path):
      "\(path) was enlarged by another process. Try again once the transactions running here have ended."
    case .readersFull(let path, let maximumReaders):
      "All \(maximumReaders) readers of \(path) are in use. Try again, or open it with more of them."
    case .busy(let path):
      "\(path) is open elsewhere. Close it there and try again."
    case .otherLockFile(let path):
      "\(path) is open elsewhere under another name, or since before its lock file was removed; both at once would damage it. Close it there, and use one name."
    case .networkFileSystem(let path, let kind):
      "\(path) is on a network file system (\(kind)), where it could be damaged. Move it to a local disk."
    case .readOnlyFileSystem(let path):
      "\(path) is on read-only media. Open it read-only, or move it."
    case .permission(let path):
      "Access to \(path) is denied. Check the owner and mode of the file, its lock file and its folder."
    case .openedReadOnly(let path):
      "\(path) is open read-only in this process. Close it and open it for writing."
    case .replacedWhileOpening(let path):
      "The file at \(path) is being replaced by another. Close what is open of the old one and try again."
    case .movedAway(let path):
      "The file that is open is not at \(path) any more; nothing was written. Move it, or its folder, back, or open what is there now."
    case .usedAfterFork(let path):
      "\(path) was opened before this process was forked. Open it again in the child."
    case .closed(let path):
      "\(path) was closed. Open it again."
    case .damaged(let path, _, let what):
      "\(path) is damaged: \(what). Salvage what is left, or restore a backup."
    case .lockFile(let path, let code):
      if let kind = Self.kind(of: code) {
        "\(path)-lock, which would be the lock file of \(path), is \(kind) and was left as it is. Move it away, or give the store another name."
      } else {
        "\(path)-lock is no lock file that can be used (\(Self.text(of: code))). End all that use the store, and remove it."
      }
    case .corrupted(let path, let operation, let code):
      "\(path) is damaged (\(operation): \(Self.text(of: code))). Salvage what is left, or restore a backup."
    case .mustReopen(let path, let operation):
      "An earlier commit to \(path) failed half-way (\(operation)). Try again once the transactions running here have ended."
    case .system(let operation, let path, EMFILE):
      "\(operation) failed for \(path): \(Self.text(of: EMFILE)) (\(EMFILE)). Raise the limit of this process ('ulimit -n'), or close some."
    case .system(let operation, let path, let code), .lmdb(let operation, let path, let code):
      "\(operation) failed for \(path): \(Self.text(of: code)) (\(code))."
    }
  }

  /// What has the name of a lock file and is none, by the code that tells it.
  private static func kind(of code: Int32) -> String? {
    switch code {
    case EEXIST: "something else"
    case EISDIR: "a folder"
    case EPIPE: "a pipe"
    case ENOTSOCK: "a socket"
    case ENODEV: "a device"
    default: nil
    }
  }

  private static func text(of code: Int32) -> String {
    unsafe String(cString: mdb_strerror(code))
  }
}
