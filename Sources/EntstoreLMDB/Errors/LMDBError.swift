/// Why the engine could not do what it was asked.
///
/// Every case names the file it is about; ``code`` keeps the number that LMDB or the system gave.
package enum LMDBError: Error, Hashable, Sendable {
  /// No file, or no folder for it, at this path.
  case notFoundFile(path: String)
  /// The path names a folder; a store is one file.
  case isDirectory(path: String)
  /// A file that was to be made anew is there already.
  case alreadyExists(path: String)
  /// The file is not an LMDB file of this machine's kind.
  case notAStore(path: String)
  /// The file, or its lock file, was written by an LMDB of another format.
  case versionMismatch(path: String)
  /// Pages that the file's own header speaks of are missing from its end.
  case truncated(path: String, expectedBytes: Int, actualBytes: Int)
  /// An LMDB file, but without this table; with none of those that were asked for, or with some.
  case missingTable(path: String, table: String, hasOthers: Bool)
  /// The disk or a quota is exhausted. Nothing was written.
  case diskFull(path: String)
  /// The file would be larger than this process, or the file system, may make one. Nothing was written.
  case fileTooLarge(path: String)
  /// The memory map is too small for this transaction, which wrote nothing. It grows before the next one.
  case mapFull(path: String, mapBytes: Int)
  /// Another process outgrew this one's map, and running transactions kept it from being enlarged.
  case mapOutgrown(path: String)
  /// All reader slots are taken by living readers.
  case readersFull(path: String, maximumReaders: Int)
  /// Somebody else has the file open.
  case busy(path: String)
  /// Somebody has the file open by another lock file: by another hard link, a mount of the file alone, or since before its lock
  /// file was removed.
  case otherLockFile(path: String)
  /// The file lies on a file system that does not keep the promises of a memory map between hosts.
  case networkFileSystem(path: String, kind: String)
  /// Writing was asked for on read-only media.
  case readOnlyFileSystem(path: String)
  /// The system denied access to the file, its lock file or its folder.
  case permission(path: String)
  /// Writing was asked for where this process has the file open for reading only.
  case openedReadOnly(path: String)
  /// The file at the path is not the one that was opened a moment ago.
  case replacedWhileOpening(path: String)
  /// The file that is open is not at the path any more: it, or its folder, was moved, removed or replaced. Nothing was written.
  case movedAway(path: String)
  /// The environment was opened before this process was forked.
  case usedAfterFork(path: String)
  /// The environment was closed.
  case closed(path: String)
  /// What the file says of itself cannot be right: found beside the engine. The table is that whose page it is, if it is one's.
  case damaged(path: String, table: String?, what: String)
  /// The lock file beside the store is none that LMDB can use. It was left as it is: somebody else's file (`EEXIST`), a folder
  /// (`EISDIR`), a pipe (`EPIPE`), a socket (`ENOTSOCK`) or a device (`ENODEV`).
  case lockFile(path: String, code: Int32)
  /// LMDB found a page that cannot be right.
  case corrupted(path: String, operation: String, code: Int32)
  /// An earlier commit failed half-way, and the file could not be opened anew because transactions are running here.
  case mustReopen(path: String, operation: String)
  /// Any other failure of a system call.
  case system(operation: String, path: String, code: Int32)
  /// Any other failure of LMDB.
  case lmdb(operation: String, path: String, code: Int32)
}
