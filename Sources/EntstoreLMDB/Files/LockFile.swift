import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file beside a store in which LMDB keeps its locks and its readers.
enum LockFile {
  /// Takes the blocks that the lock file will need, while this process has nothing open of it.
  ///
  /// LMDB maps it with holes; on a full disk, writing into one is a signal and not an error. With its blocks taken once, a store
  /// is opened on a full disk as well. A file that may not be made or written is left to LMDB, which says so.
  ///
  /// - Throws: ``LMDBError/diskFull(path:)`` if there is no room for it.
  static func reserve(beside path: String, readers: Int, mode: mode_t) throws(LMDBError) {
    // A reader takes a line of the cache, and what comes before them less than a page.
    let needed = readers * 64 + 4096
    let name = path + "-lock"
    var status = stat()
    if unsafe stat(name, &status) == 0, Int(status.st_blocks) * 512 >= needed { return }
    #if os(Linux)
      guard let file = try? FileDescriptor(opening: name, flags: O_RDWR | O_CREAT, mode: mode) else { return }
      // The size stays: LMDB takes it for the number of readers.
      if fallocate(file.number, FALLOC_FL_KEEP_SIZE, 0, off_t(needed)) == 0 { return }
      if errno == ENOSPC || errno == EDQUOT { throw .diskFull(path: path) }
    #endif
    if let left = FreeSpace.byteCount(at: path), left < 2 * needed { throw .diskFull(path: path) }
  }
}
