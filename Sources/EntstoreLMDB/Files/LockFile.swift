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

extension LockFile {
  /// Looks whether LMDB may have what stands beside `path`: it makes it its lock file, whatever it is.
  ///
  /// Called where this process has nothing open of it: to close it again would drop LMDB's own locks.
  ///
  /// - Throws: ``LMDBError/lockFile(path:code:)`` if it is somebody else's, or no file.
  static func check(beside path: String) throws(LMDBError) {
    let name = path + "-lock"
    if let code = codeOfKind(name) { throw .lockFile(path: path, code: code) }
    if isOther(name) { throw .lockFile(path: path, code: EEXIST) }
  }

  /// The `errno` by which the error tells what has that name and is no file.
  private static func codeOfKind(_ name: String) -> Int32? {
    var status = stat()
    guard unsafe stat(name, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: EISDIR
    case S_IFIFO: EPIPE
    case S_IFSOCK: ENOTSOCK
    default: ENODEV
    }
  }

  /// Whether something has ever been written to it.
  static func isUsed(beside path: String) -> Bool {
    var status = stat()
    return unsafe stat(path + "-lock", &status) == 0 && status.st_size > 0
  }

  /// Removes it, unless it is somebody else's. Called as ``check(beside:)`` is.
  static func remove(beside path: String) {
    let name = path + "-lock"
    if !isOther(name) { unsafe unlink(name) }
  }

  /// Whether it is a file that LMDB did not begin. What may not be read, LMDB refuses itself.
  private static func isOther(_ name: String) -> Bool {
    var status = stat()
    guard unsafe stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NONBLOCK),
      let head = try? file.bytes(headBytes, at: 0, path: name), !head.isEmpty
    else { return false }
    if head.starts(with: magic) { return false }
    // It makes its two mutexes before it signs, so that another process may see these alone, or find no more after a crash.
    guard head.prefix(signatureBytes).allSatisfy({ $0 == 0 }) else { return true }
    var offset = headBytes
    while let bytes = try? file.bytes(1 << 16, at: offset, path: name), !bytes.isEmpty {
      if bytes.contains(where: { $0 != 0 }) { return true }
      offset += bytes.count
    }
    return false
  }

  /// How it begins, whatever the version: LMDB itself refuses that of another one which is in use.
  private static var magic: [UInt8] { unsafe withUnsafeBytes(of: 0xBEEF_C0DE as UInt32) { unsafe Array($0) } }
  /// The magic and the version.
  private static var signatureBytes: Int { 8 }
  /// What comes before the readers: the signature, and a mutex each for readers and writers.
  private static var headBytes: Int { 128 }

  /// Says to all who have the data file open that this one goes by the lock file of this identity, and asks whether they do.
  ///
  /// LMDB finds its lock file by the path. Whoever comes to the same data file by another hard link, by a mount of that file
  /// alone, or after the lock file was removed, finds another one, and the two would write at once. So each opener holds a shared
  /// lock on one byte of the data file, whose place is the lock file's number: a lock on any other byte is somebody else's.
  ///
  /// - Returns: False if somebody goes by another lock file.
  static func agree(on lock: FileIdentity, over file: borrowing FileDescriptor) -> Bool {
    #if os(Linux)
      let place = place(of: lock)
      // Where the file system knows no such locks nobody can tell.
      guard file.change(F_OFD_SETLK, F_RDLCK, at: place, 1) != nil else { return true }
      let others = [(1, place - 1), (place + 1, 0)].map { file.change(F_OFD_GETLK, F_WRLCK, at: $0, $1) }
      return others.allSatisfy { $0?.l_type == Int16(F_UNLCK) }
    #else
      return true
    #endif
  }

  /// Takes back what ``agree(on:over:)`` has said.
  static func leave(_ file: borrowing FileDescriptor) {
    #if os(Linux)
      _ = file.change(F_OFD_SETLK, F_UNLCK, at: 0, 0)
    #endif
  }

  /// A place that no other lock file has, far behind the end of any file. The first byte is the ``WriterQueue``'s.
  private static func place(of lock: FileIdentity) -> off_t {
    off_t((lock.device &* 0x9E37_79B9_7F4A_7C15 ^ lock.inode) & (1 << 62 - 1)) + 2
  }
}

extension FileDescriptor {
  /// Up to so many bytes at `offset`, fewer only at the end of the file.
  fileprivate func bytes(_ count: Int, at offset: Int, path: String) throws(LMDBError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try fill(&bytes, at: offset, path: path)
    return bytes.prefix(filled)
  }
}
